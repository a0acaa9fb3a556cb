"""Membership changes of segments: published once, in order, to watchers only."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from server.contacts import timeline
from server.contacts.models import Contact, FeedEntry
from server.contacts.services import deletions
from server.core import jobs
from server.core.errors import NotFound
from server.core.models import Job, JobState
from server.segments import jobs as segment_jobs
from server.segments import watchers
from server.segments.columns import building
from server.segments.models import MemberBlock, Membership, MembershipChange, SegmentWatch
from server.segments.services import watching
from server.segments.watchers import MembershipChanges
from tests.cast import Person
from tests.plugs import copy
from tests.server.contacts.factories import make_contact
from tests.server.contacts.feeding import consume, happen

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)  # 17:00 in Jakarta
JAKARTA = {"kind": "field", "field": "city", "operator": "is", "value": "Jakarta"}


@pytest.fixture(autouse=True)
def frozen() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def watched_moves(monkeypatch: pytest.MonkeyPatch) -> list[MembershipChanges]:
    """Registers a watcher named `test` and returns what it gets."""
    heard: list[MembershipChanges] = []
    copy(monkeypatch, watchers.WATCHERS)
    watchers.WATCHERS.add("test", heard.append)
    return heard


pytestmark = pytest.mark.django_db


def segment(person: Person, *rules: dict[str, Any], name: str = "In Jakarta") -> int:
    body = {"name": name, "rules": {"kind": "group", "rules": list(rules)}}
    made: int = person.api.post("contacts/segment", body).json()["id"]
    return made


def watch(person: Person, segment_id: int) -> None:
    watching.watch(team_id=person.team.pk, segment_id=segment_id, watcher="test")


def tick() -> int:
    """Runs the scheduler and its jobs. Returns the number of checked teams."""
    woken = watching.enqueue_checks()
    for job in Job.objects.filter(name=watching.CHECK_JOB, state=JobState.WAITING):
        claim = jobs.claim(job.pk)
        assert claim is not None
        segment_jobs.publish_membership_changes(claim=claim, **claim.arguments)
        job.delete()
    return woken


def moved(watched_moves: list[MembershipChanges]) -> list[tuple[list[int], list[int]]]:
    return [(list(moves.entered), list(moves.left)) for moves in watched_moves]


def move(contact: Contact, city: str) -> None:
    """Changes a contact as any service does."""
    Contact.objects.filter(pk=contact.pk).update(city=city)


def test_who_enters_and_who_leaves_is_told_once(alice: Person, watched_moves: list[MembershipChanges]) -> None:
    ani = make_contact(alice.team, "ani@example.com", city="Jakarta")
    budi = make_contact(alice.team, "budi@example.com", city="Bogor")
    one = segment(alice, JAKARTA)
    watch(alice, one)

    assert tick() == 0
    move(budi, "jakarta")
    assert (tick(), tick()) == (1, 0)
    move(ani, "Bogor")
    citra = make_contact(alice.team, "citra@example.com", city="Jakarta")
    tick()
    move(ani, "Jakarta")
    tick()

    # Initial members never entered.
    assert moved(watched_moves) == [([budi.pk], []), ([citra.pk], [ani.pk]), ([ani.pk], [])]
    assert [(moves.team_id, moves.segment_id, moves.by_rules) for moves in watched_moves] == [
        (alice.team.pk, one, False)
    ] * 3
    kept = Membership.objects.get()
    assert (kept.members, kept.entered, kept.left) == (3, 3, 1)


def test_columns_that_are_worked_in_move_nobody(alice: Person, watched_moves: list[MembershipChanges]) -> None:
    ani = make_contact(alice.team, "ani@example.com", city="Jakarta")
    one = segment(alice, JAKARTA)
    watch(alice, one)
    budi = make_contact(alice.team, "budi@example.com", city="Jakarta")

    building.refresh_team(alice.team.pk)
    tick()
    Contact.objects.filter(pk=ani.pk).delete()
    building.refresh_team(alice.team.pk)
    tick()
    building.refresh_team(alice.team.pk)
    tick()

    assert moved(watched_moves) == [([budi.pk], []), ([], [ani.pk])]


def test_a_window_of_days_lets_go_when_the_teams_day_ends(
    alice: Person, watched_moves: list[MembershipChanges], frozen: time_machine.Traveller
) -> None:
    ani = make_contact(alice.team, "ani@example.com")
    one = segment(alice, {"kind": "field", "field": "createdAt", "operator": "inLastDays", "value": 1})
    watch(alice, one)

    frozen.move_to(NOW + timedelta(hours=6, minutes=59))
    assert tick() == 0
    frozen.move_to(NOW + timedelta(hours=7))  # midnight in Jakarta
    assert tick() == 1

    assert moved(watched_moves) == [([], [ani.pk])]


def test_an_activity_moves_too(alice: Person, watched_moves: list[MembershipChanges]) -> None:
    ani = make_contact(alice.team, "ani@example.com")
    one = segment(alice, {"kind": "activity", "activity": "opened"})
    watch(alice, one)

    happen(alice.team.pk, "email.opened", [ani.pk], [int(NOW.timestamp() * 1_000_000)], [1])
    tick()

    assert moved(watched_moves) == [([ani.pk], [])]
    assert consume("segments") == 1
    assert watching.enqueue_checks() == 0  # it is packed, which does not change membership
    [entry] = FeedEntry.objects.for_team(alice.team).filter(kind__startswith="segment.")
    assert (entry.kind, entry.contact_ids, entry.subjects) == ("segment.entered", [ani.pk], [one])


def test_other_rules_move_and_say_so(alice: Person, watched_moves: list[MembershipChanges]) -> None:
    ani = make_contact(alice.team, "ani@example.com", city="Jakarta")
    inner = segment(alice, JAKARTA)
    outer = segment(alice, {"kind": "segment", "segmentId": inner, "member": False}, name="Elsewhere")
    watch(alice, outer)

    rule = JAKARTA | {"value": "Bogor"}
    alice.api.put(f"contacts/segment/{inner}", {"name": "In Bogor", "rules": {"kind": "group", "rules": [rule]}})
    tick()
    move(ani, "Bogor")
    tick()

    assert moved(watched_moves) == [([ani.pk], []), ([], [ani.pk])]
    assert [moves.by_rules for moves in watched_moves] == [True, False]


def test_many_are_told_in_parts_and_a_crash_tells_nobody_twice(
    alice: Person, watched_moves: list[MembershipChanges], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MAX_CHANGES_PER_TRANSACTION", 3)
    one = segment(alice, JAKARTA)
    watch(alice, one)
    people = [make_contact(alice.team, f"p{number}@example.com", city="Jakarta") for number in range(8)]
    calls = iter([None, RuntimeError("killed"), None, None, None])

    def dies_once(moves: MembershipChanges) -> None:
        error = next(calls)
        if error:
            raise error
        watched_moves.append(moves)

    monkeypatch.setitem(watchers.WATCHERS.entries, "test", dies_once)

    with pytest.raises(RuntimeError, match="killed"):
        tick()
    kept = Membership.objects.get()
    assert (kept.members, kept.entered, MembershipChange.objects.count()) == (3, 3, 3)
    Job.objects.all().delete()
    tick()

    assert [key for moves in watched_moves for key in moves.entered] == [person.pk for person in people]
    assert [len(moves.entered) for moves in watched_moves] == [3, 3, 2]
    assert Membership.objects.get().entered == MembershipChange.objects.count() == 8


def test_members_far_apart_stand_in_blocks_of_their_own(alice: Person, watched_moves: list[MembershipChanges]) -> None:
    one = segment(alice, JAKARTA)
    near = make_contact(alice.team, "near@example.com", city="Jakarta", id=5)
    far = make_contact(alice.team, "far@example.com", city="Jakarta", id=(7 << 16) + 9)
    watch(alice, one)
    before = dict(MemberBlock.objects.values_list("block", "pk"))

    move(far, "Bogor")
    tick()

    assert sorted(before) == [0, 7]
    assert dict(MemberBlock.objects.values_list("block", "pk")) == {0: before[0]}
    assert moved(watched_moves) == [([], [far.pk])]
    assert Membership.objects.get().members == 1
    assert near.pk == 5


def test_nothing_is_kept_of_what_nobody_watches(alice: Person, watched_moves: list[MembershipChanges]) -> None:
    one = segment(alice, JAKARTA)
    watch(alice, one)
    alice.api.put(f"contacts/segment/{one}/following", {"followed": True})
    watching.unwatch(team_id=alice.team.pk, segment_id=one, watcher="test")
    assert Membership.objects.count() == 1

    alice.api.put(f"contacts/segment/{one}/following", {"followed": False})
    make_contact(alice.team, "ani@example.com", city="Jakarta")

    assert tick() == 0
    assert watched_moves == []
    assert (Membership.objects.count(), MemberBlock.objects.count(), SegmentWatch.objects.count()) == (0, 0, 0)


def test_only_who_is_registered_watches_and_only_a_segment_of_the_team(alice: Person, mallory: Person) -> None:
    one = segment(alice, JAKARTA)

    with pytest.raises(ValueError, match="nobody"):
        watching.watch(team_id=alice.team.pk, segment_id=one, watcher="nobody")
    with pytest.raises(NotFound):
        watching.watch(team_id=mallory.team.pk, segment_id=one, watcher=watchers.USERS)
    assert mallory.api.put(f"contacts/segment/{one}/following", {"followed": True}).status_code == 404
    assert mallory.api.get(f"contacts/segment/{one}/following").status_code == 404

    assert SegmentWatch.objects.count() == 0


def test_people_who_follow_a_segment_see_who_came_and_went(alice: Person) -> None:
    ani = make_contact(alice.team, "ani@example.com", firstname="Ani", city="Jakarta")
    budi = make_contact(alice.team, "budi@example.com", city="Bogor")
    gone = make_contact(alice.team, "gone@example.com", city="Jakarta")
    one = segment(alice, JAKARTA)
    path = f"contacts/segment/{one}/following"
    assert alice.api.get(path).json()["followed"] is False

    assert alice.api.put(path, {"followed": True}).json()["members"] == 2
    move(budi, "Jakarta")
    move(ani, "Bogor")
    deletions.delete(team_id=alice.team.pk, ids=[gone.pk], by=alice.caller)
    tick()

    seen = alice.api.get(path).json()
    assert (seen["followed"], seen["members"], seen["entered"], seen["left"]) == (True, 1, 1, 2)
    assert [(row["contactId"], row["email"]) for row in seen["newestIn"]] == [(budi.pk, "budi@example.com")]
    assert [(row["contactId"], row["fullname"]) for row in seen["newestOut"]] == [(None, ""), (ani.pk, "Ani")]
    assert alice.api.get("contacts/segment").json()[0]["followed"] is True


def test_a_contacts_timeline_tells_its_segments_and_goes_with_it(alice: Person) -> None:
    ani = make_contact(alice.team, "ani@example.com", city="Jakarta")
    budi = make_contact(alice.team, "budi@example.com")
    one = segment(alice, JAKARTA)
    alice.api.put(f"contacts/segment/{one}/following", {"followed": True})

    move(budi, "Jakarta")
    tick()
    move(budi, "Bogor")
    tick()
    alice.api.delete(f"contacts/segment/{one}")

    def past(contact: Contact, *kinds: str) -> list[tuple[str, str]]:
        page = timeline.list_page(team_id=alice.team.pk, contact_id=contact.pk, wanted=kinds, after=None, size=10)
        return [(entry.kind, entry.details["segment"].name) for _, entry in page.items]

    assert past(budi, "entered", "left") == [("left", "In Jakarta"), ("entered", "In Jakarta")]
    assert past(budi, "left") == [("left", "In Jakarta")]
    alice.api.post(f"contacts/{ani.pk}/merge", {"otherId": budi.pk})
    assert past(ani, "entered") == [("entered", "In Jakarta")]
    alice.api.post(f"contacts/{ani.pk}/erase", {"email": "ani@example.com"})
    assert MembershipChange.objects.count() == 0


def test_moves_are_forgotten_after_their_time(alice: Person, frozen: time_machine.Traveller) -> None:
    for number, age in enumerate((401, 399)):
        MembershipChange.objects.create(
            team=alice.team, segment_id=1, name="x", contact_id=number, entered=True, at=NOW - timedelta(days=age)
        )

    watching.purge_changes()

    assert [move.contact_id for move in MembershipChange.objects.all()] == [1]


def test_watching_costs_the_same_queries_for_any_number_of_members(
    alice: Person, watched_moves: list[MembershipChanges], django_assert_max_num_queries: Any
) -> None:
    one = segment(alice, JAKARTA)
    watch(alice, one)
    for number in range(60):
        make_contact(alice.team, f"p{number}@example.com", city="Jakarta")

    with django_assert_max_num_queries(40):
        watching.publish_team_changes(team_id=alice.team.pk)

    assert [len(moves.entered) for moves in watched_moves] == [60]
