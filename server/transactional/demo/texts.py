"""Contents of the demo roastery's messages: two templates with their versions, and messages composed in code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SHOP = "https://kopiselatan.example"


@dataclass(frozen=True, slots=True)
class MessageSample:
    """A kind of email. `subject`, `html` and `text` contain placeholders; `template` replaces them.

    `links` are in the order of the HTML. Fractions are of the reached recipients.
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
        return self.opened > 0


@dataclass(frozen=True, slots=True)
class TemplateDraft:
    """The content of a template version."""

    subject: str
    html: str
    text: str = ""
    test_data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template:
    """A template: published versions in order, and an unpublished draft."""

    name: str
    slug: str
    versions: Sequence[TemplateDraft]
    draft: TemplateDraft | None = None


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
        TemplateDraft(
            subject="Your order {{ order }}",
            html=f"""<h1>Thank you, {{{{ name | fallback: "coffee lover" }}}}</h1>
<p>We received your order {{{{ order }}}} and are packing it now.</p>
<p><a href="{SHOP}/orders">View your order</a></p>
""",
            test_data=_ORDER_DATA,
        ),
        TemplateDraft(
            subject="Thank you for your order {{ order }}",
            html=f"""<h1>Thank you, {{{{ name | fallback: "coffee lover" }}}}</h1>
<p>We received your order {{{{ order }}}}. We roast it on Thursday and ship it on Friday morning.</p>
<table>{_ITEMS}<tr><td><strong>Total</strong></td><td><strong>{{{{ total }}}}</strong></td></tr></table>
<p><a href="{SHOP}/orders">View your order</a></p>
<p>Something wrong? <a href="{SHOP}/help/orders">Change your order</a> before we roast it.</p>
""",
            test_data=_ORDER_DATA,
        ),
    ),
    draft=TemplateDraft(
        subject="{{ name }}, your order {{ order }} is in good hands",
        html=f"""<h1>In good hands</h1>
<p>Hi {{{{ name }}}}, Bagus roasts your order {{{{ order }}}} himself.</p>
<table>{_ITEMS}</table>
<p><a href="{SHOP}/orders">View your order</a></p>
""",
        test_data=_ORDER_DATA,
    ),
)
RESET = Template(
    name="Password reset",
    slug="password-reset",
    versions=(
        TemplateDraft(
            subject="Choose a new password",
            html=f"""<p>Hi {{{{ name | fallback: "there" }}}},</p>
<p><a href="{SHOP}/account/password">Choose a new password</a>. The link works for an hour.</p>
<p>If this wasn’t you, ignore this email. Your password has not changed.</p>
""",
            text=f"""Hi {{{{ name | fallback: "there" }}}},

Choose a new password: {SHOP}/account/password
The link works for an hour. If this wasn’t you, ignore this email. Your password has not changed.
""",
            test_data={"name": "Budi"},
        ),
    ),
)
TEMPLATES = (ORDER, RESET)
LABELS = {
    "order": "Order confirmations from the web shop",
    "shipping": "Parcels shipped or delivered",
    "sign-in-code": "Sign-in codes for the app",
    "password-reset": "Password reset links",
    "invoice": "Monthly invoices for cafes",
    "points": "Loyalty points, sent in batches",
}

PACKED = MessageSample(
    tag="order",
    sender="orders@kopiselatan.example",
    name="Kopi Selatan",
    template=ORDER.slug,
    links=(f"{SHOP}/orders", f"{SHOP}/help/orders"),
    opened=0.68,
    clicked=0.21,
)
PARCEL = MessageSample(
    tag="shipping",
    sender="orders@kopiselatan.example",
    name="Kopi Selatan",
    subject="Your parcel {order} is on its way",
    html=f"""<p>Hi {{name}},</p>
<p>Your parcel {{order}} left Jakarta this morning. <a href="{SHOP}/parcels">Track your parcel</a>.</p>
<p>How to brew your coffee: <a href="{SHOP}/brewing">three ways</a>.</p>
""",
    text=f"Hi {{name}},\n\nYour parcel {{order}} left Jakarta this morning. Track your parcel: {SHOP}/parcels\n",
    links=(f"{SHOP}/parcels", f"{SHOP}/brewing"),
    opened=0.74,
    clicked=0.38,
    complained=0.004,
)
CODE = MessageSample(
    tag="sign-in-code",
    sender="account@kopiselatan.example",
    name="Kopi Selatan",
    subject="{code} is your sign-in code",
    text="Your code is {code}. It expires in five minutes. Don’t share it with anyone.\n",
)
PASSWORD_RESET = MessageSample(
    tag="password-reset",
    sender="account@kopiselatan.example",
    name="Kopi Selatan",
    template=RESET.slug,
    links=(f"{SHOP}/account/password",),
    opened=0.81,
    clicked=0.66,
)
INVOICE = MessageSample(
    tag="invoice",
    sender="billing@kopiselatan.example",
    name="Kopi Selatan Wholesale",
    subject="Invoice {invoice}",
    html=f"""<p>Dear {{name}},</p>
<p>Thank you for your orders this month.</p>
<p><a href="{SHOP}/wholesale/invoices">Open invoice {{invoice}}</a>. It is due in 14 days.</p>
""",
    text=f"Dear {{name}},\n\nThank you for your orders this month. Invoice {{invoice}}: {SHOP}/wholesale/invoices\n",
    links=(f"{SHOP}/wholesale/invoices",),
    opened=0.57,
    clicked=0.34,
)
POINTS = MessageSample(
    tag="points",
    sender="hello@kopiselatan.example",
    name="Kopi Selatan",
    subject="You have {points} points",
    html=f"""<p>Hi {{name}},</p>
<p>{{points}} points are almost enough for a bag of Toraja. <a href="{SHOP}/points">See rewards</a>.</p>
""",
    text=f"Hi {{name}},\n\n{{points}} points are almost enough for a bag of Toraja. See rewards: {SHOP}/points\n",
    links=(f"{SHOP}/points",),
    opened=0.42,
    clicked=0.11,
    complained=0.007,
    left=0.012,
)
EXPIRING = MessageSample(
    tag="points",
    sender="hello@kopiselatan.example",
    name="Kopi Selatan",
    subject="{points} of your points expire on Sunday",
    html=f"""<p>Hi {{name}},</p>
<p>{{points}} points expire on Sunday. <a href="{SHOP}/points">Spend them on coffee</a>.</p>
""",
    text=f"Hi {{name}},\n\n{{points}} points expire on Sunday. Spend them on coffee: {SHOP}/points\n",
    links=(f"{SHOP}/points",),
    opened=0.37,
    clicked=0.16,
    complained=0.006,
    left=0.01,
)
# The relative frequency of each.
DAILY = ((PACKED, 34), (PARCEL, 29), (CODE, 24), (PASSWORD_RESET, 8), (INVOICE, 5))
