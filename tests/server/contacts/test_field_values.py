"""Custom field types: accepted values in forms and imports, and their display in emails."""

import json
from typing import Any
from zoneinfo import ZoneInfo

import polars as pl
import pytest

from server.contacts import values
from server.contacts.importing import target_columns
from server.contacts.importing.cell_formats import CellFormats
from server.contacts.importing.target_columns import CustomFieldColumn
from server.contacts.models import Contact, CustomField, StageName
from server.contacts.selectors.merge_tags import load_merge_fields
from server.contacts.services.importing import row_frames
from server.contacts.values import FieldConstraints, FieldType
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import imported

CHOICES = ["Small", "Extra Large", 'say "x"']
JAKARTA = ZoneInfo("Asia/Jakarta")
REFUSED = object()
# type -> input -> stored value
TAKEN: dict[str, dict[str, Any]] = {
    "text": {"Depok": "Depok", " a\tb ": "a b", "x" * 1_000: "x" * 1_000, "x" * 1_001: REFUSED},
    "longText": {
        "Jalan Melati 3\r\n Depok \n\n16411": "Jalan Melati 3\nDepok\n\n16411",
        'say "hi"\\\nthere': 'say "hi"\\\nthere',
        "x" * 10_001: REFUSED,
    },
    "number": {"12": 12, "12,5": 12.5, "-3": -3, "1e3": REFUSED, "many": REFUSED},
    "date": {"2026-2-9": "2026-02-09", "2026-02-30": REFUSED, "soon": REFUSED},
    "dateTime": {
        "2026-03-01 00:30": "2026-02-28T17:30:00Z",
        "2026-03-01T00:30:15": "2026-02-28T17:30:15Z",
        "2026-03-01": "2026-02-28T17:00:00Z",
        "2026-03-01T00:30:00Z": "2026-03-01T00:30:00Z",
        "2026-03-01 00:30-05:30": "2026-03-01T06:00:00Z",
        "2026-03-01 00:30:00.123456+0700": "2026-02-28T17:30:00Z",
        "2026-03-01 24:30": REFUSED,
        "2026-02-30 10:00": REFUSED,
        "soon": REFUSED,
    },
    "dropdown": {"Small": "Small", "extra LARGE": "Extra Large", 'say "x"': 'say "x"', "Medium": REFUSED},
    "multiChoice": {
        "Extra Large; small": ["Small", "Extra Large"],
        'say "x"|Small|small': ["Small", 'say "x"'],
        "Small;Medium": REFUSED,
        "Small": ["Small"],
        ";": None,
    },
    "checkbox": {"ya": True, "No": False, "perhaps": REFUSED},
    "url": {
        "https://kopi.example/a?b=c#d": "https://kopi.example/a?b=c#d",
        "HTTP://Kopi.example": "HTTP://Kopi.example",
        "kopi.example": "https://kopi.example",
        "büro.example/ü": "https://büro.example/ü",
        "ftp://kopi.example": REFUSED,
        "javascript:alert(1)": REFUSED,
        "kopi": REFUSED,
        "3.14": REFUSED,
        "kopi.example/a b": REFUSED,
        "kopi.example/" + "x" * 2_000: REFUSED,
    },
    "phone": {"+62 812-3456": "+62 812-3456", "0812345": "0812345", "12": REFUSED, "call me": REFUSED},
    "email": {"Ani@Kopi.Example": "ani@kopi.example", "ani@": REFUSED, "a..b@kopi.example": REFUSED},
}


def test_every_type_is_looked_at() -> None:
    assert set(TAKEN) == set(FieldType)


@pytest.mark.parametrize("kind", TAKEN)
def test_a_value_is_taken_by_hand_and_by_import_alike(kind: str) -> None:
    choices = CHOICES if kind in values.CHOICE_TYPES else []
    field = CustomField(pk=7, name="Field", tag="field", type=kind, values=choices)
    for text, wanted in TAKEN[kind].items():
        try:
            by_hand: Any = values.clean_custom(FieldConstraints(kind, choices, JAKARTA), text)
        except ValueError:
            by_hand = REFUSED
        assert by_hand is wanted if wanted is REFUSED else (by_hand, type(by_hand)) == (wanted, type(wanted)), text

        column = CustomFieldColumn(field, JAKARTA)
        frame = pl.DataFrame({"c0": [text], "extra": [False]})
        row = target_columns.clean_chunk(
            frame, [column.target], {column.target: column}, formats=CellFormats(), extra="extra"
        )
        if wanted is REFUSED:
            assert row["reason"][0] is not None, text
            continue
        assert row["reason"][0] is None, text
        shape = row_frames.FileShape([], {column.target: field}, has_labels=False)
        record = row.select(row_frames._build_custom_record(shape).alias("record"))["record"][0]
        assert json.loads(record) == ({} if wanted is None else {"7": wanted}), text


def test_moments_of_a_file_follow_its_order_of_day_and_month(alice: Person) -> None:
    alice.team.timezone = "(GMT+07:00) Asia/Jakarta"
    alice.team.save()
    seen = alice.api.post("contacts/field", {"name": "Seen", "type": "dateTime"}).json()["id"]
    several = alice.api.post(
        "contacts/field", {"name": "Drinks", "type": "multiChoice", "values": ["Tea", "Coffee"]}
    ).json()["id"]

    imported(
        alice,
        "Email,Seen,Drinks\na@x.com,31/12/2025 08.15,coffee; tea\nb@x.com,1/2/2026,\nc@x.com,31/12/2025 8:15Z,Milk\n",
    )
    imported(alice, "Email,Drinks\na@x.com,Tea\n")

    stored = dict(Contact.objects.for_team(alice.team).values_list("email", "custom_field"))
    assert stored == {
        "a@x.com": {str(seen): "2025-12-31T01:15:00Z", str(several): ["Tea"]},
        "b@x.com": {str(seen): "2026-01-31T17:00:00Z"},
    }


def test_a_contact_takes_each_type_through_the_api_and_gives_it_back(alice: Person) -> None:
    several = alice.api.post(
        "contacts/field", {"name": "Drinks", "type": "multiChoice", "values": ["Tea", "Coffee"]}
    ).json()["id"]
    site = alice.api.post("contacts/field", {"name": "Site", "type": "url"}).json()["id"]
    custom = {str(several): ["Coffee", "Tea"], str(site): "kopi.example"}

    made = alice.api.post("contacts", {"email": "a@x.com", "customField": custom}).json()
    wrong = alice.api.put(f"contacts/{made['contactId']}", {"customField": {str(several): ["Milk"]}})
    emptied = alice.api.put(f"contacts/{made['contactId']}", {"customField": {str(several): []}})

    assert made["customField"] == {str(several): ["Tea", "Coffee"], str(site): "https://kopi.example"}
    assert wrong.json()["code"] == "invalidData"
    assert wrong.json()["payload"]["field"] == f"customField.{several}"
    assert emptied.json()["customField"] == {str(site): "https://kopi.example"}


def test_choices_of_several_hold_no_separator(alice: Person) -> None:
    answer = alice.api.post("contacts/field", {"name": "Drinks", "type": "multiChoice", "values": ["Tea; milk"]})

    assert (answer.json()["code"], answer.json()["payload"]["field"]) == ("invalidData", "values")
    assert not CustomField.objects.exists()


def test_a_mail_tells_a_moment_by_the_team_s_clock_one_by_one_and_in_one_query(alice: Person) -> None:
    alice.team.timezone = "(GMT+07:00) Asia/Jakarta"
    alice.team.save()
    seen = alice.api.post("contacts/field", {"name": "Seen", "type": "dateTime"}).json()["id"]
    several = alice.api.post(
        "contacts/field", {"name": "Drinks", "type": "multiChoice", "values": ["Tea", "Coffee"]}
    ).json()["id"]
    held = {str(seen): "2026-02-28T17:30:00Z", str(several): ["Tea", "Coffee"]}
    contact = make_contact(alice.team, "a@x.com", custom_field=held)
    nobody = make_contact(alice.team, "b@x.com")
    fields = load_merge_fields(alice.team.pk)

    tags = {"seen", "drinks"}
    asked = Contact.objects.for_team(alice.team).order_by("pk").annotate(said=fields.expression(tags))

    said = [{"seen": "2026-03-01 00:30", "drinks": ["Tea", "Coffee"]}, {"seen": None, "drinks": None}]
    assert list(asked.values_list("said", flat=True)) == said
    assert [fields.record(one, tags) for one in (contact, nobody)] == said


def test_a_mail_tells_a_stage_by_its_name_one_by_one_and_in_one_query(alice: Person) -> None:
    StageName.objects.create(team=alice.team, stage="interest", name="Warm")
    people = [
        make_contact(alice.team, f"{stage}@x.com", funnel=stage.removeprefix("none"))
        for stage in ("interest", "loyalty", "none")
    ]
    fields = load_merge_fields(alice.team.pk)

    asked = Contact.objects.for_team(alice.team).order_by("pk").annotate(said=fields.expression({"funnel"}))

    said = [
        {"funnel": "Warm", "funnel:key": "interest"},
        {"funnel": "Loyalty", "funnel:key": "loyalty"},
        {"funnel": "", "funnel:key": ""},
    ]
    assert list(asked.values_list("said", flat=True)) == said
    assert [fields.record(one, {"funnel"}) for one in people] == said
    assert alice.api.get(f"contacts/{people[0].pk}").json()["funnel"] == "interest"
