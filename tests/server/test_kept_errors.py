"""A rejected request leaves nothing in memory: schemas' errors can keep themselves alive (parsing.list_issues)."""

import gc
import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from server.core.errors import ApiError
from server.core.parsing import MAX_FORMATTED_ISSUES
from server.delivery.api import subscriptions
from server.segments import guards
from server.transactional.http_messages import read_message
from tests.cast import Person

# A value that our validator rejects, and so many wrong values that they are not formatted.
WRONG_TAG = json.dumps({"from": "shop@kopi.example", "to": ["a@b.example"], "subject": "x", "metadata": {"": "x"}})
WRONG_MANY = json.dumps({"from": "@", "to": [""] * 900 + [1] * MAX_FORMATTED_ISSUES, "subject": "x"})


def count_kept() -> int:
    """Errors of schemas that the collector can't free."""
    gc.collect()
    return sum(isinstance(each, ValidationError) for each in gc.get_objects())


def refuse(call: Callable[[], object]) -> None:
    """Calls as a request does: a frame above catches the error and references it."""
    results: list[Exception] = []
    try:
        call()
    except ApiError as error:
        results.append(error)
    assert len(results) == 1


@pytest.mark.parametrize("body", [WRONG_TAG, WRONG_MANY])
def test_refused_messages_are_forgotten(body: str) -> None:
    before = count_kept()
    for _ in range(3):
        refuse(lambda: read_message(body.encode()))

    assert count_kept() == before


@pytest.mark.django_db
def test_refused_rules_are_forgotten(alice: Person) -> None:
    rules: dict[str, Any] = {"kind": "label", "operator": "hasAny", "labelIds": [1]}
    for _ in range(8):  # deeper than groups can be nested
        rules = {"kind": "group", "match": "all", "rules": [rules]}
    before = count_kept()
    for _ in range(3):
        refuse(lambda: guards.select_contacts(alice.team.pk, rules, None))

    assert count_kept() == before


def test_refused_words_on_leaving_are_forgotten() -> None:
    before = count_kept()
    for _ in range(3):
        refuse(lambda: subscriptions._parse_body(b'{"token": "\\u0000"}'))

    assert count_kept() == before


@pytest.mark.django_db
def test_refused_calls_are_forgotten(alice: Person) -> None:
    few = {"filter": {"search": "\0"}, "labelIds": ["x"]}
    many = {"filter": {"rules": {f"x{number}": 1 for number in range(MAX_FORMATTED_ISSUES + 1)}}}

    def codes() -> list[str]:
        return [alice.api.post("contacts/delete", body).json()["code"] for body in (few, many)]

    refused = codes()
    before = count_kept()
    assert [codes() for _ in range(3)] == [refused] * 3
    assert refused == ["invalidData", "badRequest"]

    assert count_kept() == before
