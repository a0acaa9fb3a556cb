"""The cause of an invalid value is a code with parameters, and the client has a sentence for it in every language."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.module_loading import autodiscover_modules

from server.core import causes
from server.core.causes import Cause

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "client" / "src" / "lib" / "causes" / "texts"
LANGUAGES = ("en", "id")
PLACE = re.compile(r"\{\{(\w+)\}\}")
# Options of i18next: a parameter of that name would change the choice of the sentence.
RESERVED = {"context", "count", "defaultValue", "lng", "lngs", "ns", "ordinal", "replace"}

# Sentences of ValueErrors that no user reads, by the function that raises them.
UNREAD = {
    "server/core/parsing.py:parse_body": "answered as badRequest, without the sentence",
    "server/documents/kinds/fields.py:node": "raised while the class is defined",
    "server/documents/kinds/settings.py:__pydantic_init_subclass__": "raised while the class is defined",
    "server/documents/kinds/settings.py:_check_rich": "stored settings are replaced by defaults",
    "server/documents/kinds/settings.py:_check_not_bool": "see _is_rich",
    "server/documents/kinds/settings.py:_read_reference": "see _is_rich",
    "server/documents/kinds/settings.py:read_items": "see _is_rich",
    "server/segments/rules/kinds.py:register_kind": "raised while apps contribute",
    "server/transactional/schemas/webhooks.py:window": "a slip in our code: it is called where there is a window",
}
# Modules that read values of requests: schemas, the types that they consist of, and parsers of values.
READERS = re.compile(
    r"server/(?:core/(?:parsing|pagination|schemas|bounded_types)|contacts/values|documents/kinds/(?:fields|settings)|lookups/\w+|"
    r"segments/rules/[\w/]+|campaigns/(?:extras|schemas)|transactional/json_values)\.py$|/\w*schemas\.py$|/schemas/"
)


def catalogue() -> dict[str, Cause]:
    autodiscover_modules("causes")
    return causes.get_catalogue()


def texts(language: str) -> dict[str, str]:
    sentences: dict[str, str] = json.loads((TEXTS / f"{language}.json").read_text())["causes"]
    return sentences


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "server").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_has_its_sentence_and_none_is_left_over(language: str) -> None:
    assert sorted(texts(language)) == list(catalogue())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_the_parameters_of_its_cause(language: str) -> None:
    sentences = texts(language)

    different = [
        code for code, cause in catalogue().items() if set(PLACE.findall(sentences.get(code, ""))) != cause.params
    ]

    assert different == []


def test_the_english_of_both_sides_is_the_same() -> None:
    server = {code: re.sub(r"\{(\w+)\}", r"{{\1}}", cause.text) for code, cause in catalogue().items()}

    assert texts("en") == server


def test_a_code_is_camel_case_and_its_parameters_are_no_options() -> None:
    assert [code for code in catalogue() if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]*|\d+)*", code)] == []
    assert [code for code, cause in catalogue().items() if cause.params & RESERVED] == []


def test_a_code_is_defined_once() -> None:
    with pytest.raises(RuntimeError, match="tooLong"):
        causes.define("tooLong", "Enter less.")


def test_causes_are_defined_in_modules_of_that_name() -> None:
    elsewhere = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("Cause", "causes.Cause", "causes.define", "define")
        and not path.endswith("/causes.py")
    ]

    assert elsewhere == []


def raising_sentences(tree: ast.Module) -> Iterator[str]:
    """The functions that raise a ValueError with a text."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                is_plain = ast.unparse(node.exc.func) in ("AssertionError", "PydanticCustomError", "ValueError")
                if is_plain and node.exc.args:
                    yield function.name


def test_no_reader_of_values_raises_a_sentence() -> None:
    raising = {f"{path}:{name}" for path, tree in modules() if READERS.search(path) for name in raising_sentences(tree)}

    assert sorted(raising - UNREAD.keys()) == []
    assert sorted(UNREAD.keys() - raising) == [], "an exception that nothing needs"


def test_no_error_is_made_of_a_free_sentence() -> None:
    """The type checker rejects a text as well, other than one within a payload."""
    written = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant)
        and key.value == "cause"
        and isinstance(value, ast.Constant | ast.JoinedStr)
        and " " in ast.unparse(value)
    ]

    assert written == []


def test_a_cause_takes_exactly_its_parameters() -> None:
    assert causes.TOO_LONG.bind(max=1_000).payload() == {
        "cause": "Enter at most 1,000 characters.",
        "causeCode": "tooLong",
        "causeParams": {"max": 1_000},
    }
    for params in ({}, {"max": 1, "min": 1}):
        with pytest.raises(TypeError, match="tooLong"):
            causes.TOO_LONG.bind(**params)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        ({"type": "missing"}, "Enter a value. This field is required."),
        ({"type": "string_too_long", "ctx": {"max_length": 998}}, "Enter at most 998 characters."),
        ({"type": "string_too_short", "ctx": {"min_length": 1}}, "Enter a value. This field is required."),
        ({"type": "too_short", "ctx": {"min_length": 1}}, "Choose at least one item."),
        ({"type": "too_long", "ctx": {"max_length": 1_000}}, "Choose at most 1,000 items."),
        ({"type": "greater_than_equal", "ctx": {"ge": 1}}, "Enter a number of at least 1."),
        ({"type": "literal_error", "ctx": {"expected": "'a', 'b' or 'c'"}}, "Choose one of: a, b, c."),
        ({"type": "int_parsing"}, "Enter a whole number."),
        ({"type": "datetime_from_date_parsing"}, causes.NOT_DATE_OR_TIME.text),
        ({"type": "recursion_loop"}, "Enter a valid value."),
    ],
)
def test_an_error_of_pydantic_has_a_cause(problem: dict[str, object], text: str) -> None:
    assert causes.read_pydantic(problem).text == text
