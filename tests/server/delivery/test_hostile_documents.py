"""No value of any setting can execute code in the email."""

import quopri
import re
from typing import Final

import pytest
from selectolax.lexbor import LexborHTMLParser

from server.delivery.compiling import BodyKind, EmailContent, Setting, compile_content
from server.delivery.content.documents import serialize_body
from server.delivery.errors import InvalidTag
from server.delivery.mime.filling import FillProgram
from server.documents.kinds.email import EMAIL
from server.documents.snapshot import RICH, Snapshot
from tests.server.documents.hostile import MADE, TEMPLATES, payloads, print_of
from tests.server.documents.pages import Plain, column, component, email, only_for, row

SETTING = Setting(origin="https://pages.example", company="Kopi", follows=False)
PAYLOADS = payloads()
CONTROLS = {
    kind: {name: field["control"] for name, field in each.settings.schema_of()["properties"].items()}
    for kind, each in EMAIL.kinds.items()
    if each.level == "component"
}
WHOLE = {name: field["control"] for name, field in EMAIL.whole.schema_of()["properties"].items()}
CHUNKS = 16

# The elements that our frame, our kinds and sanitised HTML can contain.
ELEMENTS: Final = {
    *("html", "head", "meta", "title", "style", "body", "div", "table", "tbody", "thead", "tfoot", "tr", "td", "th"),
    *("col", "colgroup", "caption", "h1", "h2", "h3", "h4", "h5", "h6", "p", "a", "img", "strong", "em", "b", "i", "u"),
    *("s", "span", "br", "hr", "ul", "ol", "li", "blockquote", "q", "small", "big", "sub", "sup", "code", "pre", "kbd"),
    *("samp", "tt", "var", "strike", "del", "ins", "abbr", "address", "cite", "dfn", "dl", "dt", "dd", "mark", "time"),
    *("center", "font", "figure", "figcaption", "article", "section", "header", "footer", "main", "nav", "wbr"),
}
ATTRIBUTES: Final = {
    *("lang", "dir", "xmlns", "xmlns:v", "xmlns:o", "http-equiv", "content", "name", "type", "media", "class", "style"),
    *("role", "aria-label", "aria-roledescription", "align", "valign", "bgcolor", "width", "height", "border", "span"),
    *(
        "cellpadding",
        "cellspacing",
        "href",
        "src",
        "alt",
        "start",
        "title",
        "id",
        "background",
        "color",
        "face",
        "size",
    ),
    *("nowrap", "target", "hspace", "vspace", "colspan", "rowspan", "headers", "scope"),
}
ADDRESSES: Final = frozenset({"href", "src", "background", "cite"})
SAFE: Final = re.compile(r"(?:https?://|mailto:|tel:|#)[^\x00-\x20\x7f]*|[^:]*", re.IGNORECASE)
# A style that could ever have executed code, in any client.
RUNS_IN_STYLE: Final = re.compile(
    r"expression\s*\(|javascript:|vbscript:|behavior\s*:|-moz-binding|@import", re.IGNORECASE
)


def with_everywhere(payload: str) -> Snapshot:
    """An email with the payload in every setting of every kind, in rich texts and in the document settings."""
    columns = [column(_everywhere(kind, payload)) for kind in CONTROLS]
    inner = row(column(component("text", text=_rich(payload)), background=payload, padding=payload), background=payload)
    condition = {"field": "firstname", "operator": "isNot", "value": payload}
    whole = {name: payload for name, control in WHOLE.items() if control not in ("switch", "pixels")}
    return email(row(*columns), only_for(row(column(inner)), condition), **whole)


def _everywhere(kind: str, payload: str) -> Plain:
    settings: Plain = {}
    for name, control in CONTROLS[kind].items():
        match control:
            case "rich":
                settings[name] = _rich(payload)
            case "list":
                settings[name] = [{"network": "x", "address": payload}, {"network": payload, "address": payload}]
            case "line" | "lines" | "address" | "image" | "code" | "colour" | "choice" | "align":
                settings[name] = payload
    if kind == "button":
        # Without text there is no button with an address.
        settings["words"] = f"x{payload}"
    return component(kind, **settings)


def _rich(payload: str) -> Plain:
    marks = {"bold": {}, "link": {"href": payload, "class": payload}, "textStyle": {"color": payload}, payload: payload}
    return {
        RICH: [
            {"name": "paragraph", "attributes": {"class": payload}, "inside": [
                {"text": [{"insert": payload, "attributes": marks}, {"insert": payload}]},
                {"name": payload, "attributes": {payload: payload}, "inside": [{"text": [{"insert": payload}]}]},
            ]},
            {"name": "heading", "attributes": {"level": payload}, "inside": [{"text": [{"insert": payload}]}]},
            {"name": "orderedList", "attributes": {"start": payload}, "inside": [
                {"name": "listItem", "attributes": {}, "inside": [{"text": [{"insert": payload}]}]},
            ]},
            {"name": payload, "attributes": {}, "inside": []},
        ]
    }  # fmt: skip


def mail_of(snapshot: Snapshot, fields: Plain | None = None) -> str:
    content = EmailContent(subject="x", body=serialize_body(snapshot), kind=BodyKind.DOCUMENT)
    compiled = compile_content(content, SETTING, known=None)
    return quopri.decodestring(b"".join(FillProgram(compiled.html).fill(fields or {}, b"TOKEN"))).decode()


def faults(html: str) -> list[str]:
    """Unexpected content of the email, after a parser like those of browsers."""
    found: list[str] = []
    root = LexborHTMLParser(html).root
    assert root is not None
    for node in root.traverse(include_text=False):
        tag = node.tag or ""
        if tag.startswith(("-", "!")):
            continue
        if tag not in ELEMENTS:
            found.append(f"<{tag}>")
        for name, value in node.attributes.items():
            found += [f"<{tag} {name}={value}>"] if _is_fault(tag, name, value or "") else []
    return found


def _is_fault(tag: str, name: str, value: str) -> bool:
    if name not in ATTRIBUTES and not name.startswith("aria-"):
        return True
    if name in ADDRESSES and not SAFE.fullmatch(value):
        return True
    if name == "http-equiv" and value not in ("X-UA-Compatible", "Content-Type"):
        return True
    return name == "style" and RUNS_IN_STYLE.search(value) is not None


def test_there_are_enough_payloads_and_all_differ() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 2_400
    assert print_of(PAYLOADS) == MADE
    assert all("{{" not in payload and "{%" not in payload for payload in PAYLOADS)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_runs_from_any_setting(chunk: int) -> None:
    for payload in PAYLOADS[chunk::CHUNKS]:
        html = mail_of(with_everywhere(payload))

        assert faults(html) == [], payload
        # A round trip through a parser, as in an email client, gives the same result.
        assert faults(LexborHTMLParser(html).html or "") == [], payload


@pytest.mark.parametrize("payload", TEMPLATES)
def test_braces_are_refused_where_they_stand_or_are_words(payload: str) -> None:
    html, node = _mail_or_node(with_everywhere(payload))

    assert node or faults(html) == []


@pytest.mark.parametrize("payload", TEMPLATES)
def test_braces_in_each_setting_alone(payload: str) -> None:
    for kind, controls in CONTROLS.items():
        for name, control in controls.items():
            if control not in ("line", "address", "image", "code"):
                continue
            rest = {"words": "x"} if kind == "button" and name != "words" else {}
            rest |= {"image": "https://i.example/a.png"} if kind == "image" and name != "image" else {}
            html, node = _mail_or_node(email(row(component(kind, **{**rest, name: payload}))))

            assert node in ("", f"{kind}1"), (kind, name)
            assert faults(html) == [], (kind, name)


def _mail_or_node(snapshot: Snapshot) -> tuple[str, str]:
    """The email, or the node of the error."""
    try:
        return mail_of(snapshot, {"b": [1, 2]}), ""
    except InvalidTag as error:
        return "", (error.payload or {})["node"]


def test_what_contacts_bring_does_not_run_either() -> None:
    code = (
        '<a href="{{ a }}" title="{{ a }}">{{ a }}</a><img src="{{ a }}" alt="{{ a }}">'
        '<a href="https://x.example/{{ a }}">{% if a %}{{ a | upper }}{% endif %}</a>'
    )
    snapshot = email(
        row(component("image", image="{{ a }}", alt="{{ a }}", address="{{ a }}")),
        row(component("button", words="{{ a }}", address="https://x.example/?q={{ a }}")),
        row(component("html", code=code)),
        row(component("content", body={RICH: [{"name": "mergeTag", "attributes": {"source": "a"}, "inside": []}]})),
        footerWords="{{ a }}",
    )
    content = EmailContent(subject="x", body=serialize_body(snapshot), kind=BodyKind.DOCUMENT)
    program = FillProgram(compile_content(content, SETTING, known=None).html)

    for payload in PAYLOADS:
        html = quopri.decodestring(b"".join(program.fill({"a": payload}, b"TOKEN"))).decode()

        assert faults(html) == [], payload


def test_the_parser_finds_what_would_run() -> None:
    """Otherwise the tests above would prove nothing."""
    for planted in (
        "<script>1</script>",
        "<p onclick=x>",
        '<a href="javascript:x">',
        "<svg></svg>",
        "<p style='x:expression(1)'>",
    ):
        assert faults(f"<!doctype html><html><body>{planted}</body></html>") != [], planted
