"""Complete emails: one for each kind, one with many rows, and the starter newsletters.

The fixtures are in tests/fixtures/mails (RECORD=1 writes them). tests/e2e/mail.spec.ts opens the same files in a
browser and checks them against the support of email clients.
"""

import json
import os
import quopri
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from server.delivery.compiling import BodyKind, EmailContent, Setting, compile_content
from server.delivery.content.documents import serialize_body
from server.delivery.content.starters import FooterLinks
from server.delivery.mime.filling import FillProgram
from server.documents.kinds.email import EMAIL, STRUCTURE
from server.documents.snapshot import Snapshot, read
from server.documents.starters import STARTERS, build_update
from tests.server.documents.pages import column, component, email, only_for, row, words

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
MAILS = FIXTURES / "mails"
KINDS = [name for name, kind in EMAIL.kinds.items() if kind.level == "component"]
MAX_SHOWN_BYTES = 102 * 1024  # Gmail clips longer emails
SETTING = Setting(
    origin="https://pages.example",
    company="Kopi Selatan",
    postal_address="Jl. Braga 1, Bandung",
    language="id",
    footer=FooterLinks(brand="Dashboard"),
)
READER = {
    "firstname": "Ayu",
    "city": "gayo",
    "product": "kopi",
    "photo": "https://i.example/p.png",
    "vip": True,
    "a": 1,
}


def of_kind(kind: str) -> Snapshot:
    """Every case of a kind's fixture in a separate row."""
    cases = json.loads((FIXTURES / "documents" / "kinds" / f"{kind}.json").read_text())
    return email(*[row(component(kind, **case["settings"])) for case in cases])


def layout() -> Snapshot:
    """Rows of one, two and three columns, a row in a column, backgrounds, and conditions."""
    picture = component("image", image="https://i.example/a.png", alt="Kebun", padding=[8, 8, 8, 8])
    button = component("button", words="Pesan", address="https://kopi.example/pesan")
    heading = component("text", text=words("Panen Gayo"), level="h2", align="center")
    line = component("content", body=words("Dipetik di ketinggian, dijemur di atas para-para, disangrai tiap Kamis."))
    inner = row(column(picture, width=40), column(line, button), padding=[0, 0, 0, 0])
    return email(
        row(heading, padding=[24, 0, 8, 0]),
        row(column(picture, width=30), column(line), background="#ffeedd", vertical="middle"),
        row(column(picture), column(picture), column(picture), stacks=False),
        row(column(heading, inner, component("separator"), background="#eef2ee", padding=[16, 16, 16, 16], corner=8)),
        row(button, background="#1f3d2b", reach="window", padding=[32, 0, 32, 0]),
        only_for(row(line), {"field": "vip", "operator": "isSet"}),
        only_for(row(button), {"field": "city", "operator": "is", "value": "Medan"}),
        headingFont="georgia",
        footerWords="Sampai jumpa di kedai.\nTim Kopi Selatan",
        footerForward=True,
    )


SNAPSHOTS = {
    **{kind: of_kind(kind) for kind in KINDS},
    "layout": layout(),
    **{name: read(build_update(name, "id"), STRUCTURE) for name in STARTERS},
}


def html_of(name: str) -> str:
    content = EmailContent(
        subject="Panen", body=serialize_body(SNAPSHOTS[name]), kind=BodyKind.DOCUMENT, preheader="Untuk {{ firstname }}"
    )
    compiled = compile_content(content, SETTING, known=None)
    return (
        quopri.decodestring(b"".join(FillProgram(compiled.html).fill(READER, b"TOKEN"))).decode().replace("\r\n", "\n")
    )


def parsed(name: str) -> LexborHTMLParser:
    return LexborHTMLParser((MAILS / f"{name}.html").read_text())


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_mail_is_what_was_recorded(name: str) -> None:
    html = html_of(name)

    if os.environ.get("RECORD"):
        (MAILS / f"{name}.html").write_text(html)
    assert html == (MAILS / f"{name}.html").read_text()
    assert len(html.encode()) < MAX_SHOWN_BYTES


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_frame_says_what_clients_need(name: str) -> None:
    html, tree = (MAILS / f"{name}.html").read_text(), parsed(name)

    assert html.startswith('<!doctype html><html lang="id"')
    assert [title.text() for title in tree.css("title")] == ["Kopi Selatan"]
    told = {meta.attributes.get("name"): meta.attributes.get("content") for meta in tree.css("meta[name]")}
    assert told["viewport"] == "width=device-width, initial-scale=1"
    assert told["color-scheme"] == told["supported-color-schemes"] == "light dark"
    assert "<o:PixelsPerInch>96</o:PixelsPerInch>" in html
    assert "{{" not in html


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_tables_are_for_layout_and_pictures_have_words_and_a_width(name: str) -> None:
    tree = parsed(name)

    for table in tree.css("table"):
        assert table.attributes.get("role") == "presentation" or _is_the_authors(table), table.html
    for picture in tree.css("img"):
        assert "alt" in picture.attributes
        assert int(picture.attributes.get("width") or "") >= 1


def _is_the_authors(table: LexborNode) -> bool:
    """Whether an author wrote it in an HTML component: our tables set cell sizes."""
    return "cellpadding" not in table.attributes


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_outlook_sees_whole_tables(name: str) -> None:
    """Outlook's conditional comments are markup to Outlook: their tags must match."""
    html = (MAILS / f"{name}.html").read_text()
    body = html[html.index("<body") :]
    seen = re.sub(r"<!--\[if [^\]]*\]>|<!\[endif\]-->", "", body)

    assert body.count("<!--[if ") == body.count("<![endif]-->")
    for tag in ("table", "tr", "td", "div"):
        assert len(re.findall(rf"<{tag}[\s>]", seen)) == len(re.findall(rf"</{tag}>", seen)), tag
    assert "<!--[if" in body


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_every_link_leads_somewhere(name: str) -> None:
    for link in parsed(name).css("body a"):
        assert re.match(r"https://pages\.example/|https?://|mailto:", link.attributes.get("href") or ""), link.html


def test_the_layout_knows_its_reader() -> None:
    html = (MAILS / "layout.html").read_text()

    assert html.count("Dipetik") == 3
    assert html.count(">Pesan</a>") == 2
