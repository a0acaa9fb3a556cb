"""Paths of the contacts API, and the fields of records related to contacts."""

import pytest

from server.contacts.states import ImportState
from tests.cast import Person
from tests.operations import ALL
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import errors, imported

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("uploads")]


def methods_of(path: str) -> set[str]:
    return {operation.method for operation in ALL if operation.path == path}


def test_bracketed_names_are_parts_of_the_path() -> None:
    """CONT-84."""
    for name in ("find", "find/count-only", "find/apply-label", "find/export", "delete", "import/start"):
        assert methods_of(f"contacts/{name}") == {"POST"}, name
    for noun in ("field", "label", "segment"):
        assert methods_of(f"contacts/{noun}") == {"GET", "POST"}, noun
        assert methods_of(f"contacts/{noun}/{{{noun}_id}}") >= {"PUT", "DELETE"}, noun


def test_labels_testers_and_imports_have_the_fields_that_are_asked_for(alice: Person) -> None:
    make_contact(alice.team, "ani@example.com", label_ids=[make_label(alice.team, "VIP").pk])
    alice.api.post("contacts/tester", {"email": "budi@example.com", "firstname": "Budi", "lastname": "S"})
    done = imported(alice, "Email\nayu@example.com\nnobody\n", name="guests.csv")

    [label] = alice.api.get("contacts/label").json()
    [tester] = alice.api.get("contacts/tester").json()
    [job] = alice.api.get("contacts/import/history").json()["items"]
    assert label.keys() >= {"id", "name", "count"}
    assert tester.keys() >= {"id", "email", "firstname", "lastname"}
    assert job.keys() >= {"importId", "file", "state", "total", "done", "failed", "createdAt"}
    assert (job["file"], job["state"], job["total"], job["done"], job["failed"]) == ("guests.csv", "DONE", 2, 2, 1)
    assert "nobody" in errors(alice, done)


def test_an_import_has_its_four_states_and_says_its_limits_before_a_file_is_chosen(alice: Person) -> None:
    """CONT-62. Polling every three seconds while the socket is down is tested in the client."""
    assert set(ImportState.values) >= {"PREPARED", "RUNNING", "DONE", "FAILED"}

    setting = alice.api.get("contacts/import/setting").json()
    assert (setting["mostBytes"], setting["pollSeconds"]) == (20_971_520, 3)
    assert {".csv", ".xls", ".xlsx"} <= set(setting["extensions"])
    assert {",", ";", "\t", "|"} <= set(setting["delimiters"])
    assert {"UTF-8", "UTF-16"} <= set(setting["encodings"])
