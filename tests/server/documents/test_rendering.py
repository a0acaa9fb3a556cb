"""What a document becomes: structure for MJML, parts in the order of reading, errors that name their node."""

from collections.abc import Mapping
from typing import Any

import pytest

from server.core.errors import BadRequest
from server.documents.kinds.email import rendering
from server.documents.kinds.email.footer import EmailFrame, FooterLink
from server.documents.kinds.email.rendering import RenderedDocument, RenderSource, compute_shares
from server.documents.snapshot import Snapshot
from tests.server.documents.pages import column, component, email, only_for, row, words


class Raw:
    """Merge tags left as they are; `broken` is refused."""

    def __init__(self) -> None:
        self.node = ""

    def mark(self, text: str) -> str:
        if "broken" in text:
            raise BadRequest
        return text

    def begins(self, marked: str) -> bool:
        return marked.startswith("{{")

    def merge(self, source: str) -> str:
        return f"{{{{{source}}}}}"

    def condition(self, condition: Mapping[str, Any]) -> tuple[str, str]:
        return (f"[if {self.node}]", "[endif]") if condition else ("", "")

    def code(self, html: str) -> str:
        return html


FRAME = EmailFrame(
    title="Kopi & Selatan",
    language="id",
    lines=("Kopi Selatan · Jl. Braga 1",),
    unsubscribe=FooterLink("Unsubscribe", "https://u.example"),
    preferences=FooterLink("Preferences", "https://p.example"),
    forward=FooterLink("Forward", "https://f.example"),
    reply=FooterLink("Reply", "https://r.example"),
    question="Not displaying correctly?",
    view=FooterLink("View in browser", "https://v.example"),
    brand="Sent with Dash",
)


def drawn(snapshot: Snapshot, frame: EmailFrame = FRAME) -> RenderedDocument:
    source = RenderSource(snapshot.tree["body"], snapshot.settings, snapshot.of, snapshot.conditions)
    return rendering.render(source, frame, Raw(), origin="https://pages.example")


def a_text(text: str, **settings: Any) -> dict[str, Any]:
    return component("text", text=words(text), **settings)


def test_columns_share_a_row_and_pictures_know_their_room() -> None:
    picture = component("image", image="https://i.example/a.png")
    snapshot = email(row(column(picture, width=30), column(picture, padding=[0, 10, 0, 10]), padding=[8, 20, 8, 20]))

    found = drawn(snapshot)

    assert '<mj-column width="30%"' in found.mjml
    assert '<mj-column width="70%"' in found.mjml
    # 560 pixels of the row: 168 less the component's 48, and 392 less the column's 20 and the component's 48.
    assert 'width="120"' in found.parts[0]
    assert 'width="324"' in found.parts[1]


@pytest.mark.parametrize(
    ("widths", "expected"),
    [
        ([0], [100]),
        ([0, 0], [50, 50]),
        ([0, 0, 0], [33.33, 33.33, 33.33]),
        ([30, 0], [30, 70]),
        ([25, 0, 0], [25, 37.5, 37.5]),
        ([50, 30], [62.5, 37.5]),
        ([80, 80], [50, 50]),
        ([100, 0], [66.66, 33.33]),
        ([100, 100, 0], [42.85, 42.85, 14.28]),
        ([], []),
    ],
)
def test_the_widths_of_columns(widths: list[int], expected: list[float]) -> None:
    assert compute_shares(widths) == expected


def test_a_row_within_a_column_is_a_table_that_stacks() -> None:
    inner = row(column(a_text("Kiri"), width=25), column(a_text("Kanan")), padding=[0, 0, 0, 0])

    part = drawn(email(row(column(a_text("Atas"), inner)))).parts[0]

    assert part.count('class="stack"') == 2
    assert 'width="150" valign="top" style="width:25%;vertical-align:top"' in part
    assert 'width="450" valign="top" style="width:75%;vertical-align:top"' in part
    assert part.index("Atas") < part.index("Kiri") < part.index("Kanan")


def test_a_row_that_does_not_stack_is_a_group() -> None:
    side_by_side = row(a_text("A"), a_text("B"), stacks=False)

    assert "<mj-group><mj-column" in drawn(email(side_by_side)).mjml
    assert "<mj-group>" not in drawn(email(row(a_text("A"), a_text("B")))).mjml
    assert 'class="stack"' not in drawn(email(row(column(side_by_side)))).parts[0]


def test_the_structure_holds_nothing_that_was_typed() -> None:
    first = email(row(a_text("Satu"), component("button", words="Beli", address="https://a.example")))
    second = email(row(a_text("Dua <b>"), component("button", words="Jual", address="https://b.example")))

    assert drawn(first).mjml == drawn(second).mjml
    assert drawn(first) != drawn(second)
    assert drawn(first) == drawn(first)


def test_conditions_stand_around_rows_and_components() -> None:
    rule = {"field": "city", "operator": "is", "value": "Bandung"}
    snapshot = email(only_for(row(a_text("Satu"), only_for(a_text("Dua"), rule)), rule), row(a_text("Tiga")))

    found = drawn(snapshot)

    assert found.parts[0] == "[if row1]"
    assert found.parts[2].startswith("[if text2]<tr>")
    assert found.parts[2].endswith("</tr>[endif]")
    assert found.parts[3] == "[endif]"
    assert "<mj-raw>@b0@</mj-raw><mj-section" in found.mjml
    assert "</mj-section><mj-raw>@b3@</mj-raw>" in found.mjml


def test_what_is_empty_takes_no_room() -> None:
    assert drawn(email(row(component("text")), row(column()), only_for(row(column()), {"field": "a"}))).parts == ()
    assert drawn(email()).parts == ()
    # A ground of its own is something to see.
    assert len(drawn(email(row(column(), background="#102030"))).parts) == 1


def test_what_inherits_its_colours_adapts_to_dark_mail() -> None:
    plain, grounded = a_text("A"), row(column(a_text("B"), background="#ffeedd"))

    assert 'class="copy"' in drawn(email(row(plain))).parts[0]
    assert 'class="copy"' not in drawn(email(row(plain, background="#ffeedd"))).parts[0]
    assert 'class="copy"' not in drawn(email(grounded)).parts[0]
    # A colour of one's own is kept where it can be read on the dark ground.
    assert 'class="copy"' not in drawn(email(row(a_text("A", colour="#ffcc00")))).parts[0]
    assert 'class="copy"' in drawn(email(row(a_text("A", colour="#112233")))).parts[0]
    kept = drawn(email(row(plain), dark="keeps"))
    assert 'class="copy"' not in kept.parts[0]
    assert "prefers-color-scheme" not in kept.mjml
    assert "prefers-color-scheme" in drawn(email()).mjml


def test_the_footer_always_has_address_and_unsubscribe() -> None:
    bare = {"footerPreferences": False, "footerForward": False, "footerReply": False, "showViewBrowserLink": False}

    least = "".join(drawn(email(**bare)).frame)
    most = "".join(drawn(email(footerForward=True, footerReply=True)).frame)

    assert "Jl. Braga 1" in least
    assert 'href="https://u.example"' in least
    assert not any(name in least for name in ("p.example", "f.example", "r.example", "v.example"))
    assert all(name in most for name in ("u.example", "p.example", "f.example", "r.example", "v.example"))


def test_mail_that_is_no_marketing_has_no_links_of_its_own() -> None:
    frame = "".join(drawn(email(), EmailFrame(title="Kopi", lines=("Kopi",))).frame)

    assert "<a " not in frame


def test_the_footers_words_are_a_part_like_the_others() -> None:
    found = drawn(email(row(a_text("A")), footerWords="Salam & peluk\n{{ firstname }}", footerAlign="left"))

    assert "Salam &amp; peluk<br>{{ firstname }}" in found.parts[-1]
    assert 'align="left"' in found.parts[-1]


def test_parts_fill_the_places_of_a_skeleton() -> None:
    found = RenderedDocument("", ("<p>@b1@</p>", "dua"), ("kepala",))

    assert found.fill("a @f0@ b @b0@ c @b1@ @media", found.parts) == "a kepala b <p>@b1@</p> c dua @media"


def test_an_error_names_the_innermost_node() -> None:
    snapshot = email(row(a_text("baik"), column(row(column(component("button", words="broken"))))))

    with pytest.raises(BadRequest) as caught:
        drawn(snapshot)

    assert caught.value.payload == {"node": "button1"}


def test_kinds_that_nobody_knows_are_left_out() -> None:
    assert drawn(email(row(component("hologram", words="x"), a_text("A")))).parts[0] == ""


def test_the_whole_as_one_source() -> None:
    source = drawn(email(row(a_text("Halo")))).to_mjml()

    assert source.startswith('<mjml lang="id"><mj-head><mj-title>Kopi &amp; Selatan</mj-title>')
    assert "Halo</h1>" in source
    assert "@" not in source.replace("@media", "")
