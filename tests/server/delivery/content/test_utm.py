"""UTM parameters on links: where they are added and where never."""

import pytest

from server.delivery.compiling import BodyKind, CompiledEmail, EmailContent, Setting, compile_content
from server.delivery.content.markup import Marks
from server.delivery.content.utm import UtmParameters, UtmValues
from server.delivery.errors import InvalidTag
from server.delivery.mime.filling import fill_text
from server.delivery.mime.message import MessageProgram
from tests.server.delivery.mime.test_message import IDENTITY, KNOWN, fill, read

UTM = UtmValues(source="kopi", medium="email", campaign="mei & juni")
QUERY = "utm_source=kopi&utm_medium=email&utm_campaign=mei%20%26%20juni"


def compiled(
    body: str, *, utm: UtmValues = UTM, follows: bool = True, kind: BodyKind = BodyKind.HTML, text: str = ""
) -> CompiledEmail:
    setting = Setting(origin="https://pages.example", company="Kopi", follows=follows, utm=utm)
    return compile_content(EmailContent(subject="s", body=body, kind=kind, plain=text), setting, known=KNOWN)


def both(made: CompiledEmail, **fields: object) -> tuple[str, str]:
    """The filled plain part and HTML."""
    _, text, html = read(fill(MessageProgram(made, IDENTITY), **fields))
    return text.replace("\r\n", "\n"), html.replace("&amp;", "&")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://kopi.example", f"https://kopi.example?{QUERY}"),
        ("https://kopi.example/a?x=1", f"https://kopi.example/a?x=1&{QUERY}"),
        ("https://kopi.example/a?", f"https://kopi.example/a?{QUERY}"),
        ("http://kopi.example/a#top", f"http://kopi.example/a?{QUERY}#top"),
        ("HTTPS://kopi.example/#a?b", f"HTTPS://kopi.example/?{QUERY}#a?b"),
        ("https://kopi.example/?UTM_Source=x", "https://kopi.example/?UTM_Source=x"),
        ("https://kopi.example/utm_source=x", f"https://kopi.example/utm_source=x?{QUERY}"),
        ("https://pages.example/v/abc", "https://pages.example/v/abc"),
        ("https://pages.example.org/", f"https://pages.example.org/?{QUERY}"),
        ("mailto:a@kopi.example", "mailto:a@kopi.example"),
        ("tel:+62811", "tel:+62811"),
        ("#", "#"),
    ],
)
def test_an_address_gets_them_once_in_its_query(address: str, expected: str) -> None:
    assert UtmParameters(UTM, Marks(), own="https://pages.example").put_on(address) == expected


def test_without_values_nothing_is_put_on() -> None:
    assert UtmParameters(UtmValues(), Marks(), own="").put_on("https://kopi.example") == "https://kopi.example"


BODY = (
    '<a href="https://kopi.example/a?x=1">a</a> <a href="mailto:a@kopi.example">m</a>'
    ' <a href="{{ unsubscribe_url }}">u</a> <a href="{{ city }}">c</a>'
)


def test_a_followed_link_leads_there_and_the_report_shows_it_as_it_was_written() -> None:
    made = compiled(BODY)

    assert [(link.shown, fill_text(link.target, {"city": "https://c.example"})) for link in made.links] == [
        ("https://kopi.example/a?x=1", f"https://kopi.example/a?x=1&{QUERY}"),
        ("{{ city }}", "https://c.example"),
    ]
    _, html = both(made, city="https://c.example")
    assert "utm_" not in html


def test_a_link_that_is_not_followed_bears_them_in_the_mail() -> None:
    text, html = both(compiled(BODY, follows=False), city="https://c.example")

    assert f'href="https://kopi.example/a?x=1&{QUERY}"' in html
    assert html.count("utm_source") == 1
    assert f"https://kopi.example/a?x=1&{QUERY}" in text


@pytest.mark.parametrize("follows", [True, False])
def test_buttons_and_links_of_markdown_get_them(follows: bool) -> None:
    body = '[Go](https://kopi.example/b "button")\n\n[and](https://kopi.example/t)'
    made = compiled(body, kind=BodyKind.MARKDOWN, follows=follows)

    if follows:
        assert [fill_text(link.target, {}) for link in made.links] == [
            f"https://kopi.example/b?{QUERY}",
            f"https://kopi.example/t?{QUERY}",
        ]
    else:
        _, html = both(made)
        assert (f'"https://kopi.example/b?{QUERY}"' in html, f'"https://kopi.example/t?{QUERY}"' in html) == (
            True,
            True,
        )


def test_a_value_may_hold_tags_which_stay_encoded_everywhere() -> None:
    utm = UtmValues(source="kopi", term='{{ city | fallback: "no & city" }}{% if firstname %}!{% endif %}')
    body = '<a href="https://kopi.example/">a</a>'
    filled = "https://kopi.example/?utm_source=kopi&utm_term=a%20b%26c%21"

    followed, straight = compiled(body, utm=utm), compiled(body, utm=utm, follows=False)
    text, html = both(straight, city="a b&c", firstname="Ani")

    assert fill_text(followed.links[0].target, {"city": "a b&c", "firstname": "Ani"}) == filled
    assert fill_text(followed.links[0].target, {}) == "https://kopi.example/?utm_source=kopi&utm_term=no%20%26%20city"
    assert (f'href="{filled}"' in html, filled in text) == (True, True)


def test_a_value_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(InvalidTag):
        compiled('<a href="https://kopi.example/">a</a>', utm=UtmValues(source="{{ nope }}"))


def test_own_text_is_followed_like_the_mail_and_each_link_has_one_number() -> None:
    text = (
        "Hi {{ firstname }}, see https://kopi.example/a?x=1. Or (https://kopi.example/b)\n"
        "{% for item in items %}* https://kopi.example/{{ item.id }}\n{% endfor %}"
    )

    made = compiled('<a href="https://kopi.example/a?x=1">a</a>', text=text)
    plain, _ = both(made, firstname="Ani", items=[{"id": 7}, {"id": 8}])

    assert [link.shown for link in made.links] == [
        "https://kopi.example/a?x=1",
        "https://kopi.example/b",
        "https://kopi.example/{{ item.id }}",
    ]
    assert plain.startswith("Hi Ani, see https://pages.example/c/1/")
    assert plain.count("https://pages.example/c/3.0/") == plain.count("https://pages.example/c/3.1/") == 1
    assert "https://kopi.example" not in plain
    assert "). " not in plain.partition("Or (")[2].partition(")")[0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Hello", ["-- ", "Kopi", "Unsubscribe: https://pages.example/u/TOKEN"]),
        ("Hello. Out: {{ unsubscribe_url }}", ["-- ", "Kopi"]),
        ("{{ company_address }} {{ unsubscribe_url }}", []),
    ],
)
def test_own_text_gets_the_lines_that_it_lacks(text: str, lines: list[str]) -> None:
    plain, _ = both(compiled("<p>x</p>", text=text))

    kept = [line for line in plain.split("\n")[1:] if line]
    assert [line.rpartition("/")[0] + "/TOKEN" if "/u/" in line else line for line in kept] == lines


def test_own_text_takes_the_place_of_the_made_one_and_a_blank_one_does_not() -> None:
    own, _ = both(compiled("<p>made</p>", text="own"))
    blank, _ = both(compiled("<p>made</p>", text="  \n "))

    assert ("own" in own, "made" in own, "made" in blank) == (True, False, True)
