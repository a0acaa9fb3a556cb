"""Merge tags: valid and invalid ones, and the positions of errors."""

import contextlib
import time
from typing import Any

import pytest

from server.delivery.errors import DocumentTooLarge, InvalidTag
from server.delivery.mime.filling import fill_text
from server.delivery.tags.grammar import MAX_DEPTH, parse_text
from server.delivery.tags.tree import Context, from_data, localize, to_data

KNOWN = frozenset({"funnel", "firstname", "city", "age", "items", "active"})


def filled(source: str, **fields: Any) -> str:
    nodes = parse_text(source, Context.PLAIN, known=KNOWN)
    return fill_text(from_data(to_data(nodes)), fields)


@pytest.mark.parametrize(
    ("source", "fields", "expected"),
    [
        ("Hi {{ firstname }}!", {"firstname": "Ani"}, "Hi Ani!"),
        ('Hi {{ firstname | fallback: "friend" }}!', {}, "Hi friend!"),
        ("Hi {{firstname|default:'friend'|upper}}!", {"firstname": "  "}, "Hi FRIEND!"),
        ("{{ firstname | capitalize }}", {"firstname": "ani wati"}, "Ani wati"),
        ("{{ firstname | title }}", {"firstname": "ani  wati"}, "Ani  Wati"),
        ("{{ age | date }}", {"age": "1990-05-09"}, "May 9, 1990"),
        ("{{ age | date: 'short' }}", {"age": "1990-05-09"}, "5/9/90"),
        ("{{ age | date: 'd MMMM y' }}", {"age": "1990-05-09"}, "9 May 1990"),
        ("{{ age | date: 'EEEE, HH:mm' }}", {"age": "2026-11-22 17:05"}, "Sunday, 17:05"),
        ("{{ age | date: 'long' | fallback: 'soon' }}", {"age": ""}, "soon"),
        ("{{ age | date }}", {"age": "next week"}, "next week"),
        ("{{ age | number }}", {"age": 1234567.5}, "1,234,567.5"),
        ("{{ age | number: 2 }}", {"age": 1234.5}, "1,234.50"),
        ("{{ age | number: '0' }}", {"age": "1234.5"}, "1,234"),
        ("{{ age | number }}", {"age": "1e400"}, "1e400"),
        ("{{ age | number }}", {"age": "many"}, "many"),
        ('{{ "{{" }} stays', {}, "{{ stays"),
        ("{{ age }}", {"age": 30.0}, "30"),
        ("{{ items }}", {"items": ["a", 2]}, "a, 2"),
        ('{% if city == "jakarta" %}J{% else %}O{% endif %}', {"city": "Jakarta "}, "J"),
        ("{% if age >= 18 and age < 65 %}y{% elif age > 64 %}o{% endif %}", {"age": "70"}, "o"),
        ("{% if age > 9 %}more{% endif %}", {"age": "10"}, "more"),
        # Too large for a floating-point number: compared exactly.
        ("{% if age > 1 %}more{% endif %}", {"age": 10**400}, "more"),
        ("{% if age == items %}same{% endif %}", {"age": -(10**400), "items": -(10**400)}, "same"),
        ("{% if age < 1.5 %}less{% endif %}", {"age": -(10**400)}, "less"),
        ("{% if not active %}off{% endif %}", {"active": False}, "off"),
        ("{% if city %}set{% else %}none{% endif %}", {"city": " "}, "none"),
        ("{% if items contains 'B' %}has{% endif %}", {"items": ["a", "b"]}, "has"),
        ("{% if city == 'x' or not city == 'y' and age == 1 %}t{% else %}f{% endif %}", {"city": "z", "age": 2}, "f"),
        # A choice matches by its name and by its key.
        ("{% if funnel == 'warm' %}y{% endif %}", {"funnel": "Warm", "funnel:key": "interest"}, "y"),
        ("{% if funnel == 'Interest' %}y{% endif %}", {"funnel": "Warm", "funnel:key": "interest"}, "y"),
        ("{% if 'interest' == funnel %}y{% endif %}", {"funnel": "Warm", "funnel:key": "interest"}, "y"),
        ("{% if funnel == 'loyalty' %}y{% else %}n{% endif %}", {"funnel": "Warm", "funnel:key": "interest"}, "n"),
        ("{% if funnel != 'interest' %}y{% else %}n{% endif %}", {"funnel": "Warm", "funnel:key": "interest"}, "n"),
        ("{% if funnel != 'loyalty' %}y{% else %}n{% endif %}", {"funnel": "Warm", "funnel:key": "interest"}, "y"),
        ("{% if funnel %}y{% else %}n{% endif %}", {"funnel": "", "funnel:key": ""}, "n"),
        ("{{ funnel }}", {"funnel": "Warm", "funnel:key": "interest"}, "Warm"),
        ("{% for i in items %}{{ i.name }};{% endfor %}", {"items": [{"name": "a"}, {"name": "b"}]}, "a;b;"),
        ("{% for i in items %}x{% endfor %}", {"items": "text"}, ""),
        ("{{ firstname.__class__ }}", {"firstname": "x"}, ""),
    ],
)
def test_tags_are_filled(source: str, fields: dict[str, Any], expected: str) -> None:
    assert filled(source, **fields) == expected


@pytest.mark.parametrize(
    ("source", "line", "column", "part"),
    [
        ("{{ nope }}", 1, 1, "no field “nope”"),
        ("a\nbc {{ firstname", 2, 4, "not closed"),
        ("{{ firstname | shout }}", 1, 1, "no filter “shout”"),
        ("{{ firstname | fallback: friend }}", 1, 1, "text in quotation marks after fallback"),
        ("{{ firstname | date: 'qqq' }}", 1, 1, "“qqq” is not a date format"),
        ("{{ firstname | number: 7 }}", 1, 1, "decimals from 0 to 6"),
        ("{{ firstname | upper: 'x' }}", 1, 1, "Remove “:”"),
        ("{{ firstname city }}", 1, 1, "Remove “city”"),
        ("{{ }}", 1, 1, "field name"),
        ("{{ 7*7 }}", 1, 1, "has no meaning"),
        ("{{ if }}", 1, 1, "“if” is a reserved word"),
        ("x\n{% if city %}y", 2, 1, "Add endif"),
        ("{% endif %}", 1, 1, "This endif has no if before it"),
        ("{% if city %}{% endfor %}", 1, 14, "This endfor has no for before it"),
        ("{% else %}", 1, 1, "outside an if"),
        ("{% if city %}{% else %}{% else %}{% endif %}", 1, 24, "Only endif can follow"),
        ("{% for city %}{% endfor %}", 1, 1, "Enter “in”"),
        ("{% include 'x' %}", 1, 1, "no tag “include”"),
        ("{% if city = 1 %}{% endif %}", 1, 1, "has no meaning"),
        ("{{ i.name }}{% for i in items %}{% endfor %}", 1, 1, "no field “i”"),
        ("one\ntwo\n  {{ nope }}", 3, 3, "no field"),
        ("{{ firstname }} {{\n city }} {{ nope }}", 2, 10, "no field “nope”"),
    ],
)
def test_a_refusal_points_at_the_tag(source: str, line: int, column: int, part: str) -> None:
    with pytest.raises(InvalidTag) as caught:
        filled(source)

    payload = caught.value.payload or {}
    assert (payload["line"], payload["column"]) == (line, column)
    assert part in payload["cause"]
    assert caught.value.code == "invalidTag"


def test_dates_and_numbers_are_written_as_the_document_s_language_does() -> None:
    source = "{% if city %}{{ age | date: 'long' }} {{ city | number: 1 }}{% endif %}"
    nodes = localize("id", parse_text(source, Context.PLAIN, known=KNOWN))

    assert fill_text(from_data(to_data(nodes)), {"age": "1990-05-09", "city": 1234.5}) == "9 Mei 1990 1.234,5"


def test_nesting_is_bounded() -> None:
    deepest = "{% if city %}" * MAX_DEPTH + "x" + "{% endif %}" * MAX_DEPTH

    assert filled(deepest, city="a") == "x"
    with pytest.raises(InvalidTag, match="Invalid tag"):
        filled("{% if city %}" + deepest + "{% endif %}")


def test_repeats_nest_two_deep_and_stop_at_the_bound() -> None:
    source = "{% for a in items %}{% for b in items %}x{% endfor %}{% endfor %}"

    assert filled(source, items=[1, 2, 3]) == "x" * 9
    assert len(filled(source, items=list(range(1000)))) <= 500
    with pytest.raises(InvalidTag):
        filled("{% for c in items %}" + source + "{% endfor %}")


def test_size_and_number_of_tags_are_bounded() -> None:
    with pytest.raises(DocumentTooLarge):
        filled("x" * 500_001)
    with pytest.raises(DocumentTooLarge):
        filled("{{ city }}" * 2001)


@pytest.mark.parametrize("piece", ["{{", "{% if ", '{{ "', "{{ city }}", "}}", "{{ city | fallback: '", "\n{{\n"])
def test_reading_takes_linear_time(piece: str) -> None:
    source = (piece * 500_000)[:400_000]

    started = time.process_time()
    with contextlib.suppress(InvalidTag, DocumentTooLarge):
        filled(source)

    assert time.process_time() - started < 2
