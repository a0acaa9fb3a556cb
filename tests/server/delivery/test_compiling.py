"""Compilation of a tenant's content."""

import quopri
from dataclasses import replace

import pytest

from server.delivery.compiling import (
    MIN_CACHED_CHARACTERS,
    BodyKind,
    EmailContent,
    Setting,
    compile_content,
    get_loop_fields,
)
from server.delivery.content.starters import Starter, choose_ink
from server.delivery.errors import DocumentTooLarge, InvalidTag
from server.delivery.mime.filling import fill_text, insert_origins
from server.delivery.tags.tree import Text, Token
from tests.server.delivery.mime.test_message import IDENTITY, KNOWN, SETTING, fill, program, read

__all__ = ["IDENTITY"]


def html_of(body: str, **fields: object) -> str:
    return read(fill(program(body, BodyKind.HTML), **fields))[2]


def markdown_of(body: str, **fields: object) -> str:
    return read(fill(program(body, BodyKind.MARKDOWN), **fields))[2]


@pytest.mark.parametrize("starter", list(Starter))
def test_every_starter_has_its_footer(starter: Starter) -> None:
    compiled = compile_content(EmailContent(subject="s", body="# Hi", starter=starter), SETTING, known=KNOWN)

    encoded = "".join(node.text for node in insert_origins(compiled.html, "") if isinstance(node, Text))
    static = quopri.decodestring(encoded.encode()).decode()
    assert "Kopi &amp; Co" in static
    assert "Jl. Melati 1, Bandung" in static
    assert "https://pages.example/u/" in static
    assert "https://pages.example/manage-subscription/" in static
    assert "https://pages.example/v/" in static
    assert "prefers-color-scheme: dark" in static
    assert sum(isinstance(node, Token) for node in compiled.html) == 5
    assert static.index("https://pages.example/c/0/") < static.index("Hi")


def test_scripts_handlers_frames_and_foreign_markup_go() -> None:
    html = html_of(
        '<script>alert(1)</script><p onclick="a()">keep</p><svg><script>x</script></svg><math><mi>m</mi></math>'
        '<iframe src="https://x.example"></iframe><form><input name="q"></form><a href="javascript:alert(1)">j</a>'
        '<a href="jav&#9;ascript:alert(1)">k</a><p style="color:red;position:fixed">styled</p><!-- note -->'
        "<style>@import url(x);</style><style>.a{color:blue}</style>"
    )

    for part in (
        "<script",
        "javascript",
        "onclick",
        "<svg",
        "<math",
        "<iframe",
        "<form",
        "<input",
        "position",
        "note",
        "@import",
    ):
        assert part not in html
    assert "keep" in html
    assert "color:red" in html.replace(" ", "")
    assert ".a{color:blue}" in html


def test_an_html_body_without_unsubscribe_gets_the_footer_and_one_with_it_does_not() -> None:
    without = html_of("<p>x</p>")
    own = html_of('<p>x</p><a href="{{ unsubscribe_url }}">out</a>')

    assert without.count("https://pages.example/u/") == 1
    assert own.count("https://pages.example/u/") == 1
    assert "You get this mail because" not in own


def test_a_repeat_can_stand_between_the_rows_of_a_table() -> None:
    html = html_of(
        "<table>{% for item in items %}<tr><td>{{ item.name }}</td></tr>{% endfor %}</table>",
        items=[{"name": "a"}, {"name": "b"}],
    )

    assert "<tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>" in html


def test_short_rows_of_a_wide_table_are_refused_by_the_cells_they_are_filled_up_to() -> None:
    wide = "|a" * 100 + "\n" + "|-" * 100 + "\n" + "|a\n"

    assert "<table" in markdown_of(wide + "|a\n" * 90)
    with pytest.raises(DocumentTooLarge) as caught:
        program(wide + "|a\n" * 110, BodyKind.MARKDOWN)
    assert caught.value.payload == {"what": "elements", "most": 10_000}


def test_a_condition_holds_whole_blocks_of_markdown() -> None:
    body = '{% if city == "Bandung" %}\n# Here\n\n[Go](https://a.example "button")\n{% else %}\n- there\n{% endif %}'

    here, there = markdown_of(body, city="Bandung"), markdown_of(body, city="x")

    assert ("Here</h1>" in here, "there</li>" in here) == (True, False)
    assert ("Here</h1>" in there, "there</li>" in there) == (False, True)


@pytest.mark.parametrize(
    ("kind", "body", "part"),
    [
        (BodyKind.HTML, "<p>{% if city %}a</p>{% endif %}", "into the same element"),
        (BodyKind.HTML, '<p style="color:{{ city }}">a</p>', "attribute style"),
        (BodyKind.HTML, "<style>.a{color:{{ city }}}</style>", "style sheet"),
        (BodyKind.HTML, "<p {{ city }}>a</p>", "Merge tags do not work here"),
        (BodyKind.HTML, '<p title="{% if city %}">{% endif %}</p>', "into the same element"),
        (BodyKind.HTML, "<script>{{ city }}</script>", "Merge tags do not work here"),
        (BodyKind.MARKDOWN, "a **{% if city %}b** {% endif %}", "into the same element"),
        (BodyKind.MARKDOWN, "x {{ nope }}", "no field"),
    ],
)
def test_a_tag_where_it_cannot_be_filled_is_refused(kind: BodyKind, body: str, part: str) -> None:
    with pytest.raises(InvalidTag) as caught:
        compile_content(EmailContent(subject="s", body=body, kind=kind), SETTING, known=KNOWN)

    assert part in (caught.value.payload or {})["cause"]


def test_a_link_keeps_its_target_on_the_server() -> None:
    body = (
        "[a](https://shop.example/?c={{ city }}&x=1) [again](https://shop.example/?c=1) [again](https://shop.example/?c=1)"
        " [mail](mailto:x@kopi.example) [bare](www.kopi.example/x) [rel](/nowhere)"
    )
    compiled = compile_content(EmailContent(subject="s", body=body), SETTING, known=KNOWN)

    assert [link.shown for link in compiled.links] == [
        "https://shop.example/?c={{ city }}&x=1",
        "https://shop.example/?c=1",
        "https://www.kopi.example/x",
    ]
    assert fill_text(compiled.links[0].target, {"city": "a b&c"}) == "https://shop.example/?c=a%20b%26c&x=1"


def test_a_link_in_a_repeat_knows_its_turn() -> None:
    body = "{% for item in items %}[x](https://shop.example/{{ item.id }}) {% endfor %}"
    compiled = compile_content(EmailContent(subject="s", body=body), SETTING, known=KNOWN)
    link, fields = compiled.links[0], {"items": [{"id": 7}, {"id": 8}]}

    found = get_loop_fields(link, [1], fields)

    assert found is not None
    assert fill_text(link.target, found) == "https://shop.example/8"
    assert get_loop_fields(link, [2], fields) is None
    assert get_loop_fields(link, [], fields) is None


def test_system_mail_neither_follows_nor_unsubscribes() -> None:
    setting = Setting(origin="https://pages.example", company="Dash", follows=False, unsubscribes=False)

    compiled = compile_content(EmailContent(subject="s", body="[go](https://a.example/x)"), setting, known=frozenset())

    static = "".join(node.text for node in compiled.html if isinstance(node, Text)).replace("=\r\n", "")
    assert 'href=3D"https://a.example/x"' in static
    assert "/o/" not in static
    assert "nsubscribe" not in static
    assert compiled.links == ()


def test_sizes_and_depth_are_bounded() -> None:
    with pytest.raises(DocumentTooLarge):
        compile_content(EmailContent(subject="s", body="<b>" * 50_000, kind=BodyKind.HTML), SETTING, known=KNOWN)
    with pytest.raises(DocumentTooLarge):
        compile_content(EmailContent(subject="s" * 999, body="x"), SETTING, known=KNOWN)
    with pytest.raises(DocumentTooLarge):
        compile_content(EmailContent(subject="s", body="x" * 500_001), SETTING, known=KNOWN)


def test_ink_has_the_better_contrast() -> None:
    assert choose_ink("#f6d94c") == "#111111"
    assert choose_ink("#2f5bd7") == "#ffffff"


def test_a_long_body_is_compiled_once_and_again_for_another_setting() -> None:
    short = EmailContent(subject="s", body="<p>Hi</p>", kind=BodyKind.HTML)
    long = replace(short, body="<p>Hi</p>" * (MIN_CACHED_CHARACTERS // 9 + 1))
    fair, later = ({"title": "Fair", "starts": moment} for moment in ("2026-11-27", "2026-11-28"))
    first = compile_content(long, replace(SETTING, event=fair), known=KNOWN)

    assert compile_content(long, replace(SETTING, event=dict(fair)), known=KNOWN) is first
    others = [
        compile_content(replace(long, subject="t"), replace(SETTING, event=fair), known=KNOWN),
        compile_content(long, replace(SETTING, event=later), known=KNOWN),
        compile_content(long, replace(SETTING, event=fair, company="Teh"), known=KNOWN),
        compile_content(long, replace(SETTING, event=fair), known=KNOWN - {"firstname"}),
    ]
    assert all(other is not first for other in others)
    assert others[1].event == later
    assert compile_content(short, SETTING, known=KNOWN) is not compile_content(short, SETTING, known=KNOWN)
