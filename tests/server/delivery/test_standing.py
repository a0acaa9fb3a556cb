"""Standing mailings: accepted recipients, their positions and batches, and reserved quota."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from uuid import uuid4

import pytest
import time_machine
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from server.core import clock
from server.core.errors import ActionNotAllowed, NotFound
from server.delivery.compiling import EmailContent
from server.delivery.errors import SendingPaused
from server.delivery.models import (
    Batch,
    BatchState,
    DestinationMetrics,
    FrequencyClaim,
    LinkClicker,
    Mailing,
    MailingCounters,
    MailingIntake,
    MailingMinute,
    MailingState,
    Recipient,
    RecipientActivity,
    SendingPause,
    SendLog,
)
from server.delivery.origins import MailingChange
from server.delivery.services import continuous_mailings, destinations, health, mailings, purging, stopping
from server.delivery.services.continuous_mailings import Candidate, Exclusion
from server.delivery.services.mailings import MailingSender
from server.delivery.sql.accepting import JOIN_WINDOW
from server.delivery.states import PauseReason
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.plans.models import Plan, QuotaUsage, Reservation
from server.plans.services.offered_plans import build_feature_groups
from tests.cast import Person
from tests.locks import is_lock_awaited, is_row_awaited
from tests.server.delivery.mailing_factory import make_mailing
from tests.server.delivery.standing_factory import (
    RECORD,
    STEPS,
    accept,
    accept_contacts,
    make_contacts,
    publish,
    steps,
)

__all__ = ["steps"]
pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 28, 9, tzinfo=UTC)
ADDRESS = "ayu@kopi.example"

Changes = list[MailingChange]


def units(person: Person) -> tuple[int, int]:
    """The team's used and reserved quota."""
    found = quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT)
    return found.used, found.reserved


def batches(mailing: Mailing) -> list[tuple[list[int], datetime]]:
    """The positions of each batch, and its due time."""
    rows = Batch.objects.filter(mailing=mailing).order_by("pk")
    return [(row.positions or [], row.due_at) for row in rows]


def state_of(mailing: Mailing) -> str:
    return Mailing.objects.values_list("state", flat=True).get(pk=mailing.pk)


def log_as(mailing: Mailing, **counts: int) -> None:
    """Counts outcomes, as a sender does."""
    MailingCounters.objects.filter(pk=mailing.pk).update(**counts)
    mailings.commit_quota(mailing.pk)


def beside(function: Callable[[], object]) -> Future[object]:
    """Runs a function on a separate connection, until it waits for the caller's transaction or has ended."""

    def run() -> object:
        try:
            return function()
        finally:
            connections.close_all()

    pool = ThreadPoolExecutor(1)
    future = pool.submit(run)
    pool.shutdown(wait=False)
    while not (future.done() or is_lock_awaited() or is_row_awaited()):
        wait([future], 0.01)
    return future


def test_it_is_being_sent_without_recipients_and_stays_open(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)

    assert (mailing.state, mailing.version, mailing.recipients) == (MailingState.SENDING, 1, 0)
    assert mailing.started_at is not None
    assert mailings.list_idle_mailings() == []
    assert mailings.finish(mailing.pk) is False
    assert state_of(mailing) == MailingState.SENDING
    assert (units(alice), steps) == ((0, 0), [])


def test_accepted_recipients_have_positions_a_batch_and_a_hold(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    ayu, budi = make_contacts(alice.team, 2)

    first = accept(
        mailing,
        Candidate("a", budi, fields={"firstname": "Budi"}),
        Candidate("b", ayu),
        Candidate("c", email="New@Example.com", fields={"firstname": "Citra"}),
    )
    continuous_mailings.catch_up()

    assert first.positions == {"c": 0, "b": 1, "a": 2}  # by address
    assert (first.repeated, first.excluded) == ({}, {})
    rows = Recipient.objects.filter(mailing=mailing).order_by("position")
    assert list(rows.values_list("key", "contact_id", "email", "fields")) == [
        ("c", None, "new@example.com", {"firstname": "Citra"}),
        ("b", ayu, "r0@example.com", {}),
        ("a", budi, "r1@example.com", {"firstname": "Budi"}),
    ]
    assert [positions for positions, _ in batches(mailing)] == [[0, 1, 2]]
    assert units(alice) == (0, 3)
    assert Mailing.objects.get(pk=mailing.pk).recipients == 3


def test_the_contact_of_an_address_is_found(alice: Person, mallory: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    [ayu] = make_contacts(alice.team, 1)
    make_contacts(mallory.team, 2)

    accept(mailing, Candidate("a", email="R0@example.com"), Candidate("b", email="r1@example.com"))

    rows = Recipient.objects.filter(mailing=mailing).order_by("position")
    assert list(rows.values_list("contact_id", flat=True)) == [ayu, None]


def test_a_key_is_accepted_once(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    ayu, budi = make_contacts(alice.team, 2)

    first = accept(mailing, Candidate("a", ayu), Candidate("a", budi))
    second = accept(mailing, Candidate("b", budi), Candidate("a", ayu))
    other = accept(publish(alice.team, origin_id=uuid4()), Candidate("a", ayu))

    assert first.positions == {"a": 0}
    assert (second.positions, second.repeated, second.excluded) == ({"b": 1}, {"a": 0}, {})
    assert other.positions == {"a": 0}
    assert list(Recipient.objects.filter(mailing=mailing).values_list("key", flat=True)) == ["a", "b"]
    assert units(alice) == (0, 3)


def test_who_is_not_accepted_is_named_with_the_reason(alice: Person, mallory: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    ayu, budi = make_contacts(alice.team, 2)
    [stranger] = make_contacts(mallory.team, 1, "stranger")

    found = accept(
        mailing,
        Candidate("theirs", stranger, email="stranger0@example.com"),
        Candidate("gone", 2**40),
        Candidate("once", ayu),
        Candidate("twice", email="R0@example.com"),
        Candidate("other", budi),
    )

    assert found.positions == {"once": 0, "other": 1}
    assert found.excluded == {
        "theirs": Exclusion.UNKNOWN_CONTACT,
        "gone": Exclusion.UNKNOWN_CONTACT,
        "twice": Exclusion.REPEATED_ADDRESS,
    }
    assert accept(mailing, Candidate("twice", ayu)).positions == {"twice": 2}
    assert units(alice) == (0, 3)


def test_a_batch_that_the_quota_is_too_short_for_is_left_out_whole(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 3)
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=998)

    accepted = accept(mailing, Candidate("a", contact_ids[0]))
    short = accept(mailing, Candidate("a", contact_ids[0]), *(Candidate(str(pk), pk) for pk in contact_ids[1:]))
    last = accept(mailing, Candidate("b", contact_ids[1]))

    assert (accepted.positions, last.positions) == ({"a": 0}, {"b": 1})
    assert (short.positions, short.repeated) == ({}, {"a": 0})
    assert set(short.excluded.values()) == {Exclusion.QUOTA}
    assert len(short.excluded) == 2
    assert units(alice) == (998, 2)
    assert MailingIntake.objects.get(pk=mailing.pk).next_position == 2


def test_the_callers_transaction_decides(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    [ayu] = make_contacts(alice.team, 1)

    with pytest.raises(RuntimeError), transaction.atomic():
        accept(mailing, Candidate("a", ayu))
        raise RuntimeError

    assert (units(alice), batches(mailing)) == ((0, 0), [])
    assert accept(mailing, Candidate("a", ayu)).positions == {"a": 0}


def test_another_teams_mailing_is_not_found(alice: Person, mallory: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    frozen = make_mailing(mallory.team)

    for mailing_id in (mailing.pk, frozen.pk, 0):
        with pytest.raises(NotFound):
            continuous_mailings.accept(
                team_id=mallory.team.pk, mailing_id=mailing_id, candidates=[Candidate("a", email="a@b.example")]
            )

    assert not Recipient.objects.exists()


def test_candidates_are_bounded(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    many = [Candidate(str(n), email=f"r{n}@example.com") for n in range(continuous_mailings.MAX_CANDIDATES + 1)]

    for refused in (
        many,
        [Candidate("", email="a@b.example")],
        [Candidate("k" * 65, email="a@b.example")],
        [Candidate("a")],
    ):
        with pytest.raises(ValueError, match="t"):
            accept(mailing, *refused)

    assert not Recipient.objects.exists()


@pytest.mark.parametrize(
    "refused",
    [
        Candidate("long", email=f"{'a' * 245}@b.example"),
        Candidate("longer in small letters", email="\u0130" * 128),
        Candidate("id", 2**63),
        Candidate("null\x00", email="a@b.example"),
        Candidate("null", email="a\x00@b.example"),
        Candidate("null", email="a@b.example", fields={"firstname": "A\x00"}),
        Candidate("null", email="a@b.example", fields={"list": [{"\\\x00": 1}]}),
        Candidate("surrogate", email="a@b.example", fields={"firstname": "\ud800"}),
        Candidate("no number", email="a@b.example", fields={"number": float("nan")}),
    ],
)
def test_what_cannot_be_stored_is_refused_before_any_statement(
    alice: Person, steps: Changes, refused: Candidate
) -> None:
    mailing = publish(alice.team)

    with CaptureQueriesContext(connection) as queries, pytest.raises(ValueError, match="Not a candidate"):
        accept(mailing, Candidate("a", email="b@b.example"), refused)

    assert len(queries) == 0


def test_what_can_be_stored_is_stored_as_it_is(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    fields = {"firstname": "\\u0000 \\\\u0000 Bùdi \U0001f600"}

    accept(mailing, Candidate("a", email=f"{'a' * 244}@b.example", fields=fields))

    assert Recipient.objects.get(mailing=mailing).fields == fields


def test_any_batch_takes_the_same_statements(alice: Person, steps: Changes) -> None:
    Plan.objects.filter(subscription__team=alice.team).update(features=build_feature_groups(factor=5))
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 901)
    later = clock.now() + timedelta(hours=1)
    accept(mailing, Candidate("first", contact_ids[0]))
    with CaptureQueriesContext(connection) as few:
        accept_contacts(mailing, contact_ids[:1])
    with CaptureQueriesContext(connection) as many:
        accept(
            mailing,
            *(Candidate(f"c{pk}", pk, due_at=later + timedelta(minutes=pk % 7)) for pk in contact_ids[1:]),
            *(Candidate(f"e{n}", email=f"e{n}@example.com") for n in range(100)),
        )

    assert len(few) == len(many)
    assert len(many) <= 14
    assert MailingIntake.objects.get(pk=mailing.pk).next_position == 1_002


def test_recipients_of_about_one_moment_share_a_batch(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 8)
    with time_machine.travel(NOW, tick=False) as clocks:
        accept_contacts(mailing, contact_ids[:2])
        clocks.shift(JOIN_WINDOW)
        accept_contacts(mailing, contact_ids[2:3])
        clocks.shift(timedelta(seconds=1))
        accept_contacts(mailing, contact_ids[3:4])  # the first batch has waited long enough
        Batch.objects.filter(mailing=mailing).update(fence=1)
        accept_contacts(mailing, contact_ids[4:5])  # senders have claimed both

    assert [(positions, due_at - NOW) for positions, due_at in batches(mailing)] == [
        ([0, 1, 2], timedelta(0)),
        ([3], timedelta(seconds=4)),
        ([4], timedelta(seconds=4)),
    ]
    sent_in = Recipient.objects.filter(mailing=mailing).order_by("position").values_list("mailed_at", flat=True)
    assert [(at - NOW).seconds for at in sent_in if at] == [0, 0, 0, 4, 4]
    assert list(Batch.objects.filter(mailing=mailing).order_by("pk").values_list("size", flat=True)) == [3, 1, 1]


def test_nobody_is_sent_to_before_the_moment_asked_for(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    one, two, three, four, five = make_contacts(alice.team, 5)
    morning = NOW + timedelta(hours=12)
    with time_machine.travel(NOW, tick=False) as clocks:
        accept_contacts(mailing, [two], due_at=morning + timedelta(seconds=3))
        clocks.shift(timedelta(hours=1))
        accept_contacts(mailing, [one], due_at=morning)  # at most three seconds later
        accept_contacts(mailing, [three], due_at=morning + timedelta(seconds=4))
        accept(
            mailing,
            Candidate("past", four, due_at=NOW),
            Candidate("later", five, due_at=morning + timedelta(seconds=3)),
        )

    assert [(positions, due_at - NOW) for positions, due_at in batches(mailing)] == [
        ([0, 1, 4], timedelta(hours=12, seconds=3)),
        ([2], timedelta(hours=12, seconds=4)),
        ([3], timedelta(hours=1)),
    ]


def test_large_batches_are_cut(alice: Person, steps: Changes) -> None:
    Plan.objects.filter(subscription__team=alice.team).update(features=build_feature_groups(factor=5))
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 1_100)

    accept_contacts(mailing, contact_ids[:1_000])
    accept_contacts(mailing, contact_ids[1_000:])

    assert [positions for positions, _ in batches(mailing)] == [
        list(range(500)),
        list(range(500, 1_000)),
        list(range(1_000, 1_100)),
    ]


def test_a_throttled_mailing_fills_the_batch_that_waits_for_its_slot(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team, per_hour=60)  # batches of five
    contact_ids = make_contacts(alice.team, 7)
    with time_machine.travel(NOW, tick=False) as clocks:
        for contact_id in contact_ids:
            accept_contacts(mailing, [contact_id])
            clocks.shift(timedelta(minutes=1))

    assert [positions for positions, _ in batches(mailing)] == [[0, 1, 2, 3, 4], [5, 6]]


@pytest.mark.django_db(transaction=True)
def test_many_callers_at_once_leave_no_gap_and_no_double(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 40)

    def call(seed: int) -> dict[str, int]:
        draw, positions = Random(seed), dict[str, int]()
        try:
            for _ in range(10):
                chosen = draw.sample(contact_ids, draw.randint(1, 8))
                # Sometimes the keys of another caller.
                found = accept(mailing, *(Candidate(f"{draw.randint(0, 9)}:{pk}", pk) for pk in chosen))
                assert not found.excluded
                for key, position in {**found.positions, **found.repeated}.items():
                    assert positions.setdefault(key, position) == position
        finally:
            connections.close_all()
        return positions

    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(call, range(6)))

    stored = dict(Recipient.objects.filter(mailing=mailing).values_list("key", "position"))
    assert all(stored[key] == position for result in results for key, position in result.items())
    count = len(stored)
    assert sorted(stored.values()) == list(range(count))
    assert MailingIntake.objects.get(pk=mailing.pk).next_position == count
    batched = [position for positions, _ in batches(mailing) for position in positions]
    assert sorted(batched) == list(range(count))
    assert units(alice) == (0, count)


def test_a_new_version_closes_the_one_before(alice: Person, steps: Changes) -> None:
    old = publish(alice.team)
    ayu, budi = make_contacts(alice.team, 2)
    accept(old, Candidate("a", ayu))

    new = publish(alice.team, 2)
    late = accept(old, Candidate("a", ayu), Candidate("b", budi))

    assert (late.repeated, late.excluded) == ({"a": 0}, {"b": Exclusion.CLOSED})
    assert (state_of(old), state_of(new)) == (MailingState.SENDING, MailingState.SENDING)
    Batch.objects.filter(mailing=old).update(state=BatchState.DONE)
    assert mailings.list_idle_mailings() == [old.pk]
    assert [mailings.finish(old.pk), mailings.finish(old.pk)] == [True, False]
    assert steps == [MailingChange(alice.team.pk, RECORD, MailingState.DONE, 1)]
    assert accept(new, Candidate("b", budi)).positions == {"b": 0}


def test_a_version_with_nothing_left_to_send_is_done_at_once(alice: Person, steps: Changes) -> None:
    old = publish(alice.team)

    publish(alice.team, 5)
    continuous_mailings.close(mailing=old)

    assert state_of(old) == MailingState.DONE
    assert steps == [MailingChange(alice.team.pk, RECORD, MailingState.DONE, 1)]


def test_a_version_is_published_once_and_in_order(alice: Person, mallory: Person, steps: Changes) -> None:
    publish(alice.team, 2)

    for version in (1, 2):
        with pytest.raises(ActionNotAllowed):
            publish(alice.team, version)
    publish(alice.team, origin_id=uuid4())
    publish(mallory.team, 1)

    versions = Mailing.objects.for_team(alice.team).order_by("version").values_list("version", flat=True)
    assert list(versions) == [1, 2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2)])
def test_of_two_versions_published_at_once_the_later_one_is_open(
    alice: Person, steps: Changes, first: int, second: int
) -> None:
    publish(alice.team)

    with transaction.atomic():
        publish(alice.team, first)
        other = beside(lambda: publish(alice.team, second))
    refused = other.exception()

    assert isinstance(refused, ActionNotAllowed) is (second < first)
    still_open = MailingIntake.objects.filter(closed_at=None).values_list("mailing__version", flat=True)
    assert list(still_open) == [3]


def test_only_standing_origins_have_versions(alice: Person, steps: Changes) -> None:
    make = partial(
        mailings.create,
        team=alice.team,
        content=EmailContent(subject="Hi", body="Hi"),
        sender=MailingSender("Kopi", "a@b.example"),
        known=frozenset(),
    )

    with pytest.raises(ValueError, match="Continuous mailings have a version"):
        make(origin=STEPS)
    with pytest.raises(ValueError, match="Continuous mailings have a version"):
        make(origin="campaign", version=1)


def test_what_is_not_sent_gives_its_units_back_while_it_is_open(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    accept_contacts(mailing, make_contacts(alice.team, 20))

    log_as(mailing, sent=5, failed=3, in_doubt=1)
    first = units(alice)
    log_as(mailing, sent=8, failed=3, suppressed=2, skipped=4, in_doubt=1)
    log_as(mailing, sent=8, failed=3, suppressed=2, skipped=4, in_doubt=1)

    assert (first, units(alice)) == ((6, 11), (9, 2))
    publish(alice.team, 2)
    Batch.objects.filter(mailing=mailing).update(state=BatchState.DONE)
    log_as(mailing, sent=8, failed=5, suppressed=2, skipped=4, in_doubt=1)
    assert units(alice) == (9, 0)


def test_what_a_killed_sender_left_unsettled_is_settled(alice: Person, steps: Changes) -> None:
    mailing, quiet = publish(alice.team), publish(alice.team, origin_id=uuid4())
    accept_contacts(mailing, make_contacts(alice.team, 9))
    MailingCounters.objects.filter(pk=mailing.pk).update(sent=2, in_doubt=1, failed=1, suppressed=1, skipped=1)

    with CaptureQueriesContext(connection) as first:
        continuous_mailings.catch_up()
    with CaptureQueriesContext(connection) as again:
        continuous_mailings.catch_up()

    assert units(alice) == (3, 3)
    assert list(Mailing.objects.order_by("pk").values_list("settled", "released")) == [(3, 3), (0, 0)]
    assert (len(again), len(first) > 2, quiet.state) == (2, True, MailingState.SENDING)


def test_units_count_in_the_month_in_which_they_were_held(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 12)
    with time_machine.travel(datetime(2026, 11, 27, tzinfo=UTC), tick=False):
        accept_contacts(mailing, contact_ids[:5])
    with time_machine.travel(datetime(2026, 12, 30, tzinfo=UTC), tick=False):
        accept_contacts(mailing, contact_ids[5:])
        log_as(mailing, sent=6, failed=2)

    rows = QuotaUsage.objects.for_team(alice.team).filter(area=EMAIL_SENT.area, name=EMAIL_SENT.name)
    assert list(rows.order_by("period").values_list("used", "reserved")) == [(5, 0), (1, 4)]


def test_its_hold_outlives_a_long_wait_and_begins_anew_after_a_quiet_day(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    one, two = make_contacts(alice.team, 2)
    with time_machine.travel(datetime(2026, 11, 2, tzinfo=UTC), tick=False) as clocks:
        accept_contacts(mailing, [one], due_at=clock.now() + timedelta(days=2))
        for _ in range(4):
            clocks.shift(timedelta(hours=20))
            mailings.extend_reservations()
            quota.close_expired()
        waiting = units(alice)
        log_as(mailing, sent=1)
        clocks.shift(timedelta(hours=25))
        mailings.extend_reservations()
        quota.close_expired()
        ended = Reservation.objects.get().closed_at
        accept_contacts(mailing, [two])
        assert (waiting, units(alice)) == ((0, 1), (1, 1))

    assert ended is not None


def test_paused_it_accepts_and_waits(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    [ayu] = make_contacts(alice.team, 1)

    mailings.pause(mailing=mailing)
    accepted = accept(mailing, Candidate("a", ayu))
    mailings.resume(mailing=mailing)

    assert (accepted.positions, state_of(mailing)) == ({"a": 0}, MailingState.SENDING)
    assert [change.state for change in steps] == ["paused", "sending"]


def test_resumed_without_work_it_stays_open(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)

    mailings.pause(mailing=mailing)
    mailings.resume(mailing=mailing)

    assert state_of(mailing) == MailingState.SENDING


def test_resumed_with_all_handed_out_it_ends_and_gives_its_units_back(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    accept_contacts(mailing, make_contacts(alice.team, 3))
    mailings.pause(mailing=mailing)
    publish(alice.team, 2)
    Batch.objects.filter(mailing=mailing).update(state=BatchState.DONE)
    MailingCounters.objects.filter(pk=mailing.pk).update(sent=2)

    mailings.resume(mailing=mailing)

    assert state_of(mailing) == MailingState.DONE
    assert units(alice) == (2, 0)


def test_cancelled_it_accepts_nothing_and_gives_its_units_back(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    ayu, budi = make_contacts(alice.team, 2)
    accept(mailing, Candidate("a", ayu))

    mailings.cancel(mailing=mailing)
    refused = accept(mailing, Candidate("b", budi))
    publish(alice.team, 2)

    assert refused.excluded == {"b": Exclusion.CLOSED}
    assert units(alice) == (0, 0)
    assert [(change.state, change.version) for change in steps] == [("cancelled", 1)]


@pytest.mark.django_db(transaction=True)
def test_one_that_is_closed_while_it_is_cancelled_waits(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)

    with transaction.atomic():
        mailings.pause(mailing=mailing)
        other = beside(lambda: continuous_mailings.close(mailing=mailing))
        mailings.cancel(mailing=mailing)

    assert other.exception() is None
    assert state_of(mailing) == MailingState.CANCELLED


@pytest.mark.django_db(transaction=True)
def test_recipients_are_counted_without_waiting_for_a_locked_mailing(alice: Person, steps: Changes) -> None:
    locked, free = publish(alice.team), publish(alice.team, origin_id=uuid4())
    for mailing in (locked, free):
        accept(mailing, Candidate("a", email="a@b.example"))

    def counts() -> list[int]:
        return list(Mailing.objects.order_by("pk").values_list("recipients", flat=True))

    with transaction.atomic():
        Mailing.objects.select_for_update().get(pk=locked.pk)
        other = beside(continuous_mailings.catch_up)
        meanwhile = (other.done(), counts())
    other.result()
    continuous_mailings.catch_up()

    assert meanwhile == (True, [0, 1])
    assert counts() == [1, 1]


def test_while_the_teams_marketing_is_paused_none_is_published(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    SendingPause.objects.create(
        team=alice.team, at=clock.now(), reason=PauseReason.BOUNCES, sent=100, counted=9, threshold=0.05
    )

    assert stopping.stop_marketing(alice.team.pk) == 1
    with pytest.raises(SendingPaused):
        publish(alice.team, 2)

    assert state_of(mailing) == MailingState.PAUSED
    assert MailingIntake.objects.get(pk=mailing.pk).closed_at is None


def test_the_reputation_of_an_idle_one_is_not_judged_again(
    alice: Person, steps: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = publish(alice.team)
    judged: list[object] = []
    monkeypatch.setattr(health, "evaluate", judged.append)

    health.evaluate_all()
    Mailing.objects.filter(pk=mailing.pk).update(claimed_at=clock.now() - health.RECENT_PERIOD)
    health.evaluate_all()
    assert judged == []
    Mailing.objects.filter(pk=mailing.pk).update(claimed_at=clock.now())
    health.evaluate_all()

    assert judged == [alice.team.pk]


def test_what_came_of_it_by_destination_is_counted_by_day(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    candidates = [Candidate(name, email=f"{name}@{name[0]}.example") for name in ("a1", "a2", "b1")]
    first = datetime(2026, 11, 3, 22, tzinfo=UTC)
    with time_machine.travel(first, tick=False) as clocks:
        accept(mailing, *candidates[:2])
        clocks.shift(timedelta(hours=3))
        accept(mailing, *candidates[2:])
        for position, mailed_at in Recipient.objects.filter(mailing=mailing).values_list("position", "mailed_at"):
            assert mailed_at is not None
            SendLog.objects.create(
                mailing_id=mailing.pk, position=position, mailed_at=mailed_at, at=mailed_at, state="sent"
            )
        MailingCounters.objects.filter(pk=mailing.pk).update(sent=3)
        Mailing.objects.filter(pk=mailing.pk).update(started_at=first - timedelta(days=200), claimed_at=clock.now())
        assert destinations.refresh_stale_mailings() == 1
        MailingCounters.objects.filter(pk=mailing.pk).update(sent=3, complained=1)
        assert destinations.refresh_stale_mailings() == 0  # it has just sent
        clocks.shift(timedelta(minutes=11))
        assert destinations.refresh_stale_mailings() == 1
        counted = destination_rows(alice)
        clocks.shift(timedelta(days=7))
        SendLog.objects.filter(mailing_id=mailing.pk).update(state="failed", bounce="hard")
        MailingCounters.objects.filter(pk=mailing.pk).update(complained=2)
        assert destinations.refresh_stale_mailings() == 1

    assert counted == [(3, "a.example", 2, 0), (4, "b.example", 1, 0)]
    assert destination_rows(alice) == [(3, "a.example", 2, 0), (4, "b.example", 0, 1)]


@pytest.mark.parametrize("ended", [True, False])
def test_what_waited_for_long_counts_by_destination_when_it_is_sent(alice: Person, steps: Changes, ended: bool) -> None:
    mailing = publish(alice.team)
    made_at = datetime(2026, 10, 28, 22, tzinfo=UTC)
    with time_machine.travel(made_at, tick=False) as clocks:
        accept(mailing, Candidate("a", email="a@a.example"), Candidate("b", email="b@b.example"))
        clocks.shift(timedelta(days=10))
        SendLog.objects.create(mailing_id=mailing.pk, position=0, mailed_at=made_at, at=clock.now(), state="sent")
        Batch.objects.filter(mailing=mailing).update(
            state=BatchState.DONE if ended else BatchState.LEASED, due_at=clock.now() if ended else made_at
        )
        Mailing.objects.filter(pk=mailing.pk).update(claimed_at=clock.now())
        MailingCounters.objects.filter(pk=mailing.pk).update(sent=1)
        destinations.refresh_stale_mailings()
        counted = destination_rows(alice)
        clocks.shift(timedelta(days=7, hours=1))
        SendLog.objects.filter(mailing_id=mailing.pk).update(bounced_at=clock.now(), bounce="hard")
        MailingCounters.objects.filter(pk=mailing.pk).update(returned=1)
        purging.purge_continuous_batches()
        destinations.refresh_stale_mailings()

    assert counted == [(7, "a.example", 1, 0)]
    assert destination_rows(alice) == [(7, "a.example", 0, 1)]


def destination_rows(person: Person) -> list[tuple[int, str, int, int]]:
    """Day of the month, domain, delivered and hard bounced."""
    rows = DestinationMetrics.objects.for_team(person.team).order_by("mailed_at", "domain")
    return [(row.mailed_at.day, row.domain, row.delivered, row.hard_bounced) for row in rows]


def test_what_is_done_goes_by_its_age(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    contact_ids = make_contacts(alice.team, 6)
    with time_machine.travel(datetime(2026, 11, 30, 23, tzinfo=UTC), tick=False):
        accept_contacts(mailing, contact_ids[:2])
        accept_contacts(mailing, contact_ids[2:3], due_at=datetime(2028, 12, 30, tzinfo=UTC))
    with time_machine.travel(datetime(2026, 12, 1, tzinfo=UTC), tick=False):
        accept_contacts(mailing, contact_ids[3:])
        for position in (0, 4):
            SendLog.objects.create(
                mailing_id=mailing.pk, position=position, mailed_at=clock.now(), at=clock.now(), state="sent"
            )
            RecipientActivity.objects.create(mailing_id=mailing.pk, position=position, opens=1)
            LinkClicker.objects.create(mailing_id=mailing.pk, position=position, number=1)
            FrequencyClaim.objects.create(
                mailing_id=mailing.pk, position=position, contact_id=contact_ids[position], team_id=alice.team.pk
            )
        for minute in (datetime(2026, 11, 30, 23, 59, tzinfo=UTC), clock.now()):
            MailingMinute.objects.create(
                mailing_id=mailing.pk, minute=minute, what="sent", team_id=alice.team.pk, count=1
            )
        done = Batch.objects.filter(mailing=mailing).exclude(positions=[2])
        done.update(state=BatchState.DONE)
    frozen = make_mailing(alice.team)
    Batch.objects.create(mailing=frozen, size=1, state=BatchState.DONE, due_at=NOW)
    Recipient.objects.create(mailing=frozen, position=0, email="a@b.example")

    with time_machine.travel(datetime(2026, 12, 8, 23, 1, tzinfo=UTC), tick=False):
        purging.purge_continuous_batches()
        purging.purge_continuous_recipients()
        first = [positions for positions, _ in batches(mailing)]
    with time_machine.travel(datetime(2028, 11, 30, 23, 59, tzinfo=UTC), tick=False):
        purging.purge_continuous_recipients()
        before = list(Recipient.objects.filter(mailing=mailing).order_by("position").values_list("position", flat=True))
    with time_machine.travel(datetime(2028, 12, 1, tzinfo=UTC), tick=False):
        purging.purge_continuous_batches()
        purging.purge_continuous_recipients()
        accepted = accept_contacts(mailing, contact_ids[:1])

    assert first == [[2], [3, 4, 5]]
    assert before == [0, 1, 2, 3, 4, 5]
    kept = Recipient.objects.filter(mailing=mailing).order_by("position")
    assert list(kept.values_list("position", flat=True)) == [2, 3, 4, 5, 6]  # the third still waits
    assert accepted == [6]
    assert list(RecipientActivity.objects.values_list("position", flat=True)) == [4]
    assert list(LinkClicker.objects.values_list("position", flat=True)) == [4]
    assert list(FrequencyClaim.objects.values_list("position", flat=True)) == [0]
    assert MailingMinute.objects.filter(mailing_id=mailing.pk).count() == 1
    assert [positions for positions, _ in batches(mailing)] == [[2], [6]]
    assert Batch.objects.filter(mailing=frozen).exists()
    assert Recipient.objects.filter(mailing=frozen).exists()


def test_a_batch_of_what_was_deferred_is_kept_until_the_first_one_is_done(alice: Person, steps: Changes) -> None:
    mailing = publish(alice.team)
    accept_contacts(mailing, make_contacts(alice.team, 2))
    first = Batch.objects.get(mailing=mailing)
    due_at = clock.now() - purging.DONE_BATCH_RETENTION - timedelta(seconds=1)
    Batch.objects.create(
        mailing=mailing, size=1, positions=[1], parent_id=first.pk, attempt=2, state=BatchState.DONE, due_at=due_at
    )

    purging.purge_continuous_batches()
    kept = [positions for positions, _ in batches(mailing)]
    Batch.objects.filter(pk=first.pk).update(state=BatchState.DONE)
    purging.purge_continuous_batches()

    assert kept == [[0, 1], [1]]
    assert [positions for positions, _ in batches(mailing)] == [[0, 1]]
