"""The audit log: who did what, when, to whom and why."""

import csv
import io
from typing import Any

import pytest

from server.support.models import AuditEntry
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.support.conftest import make_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def three_acts(putri: Person, alice: Person, mallory: Person) -> Person:
    """Putri suspends and restores Kopi, Galih locks Mallory. Returns Galih."""
    galih = make_operator("Galih")
    putri.api.post(f"admin/teams/{alice.team.pk}/suspend", {"reason": "Payment is missing"})
    putri.api.post(f"admin/teams/{alice.team.pk}/restore", {"reason": "=Paid, by the bank"})
    galih.api.post(f"admin/users/{mallory.user.pk}/lock", {"reason": "Sends spam"})
    return galih


def reasons(api: ApiClient, query: str) -> set[str]:
    return {row["reason"] for row in api.get(f"admin/acts?{query}").json()["items"]}


def test_the_record_is_narrowed_by_each_filter(
    putri: Person, alice: Person, mallory: Person, three_acts: Person
) -> None:
    api = putri.api
    everything = {"Payment is missing", "=Paid, by the bank", "Sends spam"}

    assert reasons(api, "") == everything
    assert reasons(api, f"team={alice.team.pk}") == {"Payment is missing", "=Paid, by the bank"}
    assert reasons(api, f"user={mallory.user.pk}") == {"Sends spam"}
    assert reasons(api, f"operator={three_acts.user.pk}") == {"Sends spam"}
    assert reasons(api, "kind=team.restored") == {"=Paid, by the bank"}
    assert reasons(api, "search=payment") == {"Payment is missing"}
    assert reasons(api, f"search={mallory.user.email}") == {"Sends spam"}
    # across teams: a test reads the whole record
    last = AuditEntry.objects.get(kind="user.locked").at.isoformat().replace("+00:00", "Z")
    assert reasons(api, f"since={last}") == {"Sends spam"}
    assert reasons(api, f"until={last}") == everything - {"Sends spam"}
    assert api.get("admin/acts?kind=nothing").status_code == 400


def test_pages_of_the_record_do_not_overlap(putri: Person, three_acts: Person) -> None:
    pages = [putri.api.get(f"admin/acts?size=2&page={page}").json() for page in (1, 2)]

    assert [len(page["items"]) for page in pages] == [2, 1]
    assert len({row["actId"] for page in pages for row in page["items"]}) == 3
    assert pages[0]["total"] == 3


def test_the_export_holds_what_the_filters_want(putri: Person, alice: Person, three_acts: Person) -> None:
    answer = putri.api.get(f"admin/acts/export?team={alice.team.pk}")

    text = b"".join(answer.streaming_content)
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert {(row["kind"], row["reason"]) for row in rows} == {
        ("team.suspended", "Payment is missing"),
        # A spreadsheet would run it.
        ("team.restored", "'=Paid, by the bank"),
    }
    assert {row["operator_email"] for row in rows} == {putri.user.email}


def test_operators_are_listed(putri: Person, alice: Person, settings: Any) -> None:
    assert [row["email"] for row in putri.api.get("admin/operators").json()] == [putri.user.email]

    settings.DEVELOPER_EMAIL = alice.user.email
    assert [row["email"] for row in putri.api.get("admin/operators").json()] == [alice.user.email, putri.user.email]
