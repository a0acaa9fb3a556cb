"""Load on the transactional API, by strangers and by owners of a key."""

import json
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.prove.hostile.load import HostileLoad, PreparationRejected
from bench.prove.hostile.registry import Needs, kind

MESSAGES = "/trx-api/messages"
WIDEST_PERIOD = timedelta(days=730)
PICTURE_BYTES = 200_000
REFERENCES = 400
TURNS, TAGS, VALUE_CHARACTERS = 300, 200, 300
WRONG_BODY_KEYS = 14_000


def _message(load: HostileLoad, **fields: Any) -> dict[str, Any]:
    return {"from": f"shop@{load.target.attacker['domain']}", "to": ["ayu@inbox.example"], **fields}


def _widest_period() -> str:
    now = datetime.now(UTC)
    return f"from={now - WIDEST_PERIOD:%Y-%m-%dT%H:%M:%SZ}&to={now:%Y-%m-%dT%H:%M:%SZ}"


async def _send(load: HostileLoad, message: dict[str, Any], *, key: str = "sandbox_key") -> str:
    return (await load.post(MESSAGES, message, token=load.target.attacker[key])).label


async def _wrong_body(load: HostileLoad) -> bytes:
    metadata = {f"key{number}": number for number in range(WRONG_BODY_KEYS)}
    return json.dumps(_message(load, subject="x", text="x", metadata=metadata)).encode()


@kind(
    "250 kB of wrong values with a made-up key",
    needs=Needs.NOTHING,
    per_second=6,
    expects=("4", "503"),
    prepare=_wrong_body,
)
async def wrong_bodies_without_key(load: HostileLoad) -> str:
    return (await load.post(MESSAGES, load.prepared, token=f"dsk_live_{load.word(8)}_{load.word(43)}")).label


@kind(
    "250 kB of wrong values with a key",
    needs=Needs.KEY,
    per_second=3,
    expects=("422", "400", "413"),
    prepare=_wrong_body,
)
async def wrong_bodies_with_key(load: HostileLoad) -> str:
    return (await load.post(MESSAGES, load.prepared, token=load.target.attacker["sandbox_key"])).label


@kind(
    "keys that are guessed, each with a prefix of its own",
    needs=Needs.NOTHING,
    per_second=60,
    expects=("401", "403", "429"),
)
async def key_guesses(load: HostileLoad) -> str:
    token = f"dsk_live_{load.draw.getrandbits(32):08x}_{load.word(43)}"
    return (await load.post(MESSAGES, _message(load, subject="x", text="x"), token=token)).label


@kind(
    "16 kB of loops and tags that fill to 40 MB",
    needs=Needs.KEY,
    per_second=1,
    expects=("202", "4", "5"),
    max_running=2,
)
async def template_expansions(load: HostileLoad) -> str:
    body = "{% for i in list %}" + "{{ x }}" * TAGS + "{% endfor %}"
    data = {"list": [0] * TURNS, "x": load.word(1) * VALUE_CHARACTERS}
    return await _send(load, _message(load, subject="x", html=body, data=data))


def _batch(load: HostileLoad, *, attachment_bytes: int, recipients: int) -> dict[str, Any]:
    attachment = {"name": "a.bin", "content": b64encode(b"a" * attachment_bytes).decode()}
    people = [{"to": f"{load.word()}@inbox.example"} for _ in range(recipients)]
    message = _message(load, subject="x", text="x", attachments=[attachment], recipients=people)
    del message["to"]
    return message


@kind(
    "batches that repeat 2 MB five hundred times",
    needs=Needs.KEY,
    per_second=0.5,
    expects=("4",),
    max_running=2,
)
async def batch_expansions(load: HostileLoad) -> str:
    return await _send(load, _batch(load, attachment_bytes=2_000_000, recipients=500))


@kind(
    "sandbox batches that store 13 MB for 140 kB",
    needs=Needs.KEY,
    per_second=1,
    expects=("202", "4"),
    max_running=2,
)
async def stored_batches(load: HostileLoad) -> str:
    return await _send(load, _batch(load, attachment_bytes=100_000, recipients=100))


async def _picture_message(load: HostileLoad) -> str:
    token = load.target.attacker["key"]
    picture = {
        "name": "a.png",
        "type": "image/png",
        "contentId": "p",
        "content": b64encode(b"a" * PICTURE_BYTES).decode(),
    }
    html = '<img src="cid:p" alt="">' * REFERENCES
    sent = await load.post_or_raise(
        MESSAGES, _message(load, subject="x", html=html, attachments=[picture]), token=token
    )
    path = f"{MESSAGES}/{sent['id']}/preview?time={sent['time']}"
    preview = await load.get_or_raise(path, token=load.target.attacker["trx_token"])
    if not preview["htmlUrl"]:
        raise PreparationRejected("The message has no preview")
    return str(preview["htmlUrl"])


@kind(
    "previews that repeat a picture 400 times",
    needs=Needs.KEY,
    per_second=1,
    expects=("200", "4", "closed"),
    prepare=_picture_message,
    max_running=2,
)
async def preview_expansions(load: HostileLoad) -> str:
    path = "/" + load.prepared.split("/", 3)[3]
    return (await load.http("GET", path, host=load.pages_host)).label


@kind("1 MB as the value of a date, new each time", needs=Needs.KEY, per_second=2, expects=("202", "4"), max_running=4)
async def long_filter_arguments(load: HostileLoad) -> str:
    name = load.draw.choice(["date", "number"])
    data = {"x": load.word(10) + "1" * 1_000_000}
    return await _send(load, _message(load, subject="x", text=f"{{{{ x | {name} }}}}", data=data))


@kind("five thousand attachments", needs=Needs.KEY, per_second=3, expects=("4",))
async def thousands_of_attachments(load: HostileLoad) -> str:
    attachments = [{"name": f"{number}.txt", "content": "YQ=="} for number in range(5_000)]
    return await _send(load, _message(load, subject="x", text="x", attachments=attachments))


@kind("a thousand recipients, each wrong in its own way", needs=Needs.KEY, per_second=3, expects=("4", "202"))
async def wrong_recipients(load: HostileLoad) -> str:
    people = [load.draw.choice(["", "@", "a@", "<" * 200, "a b@c", f"{load.word()}@x..y"]) for _ in range(1_000)]
    return await _send(load, _message(load, subject="x", text="x") | {"to": people})


@kind("the widest searches of events", needs=Needs.KEY, per_second=8, expects=("200", "429", "4"))
async def event_searches(load: HostileLoad) -> str:
    words = "%20".join(load.word(20) for _ in range(20))
    part = load.draw.choice(["events", "events/histogram"])
    path = f"/trx-api/{part}?{_widest_period()}&q={words}"
    return (await load.http("GET", path, token=load.target.attacker["key"])).label


@kind("statistics of two years by every filter", needs=Needs.KEY, per_second=8, expects=("200", "429", "4"))
async def widest_statistics(load: HostileLoad) -> str:
    part = load.draw.choice(["analytics", "basic", "category", "summary", "groups?groupBy=domain"])
    path = f"/trx-api/stats/{part}{'&' if '?' in part else '?'}{_widest_period()}"
    return (await load.http("GET", path, token=load.target.attacker["key"])).label


@kind("exports of events, one after the other", needs=Needs.ACCOUNT, per_second=6, expects=("200", "202", "4"))
async def event_exports(load: HostileLoad) -> str:
    body = {"format": load.draw.choice(["csv", "xlsx"]), "from": "2026-01-01T00:00:00Z"}
    return (await load.post("/trx-api/events/export", body, token=load.target.attacker["trx_token"])).label


async def _dead_webhook(load: HostileLoad) -> str:
    body = {"url": f"https://{load.word()}.example/hook", "events": ["delivered", "sandboxed"]}
    made = await load.post_or_raise("/trx-api/webhooks", body, token=load.target.attacker["trx_token"])
    return str(made["id"])


@kind(
    "tests and events of a webhook that never answers",
    needs=Needs.KEY,
    per_second=10,
    expects=("200", "202", "429", "4"),
    prepare=_dead_webhook,
)
async def dead_webhooks(load: HostileLoad) -> str:
    if load.draw.random() < 0.5:
        path, token = f"/trx-api/webhooks/{load.prepared}/test", load.target.attacker["trx_token"]
        return (await load.post(path, {}, token=token)).label
    return await _send(load, _message(load, subject="x", text="x"))


async def _template(load: HostileLoad) -> str:
    body = {
        "name": load.word(),
        "subject": "x",
        "html": "<p>{{ a }}</p>" * 1_900,
        "testData": {"a": "x" * 500},
    }
    made = await load.post_or_raise("/trx-api/template", body, token=load.target.attacker["trx_token"])
    return str(made["id"])


@kind(
    "tests of a template with 1,900 tags",
    needs=Needs.KEY,
    per_second=2,
    expects=("200", "4"),
    prepare=_template,
    max_running=4,
)
async def template_tests(load: HostileLoad) -> str:
    path = f"/trx-api/template/{load.prepared}/test"
    return (await load.post(path, {"data": {"a": load.word(2_000)}}, token=load.target.attacker["trx_token"])).label
