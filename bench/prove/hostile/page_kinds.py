"""Load that needs a link from one email, or the address of a team's pages."""

from urllib.parse import urlencode

from bench.prove.hostile.load import HostileLoad
from bench.prove.hostile.registry import Needs, kind

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
DEVICES = ("Windows NT 10.0; Win64; x64", "iPhone; CPU iPhone OS 17_0 like Mac OS X", "Linux; Android 14; Pixel 8")


def made_up_agent(load: HostileLoad) -> str:
    device = load.draw.choice(DEVICES)
    return f"Mozilla/5.0 ({device}) {load.word(6)}/{load.draw.randrange(99)} Chrome/{load.draw.randrange(999)}.0"


async def post_form(load: HostileLoad, path: str, **fields: str) -> str:
    body = urlencode(fields).encode()
    return (await load.http("POST", path, body=body, headers=FORM, host=load.pages_host)).label


@kind("opens of one recipient", needs=Needs.RECIPIENT, per_second=200, expects=("200", "429"))
async def opens_of_one_recipient(load: HostileLoad) -> str:
    path, headers = f"/o/{load.target.attacker_tokens[0]}.gif", {"User-Agent": made_up_agent(load)}
    return (await load.http("GET", path, headers=headers, host=load.pages_host)).label


@kind("clicks of one recipient", needs=Needs.RECIPIENT, per_second=200, expects=("302", "429"))
async def clicks_of_one_recipient(load: HostileLoad) -> str:
    path, headers = f"/c/1/{load.target.attacker_tokens[1]}", {"User-Agent": made_up_agent(load)}
    return (await load.http("GET", path, headers=headers, host=load.pages_host)).label


@kind("one email in the browser, again and again", needs=Needs.RECIPIENT, per_second=80, expects=("200", "429"))
async def views_of_one_email(load: HostileLoad) -> str:
    return (await load.http("GET", f"/v/{load.target.attacker_tokens[2]}", host=load.pages_host)).label


@kind("forged tracking links", needs=Needs.NOTHING, per_second=150, expects=("200", "404"))
async def forged_tracking_links(load: HostileLoad) -> str:
    token = load.target.attacker_tokens[3][:-6] + load.word(6)
    path = load.draw.choice([f"/o/{token}.gif", f"/c/1/{token}", f"/v/{token}", f"/c/0/{token}"])
    return (await load.http("GET", path, host=load.pages_host)).label


@kind("unsubscribing with one click, again and again", needs=Needs.RECIPIENT, per_second=60, expects=("200", "429"))
async def one_click_unsubscribes(load: HostileLoad) -> str:
    token = load.draw.choice(load.target.attacker_tokens[4:8])
    return await post_form(load, f"/u/{token}", **{"List-Unsubscribe": "One-Click"})


@kind(
    "subscriptions of made-up addresses", needs=Needs.NOTHING, per_second=30, expects=("302", "303", "429", "4", "200")
)
async def subscriptions(load: HostileLoad) -> str:
    email, slug = f"{load.word()}@{load.word(5)}.example", load.target.victim["slug"]
    if load.draw.random() < 0.7:
        return await post_form(load, f"/subscribe/{slug}", email=email, agree="1", firstname=load.word())
    return (await load.post("/api/contacts/subscribe", {"company": slug, "email": email})).label


@kind(
    "emails forwarded to strangers", needs=Needs.RECIPIENT, per_second=20, expects=("302", "303", "429", "404", "422")
)
async def forwards_to_strangers(load: HostileLoad) -> str:
    token = load.target.attacker_tokens[9]
    friends = {f"email{n}": f"{load.word()}@{load.word(5)}.example" for n in range(1, 6)}
    return await post_form(load, f"/email-forward/{token}", sender="Ayu", **friends)


@kind("spam complaints of one recipient", needs=Needs.RECIPIENT, per_second=40, expects=("302", "303", "429"))
async def spam_complaints(load: HostileLoad) -> str:
    return await post_form(load, f"/email-complaint/{load.target.attacker_tokens[10]}")


@kind("changes of address to strangers", needs=Needs.RECIPIENT, per_second=20, expects=("302", "303", "429", "422"))
async def address_changes(load: HostileLoad) -> str:
    path = f"/replace-subscription/{load.target.attacker_tokens[11]}"
    return await post_form(load, path, email=f"{load.word()}@{load.word(5)}.example")


@kind("all subscription pages of guessed recipients", needs=Needs.NOTHING, per_second=60, expects=("404", "429"))
async def guessed_subscription_pages(load: HostileLoad) -> str:
    token = load.target.attacker_tokens[12][:-6] + load.word(6)
    page = load.draw.choice(["manage-subscription", "unsubscribe-subscription", "confirm-subscription", "email-reply"])
    return (await load.http("GET", f"/{page}/{token}", host=load.pages_host)).label
