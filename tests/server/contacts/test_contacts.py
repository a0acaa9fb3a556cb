from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.contacts.filters import ContactFilter
from server.contacts.models import Contact, ContactLabel, CustomField
from server.contacts.schemas.contacts import ContactListQuery
from server.contacts.selectors import contacts as selectors
from server.contacts.states import ContactState
from server.core import clock
from server.core.models import OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT
from server.plans.services.offered_plans import build_feature_groups
from tests.cast import Person, make_person, make_plan, make_team
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CONTACT).used


def test_create_keeps_every_field_of_the_record(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    score = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()
    body = {
        "email": " Ayu.Lestari@Gmail.com ",
        "firstname": "Ayu",
        "lastname": "Lestari",
        "phone": "+62 812-3456-789",
        "birthday": "1990-02-28",
        "gender": "female",
        "city": "Jakarta",
        "country": "Indonesia",
        "timezone": "Asia/Makassar",
        "company": "Kopi Selatan",
        "note": "first line\nsecond line",
        "funnel": "interest",
        "labelIds": [label.pk],
        "customField": {str(score["id"]): 12.5},
    }

    answer = alice.api.post("contacts", body, **{"X-Request-ID": "tab00001-7"})

    assert answer.status_code == 200
    got = answer.json()
    assert {key: got[key] for key in body if key not in ("email", "labelIds", "customField")} == {
        key: body[key] for key in body if key not in ("email", "labelIds", "customField")
    }
    assert got["email"] == "ayu.lestari@gmail.com"
    assert got["fullname"] == "Ayu Lestari"
    assert got["optin"] is True
    assert got["state"] == "subscribed"
    assert [row["name"] for row in got["labels"]] == ["VIP"]
    assert got["customField"] == {str(score["id"]): 12.5}
    assert alice.api.get(f"contacts/{got['contactId']}").json() == got
    assert ContactLabel.objects.for_team(alice.team).get().contact_count == 1
    assert used(alice) == 1
    event = OutboxEvent.objects.get(name="contacts.contact.changed")
    assert event.payload == {
        "action": "created",
        "count": 1,
        "ids": [got["contactId"]],
        "requestId": "tab00001-7",
    }


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "requiredFieldsNotSet", "email"),
        ({"email": "nobody"}, "invalidData", "email"),
        ({"email": "a..b@x.com"}, "invalidData", "email"),
        ({"email": "a@x"}, "invalidData", "email"),
        ({"email": "a@x.com\r\nBcc: b@x.com"}, "invalidData", "email"),
        ({"email": "a@x.com", "phone": "12"}, "invalidData", "phone"),
        ({"email": "a@x.com", "phone": "call me"}, "invalidData", "phone"),
        ({"email": "a@x.com", "birthday": "1990-02-31"}, "invalidData", "birthday"),
        ({"email": "a@x.com", "firstname": "x" * 101}, "invalidData", "firstname"),
        ({"email": "a@x.com", "timezone": "Jakarta"}, "invalidData", "timezone"),
        ({"email": "a@x.com", "labelIds": [987654]}, "invalidData", "labelIds"),
        ({"email": "a@x.com", "customField": {"987654": 1}}, "invalidData", "customField.987654"),
        ({"email": "a@x.com", "surname": "typing slip"}, "invalidData", "surname"),
    ],
)
def test_create_refuses_what_does_not_fit(alice: Person, body: dict[str, object], code: str, field: str) -> None:
    answer = alice.api.post("contacts", body)

    assert answer.json()["code"] == code
    assert answer.json()["payload"]["field"] == field
    assert Contact.objects.for_team(alice.team).count() == 0
    assert used(alice) == 0


def test_an_address_is_once_in_a_team_in_whatever_case(alice: Person, mallory: Person) -> None:
    make_contact(alice.team, "ayu@example.com")

    again = alice.api.post("contacts", {"email": "AYU@example.com"})
    elsewhere = mallory.api.post("contacts", {"email": "AYU@example.com"})

    assert (again.status_code, again.json()["code"]) == (409, "contactExists")
    assert elsewhere.status_code == 200
    assert used(alice) == 1


def test_create_is_refused_when_the_plan_is_full() -> None:
    features = build_feature_groups()
    for group in features:
        for sub in group["subFeatures"]:
            if sub["name"] == "contact":
                sub["limit"] = 1
    person = make_person("Alice", make_team("Full", plan=make_plan("TINY", features=features)), role="admin")
    make_contact(person.team, "one@example.com")

    told = OutboxEvent.objects.count()
    answer = person.api.post("contacts", {"email": "two@example.com"})

    assert answer.json()["code"] == "contactLimitExceeded"
    assert Contact.objects.for_team(person.team).count() == 1
    assert OutboxEvent.objects.count() == told


def test_the_same_idempotency_key_makes_one_contact(alice: Person) -> None:
    first = alice.api.post("contacts", {"email": "a@example.com"}, **{"Idempotency-Key": "k1"})
    second = alice.api.post("contacts", {"email": "a@example.com"}, **{"Idempotency-Key": "k1"})

    assert first.json() == second.json()
    assert used(alice) == 1


def test_update_changes_what_was_sent_and_nothing_else(alice: Person) -> None:
    old, new = make_label(alice.team, "Old"), make_label(alice.team, "New")
    contact = make_contact(alice.team, "ayu@example.com", firstname="Ayu", city="Depok", label_ids=[old.pk])

    answer = alice.api.put(f"contacts/{contact.pk}", {"city": "Bogor", "labelIds": [new.pk]})

    assert answer.status_code == 200
    contact.refresh_from_db()
    assert (contact.firstname, contact.city, contact.label_ids, contact.revision) == ("Ayu", "Bogor", [new.pk], 2)
    counts = dict(ContactLabel.objects.for_team(alice.team).values_list("name", "contact_count"))
    assert counts == {"Old": 0, "New": 1}


def test_update_takes_a_custom_value_off_by_null(alice: Person) -> None:
    field = alice.api.post("contacts/field", {"name": "Size", "type": "dropdown", "values": ["S", "M"]}).json()
    contact = alice.api.post("contacts", {"email": "a@example.com", "customField": {str(field["id"]): "M"}}).json()

    wrong = alice.api.put(f"contacts/{contact['contactId']}", {"customField": {str(field["id"]): "XL"}})
    off = alice.api.put(f"contacts/{contact['contactId']}", {"customField": {str(field["id"]): None}})

    assert wrong.json()["payload"]["cause"] == "Choose one of: S, M."
    assert off.json()["customField"] == {}


def test_delete_gives_the_units_back_and_passes_over_foreign_ids(alice: Person, mallory: Person) -> None:
    label = make_label(alice.team, "VIP")
    mine = [make_contact(alice.team, f"c{n}@example.com", label_ids=[label.pk]).pk for n in range(3)]
    theirs = make_contact(mallory.team, "c0@example.com").pk

    answer = alice.api.post("contacts/delete", {"ids": [*mine[:2], theirs]})

    assert (answer.json()["count"], answer.json()["queued"]) == (2, False)
    assert list(Contact.objects.for_team(alice.team).values_list("pk", flat=True)) == [mine[2]]
    assert Contact.objects.for_team(mallory.team).count() == 1
    assert (used(alice), used(mallory)) == (1, 1)
    assert ContactLabel.objects.for_team(alice.team).get().contact_count == 1


@pytest.mark.parametrize(
    ("read", "theirs", "mine"),
    [
        ({"city": "Jakarta"}, {"city": "Bogor"}, {"city": "Bandung"}),
        ({"birthday": None}, {"birthday": "1990-02-28"}, {"birthday": "1991-02-28"}),
    ],
)
def test_a_value_over_what_another_has_written_is_refused_and_shows_it(
    alice: Person, read: dict[str, str], theirs: dict[str, str], mine: dict[str, str]
) -> None:
    contact = make_contact(alice.team, "ayu@example.com", city="Jakarta")
    path, [field] = f"contacts/{contact.pk}", read
    alice.api.put(path, theirs | {"base": read})
    revision = alice.api.get(path).json()["revision"]

    refused = alice.api.put(path, mine | {"note": "called", "base": read | {"note": ""}})

    assert (refused.status_code, refused.json()["code"]) == (409, "editConflict")
    assert refused.json()["payload"] == {"fields": [field], "values": theirs}
    stored = alice.api.get(path).json()
    assert (stored[field], stored["note"], stored["revision"]) == (theirs[field], "", revision)
    assert alice.api.put(path, mine | {"base": theirs}).json()[field] == mine[field]


def test_a_custom_value_over_what_another_has_written_is_refused(alice: Person) -> None:
    field = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()
    contact, key = make_contact(alice.team, "ayu@example.com"), str(field["id"])
    path, name = f"contacts/{contact.pk}", f"customField.{key}"
    alice.api.put(path, {"customField": {key: 5}, "base": {name: None}})

    refused = alice.api.put(path, {"customField": {key: 7}, "base": {name: None}})
    same = alice.api.put(path, {"customField": {key: 5}, "base": {name: None}})

    assert refused.json()["payload"] == {"fields": [name], "values": {name: 5}}
    assert (same.status_code, same.json()["customField"]) == (200, {key: 5})


@pytest.mark.parametrize(
    ("type_", "sent", "next_"),
    [
        ("dateTime", "2026-11-28T10:00", "2026-11-28T11:00"),
        ("number", "1,5", "2,5"),
        ("url", "kopi.example", "teh.example"),
    ],
)
def test_a_custom_value_is_no_conflict_with_what_the_server_made_of_it(
    alice: Person, type_: str, sent: str, next_: str
) -> None:
    field = alice.api.post("contacts/field", {"name": "Visit", "type": type_}).json()
    contact, key = make_contact(alice.team, "ayu@example.com"), str(field["id"])
    path, name = f"contacts/{contact.pk}", f"customField.{key}"
    alice.api.put(path, {"customField": {key: sent}})

    changed = alice.api.put(path, {"customField": {key: next_}, "base": {name: sent}})
    other = alice.api.put(path, {"customField": {key: sent}, "base": {name: sent}})

    assert changed.status_code == 200
    assert (other.status_code, other.json()["code"]) == (409, "editConflict")


@pytest.mark.parametrize(
    ("field", "sent", "stored", "next_"),
    [
        ("country", "Belanda", "Netherlands", "Indonesia"),
        ("timezone", "WIB", "Asia/Jakarta", "Asia/Makassar"),
        ("city", " Kota Bogor ", "Kota Bogor", "Depok"),
        ("phone", "+62 812-3456-789", "+62 812-3456-789", "+62 811 1111 111"),
    ],
)
def test_a_value_is_no_conflict_with_what_the_server_made_of_it(
    alice: Person, field: str, sent: str, stored: str, next_: str
) -> None:
    contact = make_contact(alice.team, "ayu@example.com")
    path = f"contacts/{contact.pk}"
    assert alice.api.put(path, {field: sent}).json()[field] == stored

    changed = alice.api.put(path, {field: next_, "base": {field: sent}})
    wrong = alice.api.put(path, {field: sent, "base": {field: 5}})

    assert (changed.status_code, changed.json()[field]) == (200, next_)
    assert (wrong.status_code, wrong.json()["code"]) == (409, "editConflict")


def test_another_teams_contact_is_not_found(alice: Person, mallory: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    seen = mallory.api.get(f"contacts/{contact.pk}")
    changed = mallory.api.put(f"contacts/{contact.pk}", {"city": "Nowhere"})

    assert (seen.status_code, seen.json()["code"]) == (404, "noEntity")
    assert (changed.status_code, changed.json()["code"]) == (404, "noEntity")
    contact.refresh_from_db()
    assert contact.city == ""


def test_the_list_pages_sorts_and_counts(alice: Person, mallory: Person) -> None:
    make_contact(mallory.team, "foreign@example.com")
    for number, name in enumerate(["citra", "Ayu", "bagas"]):
        make_contact(alice.team, f"{number}@example.com", firstname=name)

    newest = alice.api.get("contacts?size=2").json()
    by_name = alice.api.get("contacts?sort=firstname&size=2&page=2").json()
    wrong = alice.api.get("contacts?sort=password").json()

    assert [row["firstname"] for row in newest["items"]] == ["bagas", "Ayu"]
    assert (newest["total"], newest["totalIsExact"]) == (3, True)
    assert [row["firstname"] for row in by_name["items"]] == ["citra"]
    assert by_name["next"] is None
    assert wrong["code"] == "invalidData"


@pytest.mark.parametrize("sort", ["firstname", "lastname"])
def test_a_page_continues_after_letters_with_two_lower_cases(alice: Person, sort: str) -> None:
    for number, name in enumerate(("İpek", "irem", "ΟΔΟΣ", "ΟΔΟΣυ")):
        make_contact(alice.team, f"{number}@example.com", **{sort: name})

    seen: list[str] = []
    after = ""
    while len(seen) < 5 and after is not None:
        page = alice.api.get(f"contacts?size=1&sort={sort}" + (f"&after={after}" if after else "")).json()
        seen += [row[sort] for row in page["items"]]
        after = page["next"]

    assert seen == ["İpek", "irem", "ΟΔΟΣ", "ΟΔΟΣυ"]


@pytest.mark.parametrize("sort", ["-createdAt", "createdAt", "firstname", "-firstname", "-updatedAt", "email"])
def test_the_list_continues_where_a_page_ended(alice: Person, sort: str) -> None:
    for number in range(7):
        moment = clock.now() - timedelta(minutes=number % 3)
        make_contact(alice.team, f"{number}@example.com", firstname=f"Name{number % 3}", updated_at=moment)
    whole = [row["contactId"] for row in alice.api.get(f"contacts?size=50&sort={sort}").json()["items"]]

    seen: list[str] = []
    after = ""
    for _ in range(4):
        page = alice.api.get(f"contacts?size=2&sort={sort}{after}").json()
        seen += [row["contactId"] for row in page["items"]]
        after = f"&after={page['next']}"

    assert page["next"] is None
    assert seen == whole
    assert len(seen) == 7


@pytest.mark.parametrize("after", ["x", "W10=", "WyJlbWFpbCIsICJ4IiwgMV0="])
def test_a_made_up_continuation_is_refused(alice: Person, after: str) -> None:
    assert alice.api.get(f"contacts?after={after}").json()["code"] == "invalidData"


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("ayu", ["ayu"]),
        ("AY", ["ayu"]),
        ("lest", ["ayu"]),
        ("ayu les", ["ayu"]),
        ("ayu pra", []),
        ("sinar", ["bagas"]),
        ("b", ["bagas"]),
        ("gas", []),
        ("%", []),
        ("_", []),
    ],
)
def test_search_as_you_type_is_by_the_beginning_of_words(alice: Person, search: str, found: list[str]) -> None:
    make_contact(alice.team, "ayu@gmail.com", firstname="Ayu", lastname="Lestari")
    make_contact(alice.team, "bagas@pagi.id", firstname="Bagas", lastname="Prakoso", company="Sinar Pagi")

    page = alice.api.call("GET", "contacts?search=" + search.replace("%", "%25")).json()

    assert [row["email"].split("@")[0] for row in page["items"]] == found
    assert page["total"] == len(found)


def test_whole_search_looks_inside_words(alice: Person) -> None:
    make_contact(alice.team, "bagas@pagi.id", firstname="Bagas")

    assert alice.api.get("contacts?search=gas&whole=true").json()["total"] == 1


def test_the_list_filters_by_label_and_state(alice: Person) -> None:
    one, two = make_label(alice.team, "One"), make_label(alice.team, "Two")
    make_contact(alice.team, "a@example.com", label_ids=[one.pk])
    make_contact(alice.team, "b@example.com", label_ids=[two.pk], state=ContactState.BOUNCED)
    make_contact(alice.team, "c@example.com")

    either = alice.api.get(f"contacts?labelIds={one.pk}&labelIds={two.pk}&sort=email").json()
    bounced = alice.api.post("contacts/find", {"states": ["bounced"], "labelIds": [two.pk]}).json()
    count = alice.api.post("contacts/find/count-only", {"labelIds": [one.pk]}).json()

    assert [row["email"][0] for row in either["items"]] == ["a", "b"]
    assert [row["email"][0] for row in bounced["items"]] == ["b"]
    assert count == {"count": 1, "exact": True}


def test_the_list_costs_the_same_queries_for_any_size(alice: Person) -> None:
    labels = [make_label(alice.team, f"Label {n}").pk for n in range(3)]
    for number in range(30):
        make_contact(alice.team, f"{number}@example.com", label_ids=labels[: number % 4])

    with CaptureQueriesContext(connection) as small:
        alice.api.get("contacts?size=2")
    with CaptureQueriesContext(connection) as large:
        alice.api.get("contacts?size=30")

    assert len(small) == len(large) <= 8


def test_count_tells_the_standing_against_the_plan(bob: Person) -> None:
    make_contact(bob.team, "a@example.com")

    assert bob.api.get("contacts/count").json() == {"count": 1, "limit": 15_000, "left": 14_999}


def test_labels_are_applied_by_ids_and_by_filter(alice: Person, mallory: Person) -> None:
    old, new = make_label(alice.team, "Old"), make_label(alice.team, "New")
    rows = [make_contact(alice.team, f"{n}@example.com", label_ids=[old.pk]) for n in range(3)]
    foreign = make_contact(mallory.team, "x@example.com")

    by_ids = alice.api.post(
        "contacts/find/apply-label", {"ids": [rows[0].pk, foreign.pk], "add": [new.pk], "remove": [old.pk]}
    )
    by_filter = alice.api.post("contacts/find/apply-label", {"filter": {"labelIds": [old.pk]}, "add": [new.pk]})

    assert by_ids.json() == {"count": 1, "queued": False}
    assert by_filter.json() == {"count": 2, "queued": False}
    labels = list(Contact.objects.for_team(alice.team).order_by("pk").values_list("label_ids", flat=True))
    assert labels == [[new.pk], [old.pk, new.pk], [old.pk, new.pk]]
    counts = dict(ContactLabel.objects.for_team(alice.team).values_list("name", "contact_count"))
    assert counts == {"Old": 2, "New": 3}
    foreign.refresh_from_db()
    assert foreign.label_ids == []


def test_a_member_without_the_permission_may_only_look(alice: Person) -> None:
    custom = CustomField.objects.for_team(alice.team).count()

    assert alice.api.get("contacts/field").json() == []
    assert custom == 0


@pytest.mark.parametrize(("near", "most_keys"), [(10_000, 100), (3, 100), (1, 100), (1, 3)])
@pytest.mark.parametrize("search", ["ann", "ann an"])
@pytest.mark.parametrize("sort", ["createdAt", "-createdAt"])
def test_many_matches_are_paged_in_order_whether_near_or_gathered_by_key_or_walked_to(
    alice: Person, monkeypatch: pytest.MonkeyPatch, near: int, most_keys: int, sort: str, search: str
) -> None:
    monkeypatch.setattr(selectors, "MAX_EXACT_TOTAL", 2)
    monkeypatch.setattr(selectors, "NEARBY_CONTACTS", near)
    monkeypatch.setattr(selectors, "MAX_KEYED_MATCHES", most_keys)
    monkeypatch.setattr(selectors, "MAX_WORD_KEYED_MATCHES", most_keys)
    now = clock.now()
    names = ["ann" if number % 2 else "ben" for number in range(10)]
    made = Contact.objects.bulk_create(
        Contact(team=alice.team, email=f"{name}{number}@mail.example", created_at=now, updated_at=now)
        for number, name in enumerate(names)
    )
    wanted = sorted((row.pk for row in made if row.email.startswith("ann")), reverse=sort.startswith("-"))

    def page(**fields: object) -> selectors.ContactSlice:
        query = ContactListQuery.model_validate({"search": search, "sort": sort, "size": 2, **fields})
        return selectors.list_page(team_id=alice.team.pk, query=query)

    first = page()
    second = page(page=2)
    after = page(after=first.next)

    assert [row.pk for row in first.page.items] == wanted[:2]
    assert [row.pk for row in second.page.items] == wanted[2:4]
    assert [row.pk for row in after.page.items] == wanted[2:4]
    assert [row.pk for row in page(page=3).page.items] == wanted[4:]
    assert page(page=4).page.items == []
    assert (first.page.total, first.page.total_is_exact) == (2, False)


def test_a_page_that_lies_near_costs_no_look_at_all_matches(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MAX_EXACT_TOTAL", 2)
    monkeypatch.setattr(selectors, "NEARBY_CONTACTS", 3)
    for team in (alice.team, mallory.team):
        for number, name in enumerate(["ann", "ann", "ann", "ben", "ann"]):
            make_contact(team, f"{name}{number}@mail.example")

    def gathers(**fields: object) -> list[int]:
        query = ContactListQuery.model_validate({"search": "ann", **fields})
        with CaptureQueriesContext(connection) as asked:
            found = selectors.list_page(team_id=alice.team.pk, query=query)
        assert all(row.team_id == alice.team.pk for row in found.page.items)
        return [query["sql"].count("array_agg") for query in asked]

    assert sum(gathers(size=2)) == 0
    assert sum(gathers(size=4)) == 1


def test_a_word_that_several_columns_have_is_counted_by_contacts(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MAX_EXACT_TOTAL", 3)
    for number in range(2):
        make_contact(alice.team, f"ann{number}@example.com", firstname="Ann", lastname="Annan", company="Annex")

    def totals(search: str) -> tuple[int, bool]:
        page = alice.api.get(f"contacts?search={search}").json()
        return page["total"], page["totalIsExact"]

    assert totals("ann") == (2, True)
    make_contact(alice.team, "ben@example.com", company="Annex")
    assert totals("ann") == (3, True)
    assert totals("ann+an") == (3, True)
    make_contact(alice.team, "cid@example.com", lastname="Annan")
    assert totals("ann") == (3, False)
    assert totals("ann+an") == (3, False)


def test_a_contact_that_a_word_finds_in_several_columns_is_found_once(alice: Person, mallory: Person) -> None:
    make_contact(alice.team, "ann@example.com", firstname="Ann", lastname="Annan", company="Annex")
    make_contact(alice.team, "ben@example.com", company="Annex")
    make_contact(mallory.team, "ann@example.com", firstname="Ann")

    found = alice.api.get("contacts?search=ann").json()

    assert [contact["email"] for contact in found["items"]] == ["ben@example.com", "ann@example.com"]
    assert (found["total"], found["totalIsExact"]) == (2, True)


@pytest.mark.parametrize(
    ("order", "index"),
    [
        ("email", "contact_email"),
        ("-email", "contact_email"),
        ("firstname_key", "contact_firstname"),
        ("lastname_key", "contact_lastname"),
        ("updated_at", "contact_updated"),
        ("id", "contact_newest"),
    ],
)
def test_the_way_to_a_far_page_is_read_from_an_index_alone(
    alice: Person, mallory: Person, order: str, index: str
) -> None:
    ordering = [order] if order.lstrip("-") in selectors.UNIQUE_SORTS else [order, "pk"]
    now = clock.now()
    Contact.objects.bulk_create(
        Contact(team=team, email=f"r{number}@example.com", created_at=now, updated_at=now)
        for team in (alice.team, mallory.team)
        for number in range(600)
    )
    with connection.cursor() as cursor:
        # Only rows are counted, because pages are never all-visible within a test transaction.
        cursor.execute("ANALYZE contacts_contact")
        cursor.execute("SET LOCAL random_page_cost = 0")
        cursor.execute("SET LOCAL seq_page_cost = 0")
        for way in ("seqscan", "bitmapscan", "indexscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")

    plan = selectors.query_contacts(alice.team.pk).order_by(*ordering).values_list("pk")[500:550].explain()

    assert f"Index Only Scan{' Backward' if order.startswith('-') else ''} using {index}" in plan
    assert "Sort" not in plan


@pytest.mark.parametrize("sort", ["createdAt", "-createdAt"])
def test_no_page_by_time_passes_over_what_other_teams_have_made(alice: Person, mallory: Person, sort: str) -> None:
    now = clock.now()
    made = Contact.objects.bulk_create(
        Contact(team=team, email=f"r{number}@example.com", created_at=now, updated_at=now)
        for number in range(300)
        for team in (alice.team, mallory.team)
    )
    keys = [row.pk for row in made if row.team_id == alice.team.pk][:: -1 if sort.startswith("-") else 1]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")
        for way in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")

    def read(**fields: object) -> tuple[list[int], str]:
        with CaptureQueriesContext(connection) as asked:
            found = selectors.list_page(
                team_id=alice.team.pk, query=ContactListQuery.model_validate({"sort": sort, "size": 20, **fields})
            )
        ways = [query["sql"] for query in asked if "LIMIT" in query["sql"]]
        assert len(ways) == 1
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {ways[0]}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert "using contact_newest" in plan
        assert "Filter" not in plan
        return [row.pk for row in found.page.items], found.next or ""

    first, after = read()
    assert first == keys[:20]
    assert read(after=after)[0] == keys[20:40]
    assert read(page=4)[0] == keys[60:80]


@pytest.mark.parametrize(
    ("word", "indexes"),
    [("ann", ["email", "firstname", "lastname", "company"]), ("+62812", ["email", "company", "phone"])],
)
def test_a_word_is_looked_up_in_indexes_alone(alice: Person, word: str, indexes: list[str]) -> None:
    now = clock.now()
    Contact.objects.bulk_create(
        Contact(
            team=alice.team,
            email=f"r{number}@example.com",
            firstname=f"First{number}",
            lastname=f"Last{number}",
            company=f"Company{number}",
            phone=f"+62813{number:04}",
            created_at=now,
            updated_at=now,
        )
        for number in range(1_000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")
        for way in ("seqscan", "bitmapscan", "indexscan"):
            cursor.execute(f"SET LOCAL enable_{way} = off")

    plans = [
        selectors.query_contacts(alice.team.pk).filter(side).order_by().values("id").explain()
        for side in selectors._build_prefix_conditions(word)
    ]

    assert all("Index Only Scan" in plan for plan in plans)
    assert all(any(f"using contact_{index}" in plan for plan in plans) for index in indexes)


def test_a_search_is_planned_for_its_words_however_often_it_comes(alice: Person) -> None:
    make_contact(alice.team, "ayu@example.com")
    wanted = ContactFilter.model_validate({"search": "ayu"})
    query = ContactListQuery.model_validate({"search": "ayu", "sort": "email"})

    for _ in range(20):
        assert selectors.count_matching(team_id=alice.team.pk, wanted=wanted) == (1, True)
        assert len(selectors.list_ids(team_id=alice.team.pk, wanted=wanted)) == 1
        assert len(selectors.list_page(team_id=alice.team.pk, query=query).page.items) == 1
        assert selectors.count_all(alice.team.pk) == 1

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = [statement for (statement,) in cursor.fetchall()]
    assert [statement for statement in prepared if "LIKE" in statement] == []
    assert [statement for statement in prepared if "plans_" in statement] != []


@pytest.mark.parametrize("typed", ["+62 812", "62812", "+62812-34", "(62) 812 3456", "628123456789"])
def test_a_phone_is_found_by_its_first_digits_however_it_is_written(alice: Person, typed: str) -> None:
    make_contact(alice.team, "ayu@example.com", phone="+62 812-3456-789")
    make_contact(alice.team, "budi@example.com", phone="+62 813 9999 111")
    make_contact(alice.team, "62@example.com")

    found = alice.api.get(f"contacts?search={quote(typed)}").json()["items"]

    assert [contact["email"] for contact in found] == ["ayu@example.com"]


def test_two_digits_are_no_phone(alice: Person) -> None:
    make_contact(alice.team, "ayu@example.com", phone="+62 812-3456-789")
    make_contact(alice.team, "62@example.com")

    assert [contact["email"] for contact in alice.api.get("contacts?search=62").json()["items"]] == ["62@example.com"]


def test_a_phone_is_looked_for_by_its_index(alice: Person) -> None:
    now = clock.now()
    Contact.objects.bulk_create(
        Contact(team=alice.team, email=f"c{n}@example.com", phone=f"+62 8{n:08}", created_at=now, updated_at=now)
        for n in range(3_000)
    )
    wanted = ContactFilter.model_validate({"search": "+62 80000 12"})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")

    found = selectors.query_matching(team_id=alice.team.pk, wanted=wanted).order_by()

    assert "contact_phone" in found.explain()
    assert found.count() == 100
