"""What the applications of the demo's roastery write: two templates with their versions, and mail made by code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SHOP = "https://kopiselatan.example"


@dataclass(frozen=True, slots=True)
class Letter:
    """A kind of mail. `subject`, `html` and `text` take the words of a message; with `template` that one's are used.

    `links` stand in the HTML in this order. Shares are of those whom it reached.
    """

    tag: str
    sender: str
    name: str
    subject: str = ""
    html: str = ""
    text: str = ""
    template: str = ""
    links: Sequence[str] = ()
    opened: float = 0.0
    clicked: float = 0.0
    complained: float = 0.0
    left: float = 0.0

    @property
    def is_followed(self) -> bool:
        """Whether its opens and clicks are seen."""
        return self.opened > 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A version of a template as somebody wrote it."""

    subject: str
    html: str
    text: str = ""
    test_data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template:
    """A template: versions that were published one after the other, and a draft that was not yet."""

    name: str
    slug: str
    versions: Sequence[Draft]
    draft: Draft | None = None


_ORDER_DATA = {
    "name": "Ayu",
    "order": "KS-10482",
    "items": [{"name": "Toraja, 250 g", "price": "Rp98.000"}, {"name": "Gayo, 1 kg", "price": "Rp320.000"}],
    "total": "Rp418.000",
}
_ITEMS = "{% for item in items %}<tr><td>{{ item.name }}</td><td>{{ item.price }}</td></tr>{% endfor %}"
ORDER = Template(
    name="Order confirmation",
    slug="order-confirmation",
    versions=(
        Draft(
            subject="Your order {{ order }}",
            html=f"""<h1>Thank you, {{{{ name | fallback: "friend of coffee" }}}}</h1>
<p>We have your order {{{{ order }}}} and begin to pack.</p>
<p><a href="{SHOP}/orders">See your order</a></p>
""",
            test_data=_ORDER_DATA,
        ),
        Draft(
            subject="Thank you for your order {{ order }}",
            html=f"""<h1>Thank you, {{{{ name | fallback: "friend of coffee" }}}}</h1>
<p>We have your order {{{{ order }}}}. It is roasted on Thursday and leaves on Friday morning.</p>
<table>{_ITEMS}<tr><td><strong>Total</strong></td><td><strong>{{{{ total }}}}</strong></td></tr></table>
<p><a href="{SHOP}/orders">See your order</a></p>
<p>Something wrong? <a href="{SHOP}/help/orders">Change it</a> until the roaster is hot.</p>
""",
            test_data=_ORDER_DATA,
        ),
    ),
    draft=Draft(
        subject="{{ name }}, your order {{ order }} is in good hands",
        html=f"""<h1>In good hands</h1>
<p>Hi {{{{ name }}}}, Bagus roasts your order {{{{ order }}}} himself.</p>
<table>{_ITEMS}</table>
<p><a href="{SHOP}/orders">See your order</a></p>
""",
        test_data=_ORDER_DATA,
    ),
)
RESET = Template(
    name="Password reset",
    slug="password-reset",
    versions=(
        Draft(
            subject="Choose a new password",
            html=f"""<p>Hi {{{{ name | fallback: "there" }}}},</p>
<p><a href="{SHOP}/account/password">Choose a new password</a>. The link works for an hour.</p>
<p>It wasn't you? Then nothing has happened, and you may forget this mail.</p>
""",
            text=f"""Hi {{{{ name | fallback: "there" }}}},

choose a new password: {SHOP}/account/password
The link works for an hour. It wasn't you? Then nothing has happened, and you may forget this mail.
""",
            test_data={"name": "Budi"},
        ),
    ),
)
TEMPLATES = (ORDER, RESET)
LABELS = {
    "order": "Confirmations of the web shop",
    "shipping": "A parcel has left, or has come",
    "sign-in-code": "Codes of the app: nobody wants to wait for them",
    "password-reset": "Links to choose a new password",
    "invoice": "Monthly, to cafes",
    "points": "Loyalty points, in batches",
}

PACKED = Letter(
    tag="order",
    sender="orders@kopiselatan.example",
    name="Kopi Selatan",
    template=ORDER.slug,
    links=(f"{SHOP}/orders", f"{SHOP}/help/orders"),
    opened=0.68,
    clicked=0.21,
)
PARCEL = Letter(
    tag="shipping",
    sender="orders@kopiselatan.example",
    name="Kopi Selatan",
    subject="Your parcel {order} is on its way",
    html=f"""<p>Hi {{name}},</p>
<p>your parcel {{order}} left Jakarta this morning. <a href="{SHOP}/parcels">Follow it</a>.</p>
<p>How to brew what is in it: <a href="{SHOP}/brewing">three ways</a>.</p>
""",
    text=f"Hi {{name}},\n\nyour parcel {{order}} left Jakarta this morning. Follow it: {SHOP}/parcels\n",
    links=(f"{SHOP}/parcels", f"{SHOP}/brewing"),
    opened=0.74,
    clicked=0.38,
    complained=0.004,
)
CODE = Letter(
    tag="sign-in-code",
    sender="account@kopiselatan.example",
    name="Kopi Selatan",
    subject="{code} is your sign-in code",
    text="Your code is {code}. It works for five minutes, and only for you.\n",
)
FORGOTTEN = Letter(
    tag="password-reset",
    sender="account@kopiselatan.example",
    name="Kopi Selatan",
    template=RESET.slug,
    links=(f"{SHOP}/account/password",),
    opened=0.81,
    clicked=0.66,
)
INVOICE = Letter(
    tag="invoice",
    sender="billing@kopiselatan.example",
    name="Kopi Selatan Wholesale",
    subject="Invoice {invoice}",
    html=f"""<p>Dear {{name}},</p>
<p>thank you for this month. <a href="{SHOP}/wholesale/invoices">Open invoice {{invoice}}</a>: it is due in 14 days.</p>
""",
    text=f"Dear {{name}},\n\nthank you for this month. Invoice {{invoice}}: {SHOP}/wholesale/invoices\n",
    links=(f"{SHOP}/wholesale/invoices",),
    opened=0.57,
    clicked=0.34,
)
POINTS = Letter(
    tag="points",
    sender="hello@kopiselatan.example",
    name="Kopi Selatan",
    subject="You have {points} points",
    html=f"""<p>Hi {{name}},</p>
<p>{{points}} points are a bag of Toraja, nearly. <a href="{SHOP}/points">See what they buy</a>.</p>
""",
    text=f"Hi {{name}},\n\n{{points}} points are a bag of Toraja, nearly. See what they buy: {SHOP}/points\n",
    links=(f"{SHOP}/points",),
    opened=0.42,
    clicked=0.11,
    complained=0.007,
    left=0.012,
)
EXPIRING = Letter(
    tag="points",
    sender="hello@kopiselatan.example",
    name="Kopi Selatan",
    subject="{points} of your points end on Sunday",
    html=f"""<p>Hi {{name}},</p>
<p>{{points}} points end on Sunday. <a href="{SHOP}/points">Spend them on coffee</a>.</p>
""",
    text=f"Hi {{name}},\n\n{{points}} points end on Sunday. Spend them on coffee: {SHOP}/points\n",
    links=(f"{SHOP}/points",),
    opened=0.37,
    clicked=0.16,
    complained=0.006,
    left=0.01,
)
# How often each is sent on a day.
DAILY = ((PACKED, 34), (PARCEL, 29), (CODE, 24), (FORGOTTEN, 8), (INVOICE, 5))
