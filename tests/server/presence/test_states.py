"""The presence events of a team's sockets."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from server.presence.entries import MAX_PEOPLE, PresenceEntry, build_people, build_sessions, is_record_id, is_screen
from server.presence.schemas import PresentPerson

ALICE, BOB = str(UUID(int=1)), str(UUID(int=2))
DESK, PHONE = str(UUID(int=11)), str(UUID(int=12))


def entry(user: str = ALICE, session: str = DESK, **fields: Any) -> PresenceEntry:
    name = "Alice Tan" if user == ALICE else "Bob"
    defaults = {
        "process": "p",
        "session_id": session,
        "user_id": user,
        "fullname": name,
        "initials": name[0],
        "screen": "campaigns",
        "thing": None,
        "since_ms": 1_000,
        "seen_ms": 1_000,
    }
    return PresenceEntry(**defaults | fields)


def test_a_person_with_several_tabs_is_told_once_with_everything_on_them() -> None:
    tabs = [
        entry(thing="campaign:a"),
        entry(session=PHONE, thing="contact:7", fullname="Alice Lim", seen_ms=2_000),
        entry(thing="campaign:a"),
        entry(thing=None),
    ]

    assert build_people(tabs) == [
        PresentPerson(user_id=UUID(ALICE), fullname="Alice Lim", initials="A", things=["campaign:a", "contact:7"])
    ]


def test_who_came_first_stands_first_and_stays_there() -> None:
    first, later = entry(BOB, since_ms=500), entry(since_ms=900, seen_ms=9_000)

    told = [[person.fullname for person in build_people(order)] for order in ([first, later], [later, first])]

    assert told == [["Bob", "Alice Tan"], ["Bob", "Alice Tan"]]


def test_of_a_crowd_a_bounded_number_is_told() -> None:
    crowd = [entry(str(UUID(int=number)), since_ms=number) for number in range(MAX_PEOPLE + 50)]

    told = build_people(reversed(crowd))

    assert [person.user_id.int for person in told] == list(range(MAX_PEOPLE))


def test_a_session_is_told_by_the_tab_that_was_used_last() -> None:
    told = build_sessions(
        [
            entry(screen="contacts", seen_ms=1_000),
            entry(screen="campaign-edit", thing="campaign:a", since_ms=2_000, seen_ms=3_000),
            entry(BOB, PHONE, seen_ms=2_000),
        ]
    )

    assert [(str(one.session_id), one.screen, one.thing) for one in told] == [
        (DESK, "campaign-edit", "campaign:a"),
        (PHONE, "campaigns", None),
    ]
    assert (told[0].since, told[0].last_seen_at) == (
        datetime.fromtimestamp(2, UTC),
        datetime.fromtimestamp(3, UTC),
    )


def test_an_entry_is_read_as_it_was_written_and_so_is_one_of_another_release() -> None:
    one = entry(fullname='Ali "Ă" \u2028 O\'Neil', thing="campaign:a")

    assert PresenceEntry.of(one.text()) == one
    assert PresenceEntry.of(one.text().replace('{"process"', '{"colour":"red","process"')) == one


@pytest.mark.parametrize("screen", ["analytics", "campaign-edit", "2fa"])
def test_names_of_routes_are_screens(screen: str) -> None:
    assert is_screen(screen) is (screen != "2fa")


@pytest.mark.parametrize("text", ["", "A", "a b", "a/b", "<b>", "a" * 61, "a\n", None, 7, ["a"], {"a": 1}])
def test_anything_else_is_none(text: object) -> None:
    assert not is_screen(text)


@pytest.mark.parametrize("text", ["campaign:0190", "contact:7", "support-team:0190-a"])
def test_a_kind_and_an_id_are_a_thing(text: str) -> None:
    assert is_record_id(text)


@pytest.mark.parametrize("text", ["", "campaign", "campaign:", ":7", "campaign:7 8", "a:b:c", "a:" + "7" * 41, "a:7\n"])
def test_nothing_else_is_a_thing(text: str) -> None:
    assert not is_record_id(text)
