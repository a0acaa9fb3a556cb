"""Editor documents compiled to email: tags, conditions, links, footer, text, and errors."""

import json
import quopri
from collections.abc import Mapping
from typing import Any

import pytest

from server.delivery import causes
from server.delivery.compiling import BodyKind, CompiledEmail, EmailContent, Setting, compile_content, derive_plain_text
from server.delivery.content import documents, mjml
from server.delivery.content.documents import parse_body, serialize_body
from server.delivery.content.starters import FooterLinks
from server.delivery.content.utm import UtmValues
from server.delivery.errors import DocumentTooLarge, InvalidTag
from server.delivery.mime.filling import FillProgram
from server.documents.snapshot import RICH, Snapshot
from tests.server.documents.pages import column, component, email, only_for, row, words

SETTING = Setting(
    origin="https://pages.example",
    company="Kopi <Selatan>",
    postal_address="Jl. Braga 1, Bandung",
    footer=FooterLinks(brand="Dash"),
)
QUIET = Setting(origin="https://pages.example", company="Kopi", follows=False)
KNOWN = frozenset({"firstname", "city", "points", "vip", "email", "orders"})


def compiled(snapshot: Snapshot, setting: Setting = SETTING, **content: Any) -> CompiledEmail:
    return compile_content(
        EmailContent(subject="Hai", body=serialize_body(snapshot), kind=BodyKind.DOCUMENT, **content),
        setting,
        known=KNOWN,
    )


def filled(nodes: Any, fields: Mapping[str, Any] | None = None) -> str:
    return quopri.decodestring(b"".join(FillProgram(nodes).fill(fields or {}, b"TOKEN"))).decode().replace("\r\n", "\n")


def html(snapshot: Snapshot, fields: Mapping[str, Any] | None = None, setting: Setting = QUIET, **content: Any) -> str:
    return filled(compiled(snapshot, setting, **content).html, fields)


def a_text(text: str) -> dict[str, Any]:
    return component("text", text=words(text))


def a_button(label: str = "Beli", address: str = "https://kopi.example/") -> dict[str, Any]:
    return component("button", words=label, address=address)


def test_a_mail_of_every_kind_is_filled_for_its_reader() -> None:
    snapshot = email(
        row(component("text", text={RICH: [{"name": "paragraph", "attributes": {}, "inside": [
            {"text": [{"insert": "Halo "}]},
            {"name": "mergeTag", "attributes": {"source": "firstname | default: 'kawan'"}, "inside": []},
        ]}]})),
        row(component("content", body=words("Kota {{ city | upper }}"))),
        row(component("image", image="https://i.example/{{ city }}.png", alt="Foto {{ firstname }}")),
        row(a_button("Beli, {{ firstname }}", "https://kopi.example/?e={{ email }}")),
        row(component("html", code="<b>{{ points | number: 0 }}</b>")),
    )  # fmt: skip

    page = html(snapshot, {"firstname": "<Ayu>", "city": "Gayo", "email": "a&b@kopi.example", "points": 1200})

    assert "Halo &lt;Ayu&gt;" in page
    assert "Kota GAYO" in page
    assert 'src="https://i.example/Gayo.png" alt="Foto &lt;Ayu&gt;"' in page
    assert 'href="https://kopi.example/?e=a%26b%40kopi.example"' in page
    assert "<b>1,200</b>" in page
    assert "Halo kawan" in html(snapshot)
    assert "{{" not in page
    assert "mtg" not in page


@pytest.mark.parametrize(
    ("operator", "value", "shown_to", "hidden_from"),
    [
        ("is", "Bandung", {"city": "bandung"}, {"city": "Medan"}),
        ("isNot", "Bandung", {"city": "Medan"}, {"city": "Bandung"}),
        ("contains", "band", {"city": "Bandung"}, {"city": "Medan"}),
        ("isSet", "", {"city": "Bandung"}, {}),
        ("isNotSet", "", {}, {"city": "Bandung"}),
        ("greater", "9", {"city": "10"}, {"city": "9"}),
        ("less", 9, {"city": "8"}, {"city": "10"}),
        ("is", "\"a\" or 'b' %} &quot;", {"city": "\"a\" or 'b' %} &quot;"}, {"city": "a"}),
    ],
)
def test_a_condition_shows_a_row_and_a_component(
    operator: str, value: Any, shown_to: dict[str, str], hidden_from: dict[str, str]
) -> None:
    rule = {"field": "city", "operator": operator, "value": value}
    snapshot = email(
        only_for(row(a_text("Baris")), rule), row(column(a_text("Tetap"), only_for(a_text("Bagian"), rule)))
    )

    page, text = html(snapshot, shown_to), filled(compiled(snapshot).text, shown_to)
    less, less_text = html(snapshot, hidden_from), filled(compiled(snapshot).text, hidden_from)

    assert all(word in page and word in text for word in ("Baris", "Tetap", "Bagian"))
    assert "Tetap" in less
    assert "Tetap" in less_text
    assert not any(word in less or word in less_text for word in ("Baris", "Bagian"))


def test_rules_are_joined_by_and_or_by_or() -> None:
    rules = ({"field": "city", "operator": "is", "value": "Medan"}, {"field": "vip", "operator": "isSet"})

    both, either = (email(only_for(row(a_text("Satu")), *rules, every=every)) for every in (True, False))

    assert "Satu" not in html(both, {"city": "Medan"})
    assert "Satu" in html(both, {"city": "Medan", "vip": True})
    assert "Satu" in html(either, {"vip": True})
    assert "Satu" not in html(either, {})


def test_rules_that_are_not_finished_hide_nothing() -> None:
    unfinished: list[Any] = [
        {"field": ""},
        {"field": "city", "operator": "near"},
        {"operator": "is"},
        "x",
        {"field": "city"},
    ]
    snapshot = email(only_for(row(a_text("Satu")), *unfinished))

    assert "Satu" in html(snapshot)


def test_the_footer_names_the_sender_and_leads_out() -> None:
    page = html(email(row(a_text("Halo"))), setting=SETTING)

    assert "Kopi &lt;Selatan&gt; · Jl. Braga 1, Bandung" in page
    assert 'href="https://pages.example/u/TOKEN"' in page
    assert 'href="https://pages.example/v/TOKEN"' in page
    assert 'href="https://pages.example/manage-subscription/TOKEN"' in page
    assert "email-forward" not in page
    assert "Sent with Dash" in page
    assert "<title>Kopi &lt;Selatan&gt;</title>" in page


def test_the_footer_can_hide_the_brand_and_no_more() -> None:
    snapshot = email(footerPreferences=False, showViewBrowserLink=False)

    page = html(snapshot, setting=Setting(origin="https://pages.example", company="Kopi"))

    assert "Sent with" not in page
    assert "/v/TOKEN" not in page
    assert "/u/TOKEN" in page


def test_links_are_numbered_in_the_order_of_reading_and_ours_are_not() -> None:
    link = {"insert": "sini", "attributes": {"link": {"href": "https://b.example"}}}
    snapshot = email(
        row(a_button(address="https://a.example/{{ city }}")),
        row(
            component("content", body=words(link)), component("image", image="https://i.example/1", address="c.example")
        ),
        row(component("html", code='<a href="https://d.example">x</a>'), a_button(address="mailto:a@kopi.example")),
    )

    result = compiled(snapshot)

    assert [link.shown for link in result.links] == [
        "https://a.example/{{ city }}",
        "https://b.example",
        "https://c.example",
        "https://d.example",
    ]
    page = filled(result.html)
    assert [f"/c/{number}/TOKEN" in page for number in (1, 2, 3, 4, 5)] == [True, True, True, True, False]
    assert 'href="mailto:a@kopi.example"' in page
    assert "https://pages.example/o/TOKEN" in page


def test_campaign_parameters_are_put_on_links() -> None:
    quiet = Setting(origin="https://pages.example", company="Kopi", follows=False, utm=UtmValues(source="mail"))

    assert 'href="https://kopi.example/?utm_source=mail"' in html(email(row(a_button())), setting=quiet)


def test_a_repeat_within_a_part_is_followed() -> None:
    code = '{% for order in orders %}<a href="https://kopi.example/{{ order.id }}">{{ order.id }}</a>{% endfor %}'

    result = compiled(email(row(component("html", code=code))))

    assert result.links[0].loops == (("order", ("orders",)),)
    assert "/c/1.1/TOKEN" in filled(result.html, {"orders": [{"id": 7}, {"id": 8}]})


def test_the_text_part_reads_like_the_mail() -> None:
    snapshot = email(
        row(a_text("Panen & pesta")),
        row(a_button("Pesan", "https://kopi.example/pesan")),
        row(component("image", image="https://i.example/1", alt="Kebun")),
        footerWords="Salam, tim",
    )

    text = filled(compiled(snapshot, QUIET).text)

    assert text == (
        "Panen & pesta\n\nPesan (https://kopi.example/pesan)\n\nKebun\n\nSalam, tim\n\n-- \nKopi\n"
        "Unsubscribe: https://pages.example/u/TOKEN\n"
    )


def test_a_text_of_its_own_is_taken_instead() -> None:
    result = compiled(email(row(a_text("Halo"))), plain="Sendiri")

    assert filled(result.text).startswith("Sendiri\n")


def test_the_made_text_has_tags_and_conditions_as_they_are_written() -> None:
    snapshot = email(
        only_for(row(a_text("Hai {{ firstname }}")), {"field": "points", "operator": "greater", "value": 5}),
        row(a_button("Beli", "https://kopi.example/{{ city }}")),
    )

    text = derive_plain_text(EmailContent(subject="", body=serialize_body(snapshot), kind=BodyKind.DOCUMENT), SETTING)

    assert "{% if points > 5 %}" in text
    assert "Hai {{ firstname }}" in text
    assert "{% endif %}" in text
    assert "Beli (https://kopi.example/{{ city }})" in text


def test_style_sheets_of_html_stand_in_the_head() -> None:
    page = html(email(row(component("html", code="<style>.a{color:#c00}</style><p class=a>x</p>"))))

    assert ".a{color:#c00}" in page.split("</head>")[0]
    assert ".a{color:#c00}" not in page.split("</head>")[1]


@pytest.mark.parametrize(
    ("part", "payload"),
    [
        (a_text("satu\n{{ first name }}"),
         {"line": 2, "column": 1, **causes.TAG_TEXT_EXTRA.bind(text="name").payload()}),
        (a_text("{{ nickname }}"),
         {"line": 1, "column": 1, **causes.TAG_FIELD_UNKNOWN.bind(name="nickname").payload()}),
        (a_button("{% if vip %}Beli"),
         {"line": 1, "column": 1, **causes.TAG_END_MISSING.bind(tag="if", end="endif").payload()}),
        (component("html", code="<p>\n <b {{ vip }}>x</b>"),
         {"line": 2, "column": 5, **causes.TAG_NOWHERE.bind().payload()}),
        (component("html", code="<style>{{ city }}</style>"),
         {"line": 1, "column": 8, **causes.TAG_IN_STYLE_SHEET.bind().payload()}),
        (component("text", text={RICH: [{"name": "mergeTag", "attributes": {"source": "a }} {{ b"}}]}),
         {"line": 1, "column": 1, **causes.ONE_TAG_EXPECTED.bind().payload()}),
        (only_for(a_text("x"), {"field": "nickname", "operator": "isSet"}),
         {"line": 1, "column": 1, **causes.TAG_FIELD_UNKNOWN.bind(name="nickname").payload()}),
    ],
)  # fmt: skip
def test_an_error_names_the_node_and_the_place_in_its_text(part: dict[str, Any], payload: dict[str, Any]) -> None:
    snapshot = email(row(a_text("Halo {{ firstname }}")), row(column(row(column(part)))))
    node = list(snapshot.of)[-1]

    with pytest.raises(InvalidTag) as caught:
        compiled(snapshot)

    assert caught.value.payload == {**payload, "node": node}


def test_an_error_of_the_preheader_names_no_node() -> None:
    with pytest.raises(InvalidTag) as caught:
        compiled(email(row(a_text("{{ firstname }}"))), preheader="{{ nickname }}")

    assert "node" not in (caught.value.payload or {})


def test_a_tag_cannot_reach_over_parts() -> None:
    snapshot = email(row(a_text("{% if vip %}Satu")), row(a_text("Dua{% endif %}")))

    with pytest.raises(InvalidTag) as caught:
        compiled(snapshot)

    assert (caught.value.payload or {})["node"] == "text2"


def test_too_many_tags_or_rules_are_refused_as_a_whole() -> None:
    many = email(*[row(a_text("{{ city }}" * 1_000)) for _ in range(3)])
    rules = [{"field": "city", "operator": "isSet"}] * 51

    with pytest.raises(DocumentTooLarge) as tags:
        compiled(many)
    with pytest.raises(DocumentTooLarge) as conditions:
        compiled(email(only_for(row(a_text("x")), *rules)))

    assert (tags.value.payload or {})["what"] == "tags"
    assert conditions.value.payload == {"what": "rules", "most": 50, "node": "row1"}


def test_a_body_is_the_same_text_for_the_same_content() -> None:
    snapshot = email(row(a_text("Halo")), only_for(row(a_button()), {"field": "city"}), width=640)
    other_root = Snapshot({"body": (), "popup": snapshot.tree["body"]}, snapshot.settings, snapshot.of, {})

    assert serialize_body(snapshot) == serialize_body(snapshot)
    assert parse_body(serialize_body(snapshot)).rows == snapshot.tree["body"]
    assert parse_body(serialize_body(snapshot)).conditions == snapshot.conditions
    assert parse_body(serialize_body(other_root)).rows == ()
    assert json.loads(serialize_body(other_root))["of"] == {}
    assert parse_body(serialize_body(other_root, "popup")).rows == snapshot.tree["body"]
    assert parse_body("").rows == ()


def test_bytes_among_the_settings_are_left_out() -> None:
    assert parse_body(serialize_body(email(width=b"\x00"))).settings == {"width": None}


def test_the_same_document_is_the_same_mail() -> None:
    snapshot = email(only_for(row(a_text("Halo {{ city }}"), a_button()), {"field": "city", "operator": "isSet"}))

    assert compiled(snapshot).to_data() == compiled(snapshot).to_data()


def test_typing_does_not_compile_the_structure_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(source: str) -> str:
        asked.append(source)
        return render(source)

    render = mjml.render_trusted
    monkeypatch.setattr(mjml, "render_trusted", noted)

    for text in ("H", "Ha", "Halo"):
        assert text in html(email(row(a_text(text)), row(a_button()), width=431))
    assert len(asked) == 1
    assert "Halo" in html(email(row(a_text("Halo")), row(a_button()), row(a_text("Lagi")), width=431))
    assert len(asked) == 2


def test_a_structure_that_is_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_CACHED_CHARACTERS", 10)
    before = documents._render_cached_structure.cache_info().currsize

    assert "Halo" in html(email(row(a_text("Halo")), width=444))
    assert documents._render_cached_structure.cache_info().currsize == before
