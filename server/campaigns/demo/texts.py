"""Texts of the demo campaigns of a coffee roastery."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.campaigns.limits import Newsletter, StarterName

SHOP = "https://kopiselatan.example"


@dataclass(frozen=True, slots=True)
class CampaignSample:
    """A campaign before it has recipients.

    Without labels it goes to all contacts. With a newsletter it uses that starter.
    """

    name: str
    subject: str
    preheader: str
    category: str
    starter: StarterName
    body: str
    labels: Sequence[str] = ()
    newsletter: Newsletter | None = None


HARVEST = CampaignSample(
    name="Toraja harvest letter",
    subject='{{ firstname | fallback: "Hello" }}, the Toraja harvest has arrived',
    preheader="Washed, floral, and only 300 bags of it",
    category="Newsletter",
    starter=StarterName.NEWS,
    body=f"""# The first bags from Toraja are here

Hi {{{{ firstname | fallback: "there" }}}},

This year’s crop from the Pulu’ Pulu’ cooperative was picked late and dried slowly. You can taste it: jasmine in the
cup, brown sugar at the end. We roasted the first 300 bags this morning.

[Reserve a bag]({SHOP}/toraja "button")

## How to brew it

- **V60**: 15 g, 240 ml, 92 °C, three pours
- **Tubruk**: coarse, four minutes, and don’t stir

Read [the story of the cooperative]({SHOP}/stories/pulu-pulu), or see [all single origins]({SHOP}/origins).
""",
)
VOUCHER = CampaignSample(
    name="Long weekend: 20% off",
    subject='{% if city == "Jakarta" %}Jakarta, this{% else %}This{% endif %} long weekend: 20% off all coffee',
    preheader="20% off everything until Sunday night",
    category="Promotion",
    starter=StarterName.NOTICE,
    labels=("Newsletter", "VIP"),
    body=f"""# 20% off until Sunday night

{{{{ firstname | fallback: "Dear friend" }}}}, three days off deserve a full jar.

{{% if loyalty_points > 1000 %}}
As one of our most loyal customers, you also get **free delivery**.
{{% endif %}}

[Shop with 20% off]({SHOP}/weekend "button")

Not sure which? Try [our coffee finder]({SHOP}/finder), or send a [gift card]({SHOP}/gift) to someone who wakes up late.

Code: **SELATAN20**. One per order, not valid for subscriptions.
""",
)
MENU = CampaignSample(
    name="What’s new this month",
    subject='New on the menu: es kopi gula aren, {{ firstname | fallback: "friend" }}',
    preheader="Two new drinks, one new shop, and a cupping you can join",
    category="Newsletter",
    starter=StarterName.NEWS,
    body=f"""# New this month

## Es kopi gula aren

Palm sugar from Minahasa, a double shot, and milk that stays out of the way. In all shops from today.

[See the menu]({SHOP}/menu "button")

## A shop in Makassar

We open on Jalan Somba Opu on Saturday at seven. [Get directions]({SHOP}/shops/makassar). The first
hundred cups are free.

## Cup with us

Every Thursday at four we taste the week’s new coffees. [Book a seat]({SHOP}/cupping). There are only eight.
""",
)
RESTOCK = CampaignSample(
    name="Wholesale price list",
    subject='{{ company | fallback: "Your cafe" }}: the new price list',
    preheader="These prices are valid for three months",
    category="Wholesale",
    starter=StarterName.LETTER,
    labels=("Wholesale", "Cafe owner"),
    body=f"""Dear {{{{ firstname | fallback: "partner" }}}},

The new price list is ready. The house blend stays the same. Gayo rises by 4% because the crop was small.

[Open the price list]({SHOP}/wholesale/prices "button")

Orders placed by Thursday arrive within the week. Reply to this email if you would like samples.

Dewi
""",
)
GAYO = CampaignSample(
    name="The Gayo harvest is in",
    subject='The Gayo harvest is in, {{ firstname | fallback: "friend" }}',
    preheader="412 bags, roasted on Thursdays",
    category="Newsletter",
    starter=StarterName.LETTER,
    body="",
    newsletter=Newsletter.HARVEST,
)
SUBSCRIPTION = CampaignSample(
    name="Subscription: which subject?",
    subject="A bag of coffee, every month",
    preheader="Roasted on Monday, delivered by Thursday",
    category="Promotion",
    starter=StarterName.NEWS,
    body=f"""# Never run out of coffee

Hi {{{{ firstname | fallback: "there" }}}},

Choose a roast and how often you want it. We roast on Monday and deliver by Thursday. Pause or cancel at any time.

[Choose your roast]({SHOP}/subscription "button")

Not sure how much you drink? [Find out]({SHOP}/subscription/how-much) in a minute.
""",
)
# Variants of the subscription email, with their names.
SUBSCRIPTION_SUBJECTS = (
    ("What you get", SUBSCRIPTION.subject),
    ("What you avoid", '{{ firstname | fallback: "Friend" }}, never run out of coffee again'),
)
THANKS = CampaignSample(
    name="Terima kasih",
    subject="Warung Kita berulang tahun ke-3",
    preheader="Diskon 15% untuk pelanggan setia",
    category="",
    starter=StarterName.LETTER,
    labels=("Pelanggan setia",),
    body="""Halo {{ firstname | fallback: "Kak" }},

Tiga tahun Warung Kita berdiri berkat Anda. Tunjukkan email ini di kasir untuk diskon 15% minggu ini.

[Lihat menu](https://warungkita.example/menu "button")

Salam hangat dari dapur kami.
""",
)
