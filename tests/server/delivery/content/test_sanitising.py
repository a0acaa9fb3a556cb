"""Sanitising beyond elements and attributes: styles and addresses."""

import pytest

from server.delivery.content import sanitising
from server.delivery.content.markup import Marks
from server.delivery.content.sanitising import sanitise


@pytest.mark.parametrize(
    "style",
    [
        "width:expression(alert(1))",
        "width: EXPRESSION (alert(1))",
        "background:url(javascript:alert(1))",
        "background-image:url('vbscript:x')",
        "color:r\\65 d",
        "color:/**/red",
    ],
)
def test_a_style_that_a_client_could_run_is_left_out(style: str) -> None:
    assert sanitise(f'<p style="{style}">x</p>', Marks()) == "<p>x</p>"


def test_a_style_for_mail_stays() -> None:
    marked = '<p style="color:#ff0000;background:url(https://i.example/a.png)">x</p>'

    assert sanitise(marked, Marks()) == marked


@pytest.mark.parametrize(
    "address", ["javascript:x", "java\tscript:x", "vbscript:x", "data:image/png;base64,x", "javas\ufffdcript:x", "x:y"]
)
@pytest.mark.parametrize("attribute", ["background", "href", "src"])
def test_an_address_with_another_scheme_is_left_out(attribute: str, address: str) -> None:
    tag = {"background": "table", "href": "a", "src": "img"}[attribute]

    assert attribute not in sanitise(f'<{tag} {attribute}="{address}">x', Marks())


@pytest.mark.parametrize("address", ["https://i.example/a:b?c:d#e:f", "/a:b", "a.png", "#x", "?a:b"])
def test_an_address_of_the_web_stays(address: str) -> None:
    assert sanitise(f'<a href="{address}">x</a>', Marks()) == f'<a href="{address}">x</a>'


@pytest.mark.parametrize(
    "style",
    [
        "border-right:1px solid #eeeeee",
        "border-top:1px solid #eeeeee",
        "border-bottom-left-radius:4px",
        "border-bottom-right-radius:4px",
        "mso-table-lspace:0pt",
        "mso-table-rspace:0pt",
    ],
)
def test_borders_and_spacing_for_mail_stay(style: str) -> None:
    marked = f'<p style="{style}">x</p>'
    assert sanitise(marked, Marks()) == marked


def test_no_name_of_a_style_is_cut() -> None:
    assert [name for name in sanitising._STYLES if name.startswith("-") or name.endswith("-")] == []
    assert not {"right", "top", "left-radius", "lspace"} & sanitising._STYLES
