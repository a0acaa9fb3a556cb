"""The cost of a wrong body: findings and values in the response are limited."""

from server.contacts.models import ContactLabel
from server.core.causes import TOO_LONG
from server.core.error_responses import MAX_FINDINGS, MAX_VALUE_CHARACTERS, build_validation_error
from server.core.errors import FieldsInvalid
from server.core.parsing import MAX_BODY_NAMES, MAX_FORMATTED_ISSUES
from tests.cast import Person


def test_the_first_findings_say_what_is_wrong(alice: Person) -> None:
    answer = alice.api.post("contacts/label", {"name": "Toko"} | {f"x{n}": n for n in range(MAX_BODY_NAMES - 1)})

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalidData"
    assert [each["field"] for each in answer.json()["payload"]["errors"]] == [f"x{n}" for n in range(MAX_FINDINGS)]
    assert answer.json()["payload"]["total"] == MAX_BODY_NAMES - 1
    assert f"first {MAX_FINDINGS} invalid fields" in FieldsInvalid.when
    assert not ContactLabel.objects.for_team(alice.team).filter(name="Toko").exists()


def test_a_body_with_too_many_names_is_not_validated(alice: Person) -> None:
    answer = alice.api.post("contacts/label", {"name": "Toko"} | {f"x{n}": n for n in range(MAX_BODY_NAMES)})

    assert (answer.status_code, answer.json()["code"]) == (400, "badRequest")
    assert not ContactLabel.objects.for_team(alice.team).filter(name="Toko").exists()


def test_so_many_findings_within_a_body_are_worded_and_no_more(alice: Person) -> None:
    at_most, more = [
        alice.api.post("contacts/delete", {"filter": {f"x{n}": n for n in range(count)}})
        for count in (MAX_FORMATTED_ISSUES, MAX_FORMATTED_ISSUES + 1)
    ]
    rules = alice.api.post(
        "contacts/delete", {"filter": {"rules": {f"x{n}": n for n in range(MAX_FORMATTED_ISSUES + 1)}}}
    )

    assert (at_most.json()["code"], at_most.json()["payload"]["total"]) == ("invalidData", MAX_FORMATTED_ISSUES)
    assert [(each.status_code, each.json()["code"]) for each in (more, rules)] == [(400, "badRequest")] * 2


def test_a_refused_value_is_repeated_in_part() -> None:
    cause = TOO_LONG.bind(max=50)
    error = build_validation_error(
        [{"type": "string_too_long", "loc": ("body", "tag"), "cause": cause, "input": "a" * 100_000}]
    )

    assert error.payload is not None
    assert error.payload["value"] == "a" * MAX_VALUE_CHARACTERS
    assert "total" not in error.payload
