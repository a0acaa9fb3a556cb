"""Values at the ends of the calendar and of the integers are rejected with their field, and nothing is stored."""

import base64
import json
from typing import Any

import pytest

from server.contacts.models import ContactView
from server.core.callers import TokenKind
from server.delivery.models import Suppression
from server.segments.models import Segment
from server.teams.models import Team
from server.transactional.models import ApiKey
from tests.cast import Person, make_person
from tests.server.contacts.factories import make_contact
from tests.server.transactional.conftest import TrxClient

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

RANGE = "Choose a date from 1900-01-01 to 2199-12-31."
NUMBER = "Enter a whole number from 0 to 9,223,372,036,854,775,807."
LAST_EAST = "9999-12-31T23:59:59-14:00"
FIRST_WEST = "0001-01-01T00:00:00+14:00"
TOO_LATE = {"kind": "activity", "activity": "sent", "window": {"kind": "between", "first": "2020-01-01"}}


def refused_for(answer: Any, field: str, cause: str) -> None:
    assert answer.status_code == 400, answer.content
    body = answer.json()
    assert (body["code"], body["payload"]["field"], body["payload"]["cause"]) == ("invalidData", field, cause)


def rules_until(last: str) -> dict[str, Any]:
    window = {**TOO_LATE["window"], "last": last}  # type: ignore[dict-item]
    return {"kind": "group", "rules": [{**TOO_LATE, "window": window}]}


def test_a_suppression_ends_within_the_calendar(alice: Person) -> None:
    answer = alice.api.post("contacts/suppression", {"emails": ["a@people.example"], "expiresAt": LAST_EAST})

    refused_for(answer, "expiresAt", RANGE)
    assert not Suppression.objects.for_team(alice.team).exists()


def test_a_segment_s_window_ends_within_the_calendar(alice: Person) -> None:
    answer = alice.api.post("contacts/segment", {"name": "Ever", "rules": rules_until("9999-12-31")})

    assert answer.status_code == 400
    assert answer.json()["payload"]["cause"] == RANGE
    assert not Segment.objects.for_team(alice.team).exists()


def test_a_window_that_was_stored_without_bounds_is_read(alice: Person) -> None:
    made = alice.api.post("contacts/segment", {"name": "Ever", "rules": rules_until("2030-12-31")}).json()
    Segment.objects.for_team(alice.team).update(rules=rules_until("9999-12-31"))

    answers = [alice.api.get(f"contacts?segmentId={made['id']}"), alice.api.get(f"contacts/segment/{made['id']}")]

    assert [answer.status_code for answer in answers] == [200, 200]
    [rule] = answers[1].json()["rules"]["rules"]
    assert rule["window"]["last"] == "2199-12-31"


@pytest.mark.parametrize("number", ["1e999", "NaN"])
def test_a_number_that_json_has_not_is_refused_wherever_it_is(alice: Person, number: str) -> None:
    field = '{"kind": "field", "field": "createdAt", "operator": "inLastDays", "value": %s}'
    rules = '{"kind": "group", "rules": [' + field % number + "]}"
    cause = "The number must be finite."

    segment = alice.api.post("contacts/segment", f'{{"name": "New", "rules": {rules}}}')
    view = alice.api.post("contacts/view", f'{{"name": "New", "filter": {{"rules": {rules}}}}}')
    contact = alice.api.post("contacts", f'{{"email": "a@people.example", "customField": {{"1": {number}}}}}')
    page = alice.api.post("contacts/find", f'{{"page": {number}}}')

    assert segment.status_code == 400
    assert segment.json()["payload"]["cause"] == cause
    refused_for(view, "filter.rules", cause)
    refused_for(contact, "customField", cause)
    refused_for(page, "page", cause)
    assert page.json()["payload"]["value"] is None
    assert not Segment.objects.for_team(alice.team).exists()
    assert not ContactView.objects.for_team(alice.team).exists()


def test_an_id_is_one_that_the_database_holds(alice: Person) -> None:
    body = {"name": "All", "shared": True, "filter": {"labelIds": [2**70]}}

    refused_for(alice.api.post("contacts/view", body), "filter.labelIds.0", NUMBER)
    refused_for(alice.api.get(f"contacts?labelIds={2**63}"), "labelIds.0", NUMBER)
    refused_for(alice.api.post("contacts/find", {"labelIds": [False]}), "labelIds.0", "Enter a whole number.")
    assert not ContactView.objects.for_team(alice.team).exists()


def test_a_view_that_was_stored_without_bounds_is_read(alice: Person) -> None:
    alice.api.post("contacts/view", {"name": "All", "filter": {"labelIds": [7]}})
    ContactView.objects.for_team(alice.team).update(filter={"search": None, "labelIds": [2**70, 7]})

    [view] = alice.api.get("contacts/view").json()["items"]

    assert view["filter"]["labelIds"] == [2**63 - 1, 7]
    assert alice.api.post("contacts/find", {"labelIds": view["filter"]["labelIds"]}).status_code == 200


@pytest.mark.parametrize(
    "place",
    [
        ["2026-11-24T15:53:28+00:00", "log", 10**23],
        ["9999-12-31T23:59:59-14:00", "log", 1],
        ["2026-11-24T15:53:28+00:00", "log", True],
        ["2026-11-24T15:53:28+00:00", "\x00", 1],
    ],
    ids=str,
)
def test_a_made_up_cursor_is_refused(alice: Person, place: list[Any]) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode()

    contact = make_contact(alice.team, "ani@example.com")

    answer = alice.api.get(f"contacts/{contact.pk}/timeline?after={cursor}")

    refused_for(answer, "after", "Enter the `next` value from the previous page.")


@pytest.mark.parametrize(
    "place", [["-updatedAt", "9999-12-31T23:59:59-14:00", 1], ["email", 5, 1], ["email", "", 10**23]], ids=str
)
def test_a_made_up_cursor_of_the_list_is_refused(alice: Person, place: list[Any]) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode()

    answer = alice.api.get(f"contacts?sort={place[0]}&after={cursor}")

    refused_for(answer, "after", "Enter the `next` value from the previous page, with the same sort order.")


@pytest.mark.parametrize("kind", ["email-marketing", "ab-test"])
def test_a_new_campaign_counts_nobody_under_a_frequency_cap(alice: Person, kind: str) -> None:
    assert alice.api.put("contacts/hygiene/cap", {"mails": 2, "days": 1}).status_code == 200
    made = alice.api.post(kind, {"name": "New"}).json()

    counted = alice.api.get(f"{kind}/{made['id']}/count-recipient")

    assert (counted.status_code, counted.json()["count"], counted.json()["capped"]) == (200, 0, 0)
    assert alice.api.get(f"{kind}/{made['id']}/checks").status_code == 200
    assert alice.api.post(f"{kind}/{made['id']}/ready").status_code < 500


@pytest.mark.parametrize(
    ("expires_at", "cause"),
    [
        ("2026-12-24T10:00:00", "Enter the time with its offset from UTC, such as 2026-01-31T09:00:00Z."),
        ("2026-12-24", "Enter the time with its offset from UTC, such as 2026-01-31T09:00:00Z."),
        ("9999-12-31T23:59:59Z", RANGE),
    ],
)
def test_a_key_ends_at_a_whole_moment(alice: Person, expires_at: str, cause: str) -> None:
    person = make_person("Putri", alice.team, role="admin", kind=TokenKind.TRX)
    body = {"name": "k", "scopes": ["read"], "expiresAt": expires_at}

    refused_for(TrxClient(person.token).post("apikeys", body), "expiresAt", cause)
    assert not ApiKey.objects.for_team(alice.team).exists()


@pytest.mark.parametrize(
    "path",
    [
        *(f"usage/{area}?start=0100-01-01T00:00:00Z" for area in ("ab", "email")),
        f"reports/overview?start={FIRST_WEST.replace('+', '%2B')}",
    ],
)
def test_a_period_begins_within_the_calendar(alice: Person, path: str) -> None:
    refused_for(alice.api.get(path), "start", RANGE)


def test_home_s_period_begins_within_the_calendar(alice: Person) -> None:
    refused_for(alice.api.post("dashboard/stats", {"start": "0900-01-01T00:00:00Z"}), "start", RANGE)
    assert alice.api.post("dashboard/stats", {"start": "1900-01-01T00:00:00Z"}).status_code < 500


def test_a_schedule_is_within_the_calendar(alice: Person) -> None:
    made = alice.api.post("email-marketing", {"name": "New"}).json()

    answer = alice.api.put(f"email-marketing/{made['id']}/schedule", {"scheduleAt": LAST_EAST})

    refused_for(answer, "scheduleAt", RANGE)


def test_a_team_keeps_a_time_zone_that_there_is(alice: Person) -> None:
    before = Team.objects.get(pk=alice.team.pk).timezone

    refused = alice.api.put("companies", {"timezone": "(GMT+07:00) Nowhere/Land"})
    malformed = alice.api.put("companies", {"timezone": "(GMT+99:99) Asia/Jakarta"})

    refused_for(refused, "timezone", "Choose a time zone from the list in lookups/timezone.")
    assert malformed.status_code == 400
    assert Team.objects.get(pk=alice.team.pk).timezone == before


@pytest.mark.parametrize("sort", ["\x87\x83", "email;", "-"])
def test_an_order_is_the_name_of_a_field(alice: Person, sort: str) -> None:
    found = alice.api.post("contacts/find", {"sort": sort})
    view = alice.api.post("contacts/view", {"name": "All", "sort": sort})

    assert (found.status_code, found.json()["payload"]["field"]) == (400, "sort")
    assert (view.status_code, view.json()["payload"]["field"]) == (400, "sort")
    assert not ContactView.objects.for_team(alice.team).exists()


def test_an_id_in_the_path_that_no_record_can_have_is_not_found(alice: Person) -> None:
    answer = alice.api.get(f"contacts/{2**63}")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")
