"""Load by a registered user: files, searches, segments, exports, campaigns."""

import gzip
import io
from typing import Any

from bench.prove.hostile.load import HostileLoad
from bench.prove.hostile.registry import Needs, kind

MB = 1 << 20
LONG_LINE_BYTES = 900_000
PREPARE = "/api/contacts/import/prepare"
# The disk usage of one team's prepared imports: three, each at most the plan's limit when decompressed.
PREPARED_MB = 120.0
DEEP_TAGS = 20_000
TEXT_FIELDS = ("email", "firstname", "lastname", "phone", "company", "city", "country", "timezone", "note")


def packed_people(unpacked_mb: int) -> bytes:
    """A few rows with a very long note, compressed to a thousandth."""
    written = io.BytesIO()
    with gzip.GzipFile(fileobj=written, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(b"Email,Note\r\n")
        for number in range(unpacked_mb * MB // LONG_LINE_BYTES):
            file.write(b"p%d@dest.example," % number + b"n" * LONG_LINE_BYTES + b"\r\n")
    return written.getvalue()


async def _small_package(_: HostileLoad) -> bytes:
    return packed_people(28)


async def _large_package(_: HostileLoad) -> bytes:
    return packed_people(600)


async def _workbooks(_: HostileLoad) -> list[bytes]:
    from tests.server.contacts import hostile  # noqa: PLC0415 -- other kinds need none of the tests

    wide = hostile.xlsx(sheet=hostile.sheet(hostile.wide_sheet(16_000)))
    many = hostile.xlsx(strings=hostile.strings("<si><t>b</t></si>" * 400_000))
    return [
        hostile.blown(),
        hostile.xlsx(strings=hostile.strings("<si><t>&l9;</t></si>", hostile.laughs())),
        wide,
        many,
    ]


@kind(
    "imports that are prepared and never started",
    needs=Needs.ACCOUNT,
    per_second=1.5,
    expects=("200", "4", "5"),
    prepare=_small_package,
    max_running=4,
    max_disk_mb=PREPARED_MB,
)
async def prepared_imports(load: HostileLoad) -> str:
    return (await load.upload(PREPARE, "people.csv.gz", load.prepared, token=load.target.attacker["token"])).label


@kind(
    "packed files that unpack to 600 MB",
    needs=Needs.ACCOUNT,
    per_second=1,
    expects=("4",),
    prepare=_large_package,
    max_running=4,
    max_disk_mb=PREPARED_MB,
)
async def gzip_bombs(load: HostileLoad) -> str:
    return (await load.upload(PREPARE, "people.csv.gz", load.prepared, token=load.target.attacker["token"])).label


@kind(
    "workbooks that unpack to 300 MB, or have millions of cells or strings",
    needs=Needs.ACCOUNT,
    per_second=1,
    expects=("4", "200"),
    prepare=_workbooks,
    max_running=8,
    max_disk_mb=PREPARED_MB,
)
async def workbook_bombs(load: HostileLoad) -> str:
    file = load.draw.choice(load.prepared)
    return (await load.upload(PREPARE, "people.xlsx", file, token=load.target.attacker["token"])).label


@kind("searches of 200 letters, inside the words", needs=Needs.ACCOUNT, per_second=30, expects=("200", "429"))
async def long_searches(load: HostileLoad) -> str:
    words = " ".join(load.word(1) + load.word(2) for _ in range(48))
    return (
        await load.http(
            "GET", f"/api/contacts?whole=true&search={words}".replace(" ", "%20"), token=load.target.attacker["token"]
        )
    ).label


@kind("the last pages of the longest lists", needs=Needs.ACCOUNT, per_second=30, expects=("200", "429", "4"))
async def far_pages(load: HostileLoad) -> str:
    path = load.draw.choice(["/api/contacts", "/api/email-marketing", "/api/activity", "/api/notifications"])
    return (await load.http("GET", f"{path}?page=1000000&size=100", token=load.target.attacker["token"])).label


@kind("segments of 60 rules, six groups deep", needs=Needs.ACCOUNT, per_second=12, expects=("200", "429"))
async def largest_segments(load: HostileLoad) -> str:
    rules: dict[str, Any] = _group([_field_rule(load) for _ in range(49)])
    for _ in range(5):
        rules = _group([rules, _field_rule(load)])
    return (await load.post("/api/contacts/segment/size", {"rules": rules}, token=load.target.attacker["token"])).label


def _group(rules: list[dict[str, Any]]) -> dict[str, Any]:
    return {"kind": "group", "match": "any", "negated": True, "rules": rules}


def _field_rule(load: HostileLoad) -> dict[str, Any]:
    field = load.draw.choice(TEXT_FIELDS)
    return {"kind": "field", "field": field, "operator": "containsNot", "value": load.word(200)}


@kind("exports of contacts, one after the other", needs=Needs.ACCOUNT, per_second=10, expects=("200", "202", "4"))
async def contact_exports(load: HostileLoad) -> str:
    body = {"columns": ["email", "firstname", "lastname"], "format": load.draw.choice(["csv", "xlsx"]), "filter": {}}
    return (await load.post("/api/contacts/find/export", body, token=load.target.attacker["token"])).label


@kind("suppression lists, imported in a loop", needs=Needs.ACCOUNT, per_second=4, expects=("200", "4"))
async def suppression_imports(load: HostileLoad) -> str:
    lines = "\r\n".join(["Email", *(f"{load.word()}@{load.word(4)}.example" for _ in range(500))])
    path = "/api/contacts/suppression/import?scope=marketing"
    return (await load.upload(path, "list.csv", lines.encode(), token=load.target.attacker["token"])).label


async def _deep_campaigns(load: HostileLoad) -> list[str]:
    token = load.target.attacker["token"]
    bodies = [
        {"kind": "markdown", "body": "> " * 2_000 + "*a_ " * 20_000},
        {"kind": "html", "body": "<table><tr><td>" * 40 + "<b>x</b>" * DEEP_TAGS},
    ]
    made = []
    for content in bodies:
        draft = {"name": "Deep", "subject": "Deep", "content": content, "recipients": {"all": True}}
        response = await load.post("/api/email-marketing", draft, token=token)
        if response.status < 300:
            made.append(str(response.json()["id"]))
    return made or [str(load.number())]


@kind(
    "previews and checks of the largest campaigns",
    needs=Needs.ACCOUNT,
    per_second=4,
    expects=("200", "4"),
    prepare=_deep_campaigns,
    max_running=8,
)
async def campaign_previews(load: HostileLoad) -> str:
    part = load.draw.choice(["preview", "checks", "plain-text", "size"])
    path = f"/api/email-marketing/{load.draw.choice(load.prepared)}/{part}"
    return (await load.http("GET", path, token=load.target.attacker["token"])).label


async def _linked_campaign(load: HostileLoad) -> str:
    links = " ".join(f"[a](https://h{number}.{load.word(6)}.example/{load.word(20)})" for number in range(100))
    content = {"kind": "markdown", "body": links}
    draft = {"name": "Links", "subject": "Links", "content": content, "recipients": {"all": True}}
    made = await load.post_or_raise("/api/email-marketing", draft, token=load.target.attacker["token"])
    return str(made["id"])


@kind(
    "checks of a hundred links that lead nowhere",
    needs=Needs.ACCOUNT,
    per_second=2,
    expects=("200", "202", "429", "409"),
    prepare=_linked_campaign,
)
async def link_checks(load: HostileLoad) -> str:
    return (
        await load.post(f"/api/email-marketing/{load.prepared}/checks/links", {}, token=load.target.attacker["token"])
    ).label
