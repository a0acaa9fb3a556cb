"""The contact feed: recorded entries, and that consumers read each entry once in any order of commits."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from psycopg import Connection
from pydantic import ValidationError

from server.contacts import feed, feed_metrics
from server.contacts.models import FeedCursor, FeedEntry
from server.contacts.schemas.feed import Details
from server.contacts.services import contact_feed
from server.contacts.sql import feed as feed_sql
from server.core import clock, partitions
from server.core.models import Job
from server.teams.models import Team
from tests.cast import Person, make_team

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
BOUGHT, CALLED, GRADED = "shoe.bought", "shoe.called", "shoe.graded"
committing = pytest.mark.django_db(transaction=True)


class GradeDetails(Details):
    grade: int


@pytest.fixture(autouse=True)
def _kinds() -> Iterator[None]:
    before = dict(feed.KINDS.entries), dict(feed.CONSUMERS.entries)
    feed.CONSUMERS.entries.clear()
    for kind in (
        feed.FeedKind(BOUGHT, subject="shoe"),
        feed.FeedKind(CALLED),
        feed.FeedKind(GRADED, details=GradeDetails),
    ):
        feed.register_kind(kind)
    yield
    feed.KINDS.entries, feed.CONSUMERS.entries = before


@pytest.fixture
def seen() -> list[tuple[str, list[int]]]:
    """Registers the consumer `shop` and returns the kind and contacts of each entry it reads."""
    found: list[tuple[str, list[int]]] = []

    def handle(batch: Sequence[feed.FeedBatch]) -> None:
        found.extend((entry.kind, list(entry.contact_ids)) for entry in batch)

    feed.CONSUMERS.add("shop", feed.FeedConsumer(lambda: (BOUGHT, CALLED, GRADED), handle))
    return found


def record(team: Team | UUID, *contact_ids: int, kind: str = BOUGHT) -> None:
    team_id = team if isinstance(team, UUID) else team.pk
    contact_feed.record_activity(team_id=team_id, kind=kind, contact_ids=contact_ids, occurred_at=NOW)


def connect() -> Connection[tuple[object, ...]]:
    """Opens another connection to the test's database."""
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    return Connection.connect(**{name: parameters[name] for name in names if name in parameters})


@pytest.fixture
def other() -> Iterator[Connection[tuple[object, ...]]]:
    with connect() as opened:
        yield opened


def write(other: Connection[tuple[object, ...]], team: Team, contact_id: int) -> None:
    other.execute(
        "INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments) VALUES (%s, %s, %s, '{0}')",
        [team.pk, BOUGHT, [contact_id]],
    )


@pytest.mark.django_db
def test_an_entry_says_what_happened_to_each_contact(alice: Person) -> None:
    contact_feed.record_activity(team_id=alice.team.pk, kind=BOUGHT, contact_ids=[3, 1], occurred_at=NOW, subject=7)
    contact_feed.record_activity(
        team_id=alice.team.pk, kind=GRADED, contact_ids=[3], occurred_at=NOW, details={"grade": 2}
    )
    contact_feed.record_activity(team_id=alice.team.pk, kind=CALLED, contact_ids=[], occurred_at=NOW)

    bought, graded = FeedEntry.objects.for_team(alice.team).filter(kind__startswith="shoe").order_by("pk")
    assert (bought.contact_ids, bought.subjects, bought.details) == ([3, 1], [7], None)
    assert bought.moments == [int(NOW.timestamp()) * 1_000_000]
    assert (graded.subjects, graded.details) == ([0], {"grade": 2})


@pytest.mark.django_db
def test_a_kind_is_registered_and_its_details_have_its_shape(alice: Person) -> None:
    with pytest.raises(ValueError, match=r"shoe\.lost"):
        record(alice.team, 1, kind="shoe.lost")
    with pytest.raises(ValidationError):
        contact_feed.record_activity(
            team_id=alice.team.pk, kind=GRADED, contact_ids=[1], occurred_at=NOW, details={"grade": "best"}
        )
    with pytest.raises(ValueError, match="no details"):
        contact_feed.record_activity(
            team_id=alice.team.pk, kind=BOUGHT, contact_ids=[1], occurred_at=NOW, details={"grade": 1}
        )
    with pytest.raises(ValueError, match="too long"):
        feed.register_kind(feed.FeedKind("x" * 41))

    assert not FeedEntry.objects.for_team(alice.team).filter(kind__startswith="shoe").exists()


@pytest.mark.django_db
def test_an_entry_has_at_most_a_quarter_of_a_million_contacts(alice: Person) -> None:
    with pytest.raises(ValueError, match="at most 250,000 contacts, not 250,001"):
        record(alice.team, *range(feed.MAX_CONTACTS_PER_ENTRY + 1))
    record(alice.team, *range(feed.MAX_CONTACTS_PER_ENTRY))

    with (
        pytest.raises(IntegrityError, match="feed_at_most_250000_contacts"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments)"
            " SELECT %s, %s, array_agg(n), '{0}' FROM generate_series(0, %s) AS n",
            [alice.team.pk, BOUGHT, feed.MAX_CONTACTS_PER_ENTRY],
        )
    [entry] = FeedEntry.objects.for_team(alice.team).filter(kind=BOUGHT)
    assert len(entry.contact_ids) == feed.MAX_CONTACTS_PER_ENTRY


def test_moments_and_subjects_of_one_stand_for_all() -> None:
    micros = int(NOW.timestamp()) * 1_000_000
    shared = feed.FeedBatch(1, 1, UUID(int=1), BOUGHT, False, [1, 2], [micros], [9], None)
    each = feed.FeedBatch(1, 1, UUID(int=1), BOUGHT, False, [1, 2], [micros, micros + 5], [8, 9], None)

    assert list(shared.occurrences()) == [(1, NOW, 9), (2, NOW, 9)]
    assert list(each.occurrences()) == [(1, NOW, 8), (2, NOW + timedelta(microseconds=5), 9)]


@committing
def test_a_consumer_reads_each_entry_once_and_in_order(alice: Person, seen: list[tuple[str, list[int]]]) -> None:
    other_team = make_team("Teh")
    record(alice.team, 1, 2)
    record(other_team, 3)
    record(alice.team, 4, kind=CALLED)

    assert contact_feed.run_consumer("shop") == 3
    record(alice.team, 5)
    assert contact_feed.run_consumer("shop") == 1
    assert contact_feed.run_consumer("shop") == 0

    assert seen == [(BOUGHT, [1, 2]), (BOUGHT, [3]), (CALLED, [4]), (BOUGHT, [5])]


@committing
def test_entries_that_commit_out_of_order_are_all_read(
    alice: Person, seen: list[tuple[str, list[int]]], other: Connection[tuple[object, ...]]
) -> None:
    write(other, alice.team, 1)  # allocates the lower id and is not committed yet
    record(alice.team, 2)

    assert contact_feed.run_consumer("shop") == 0
    assert seen == []  # entries behind an open transaction wait

    other.commit()
    assert contact_feed.run_consumer("shop") == 2
    assert seen == [(BOUGHT, [1]), (BOUGHT, [2])]


@committing
def test_an_entry_of_an_older_transaction_is_read_although_its_key_is_higher(
    alice: Person, seen: list[tuple[str, list[int]]], other: Connection[tuple[object, ...]]
) -> None:
    other.execute("SELECT pg_current_xact_id()")  # starts before all others and writes last
    record(alice.team, 1)
    assert contact_feed.run_consumer("shop") == 0
    write(other, alice.team, 2)
    other.commit()
    record(alice.team, 3)

    contact_feed.run_consumer("shop")

    assert sorted(seen) == [(BOUGHT, [1]), (BOUGHT, [2]), (BOUGHT, [3])]


@committing
def test_an_older_transaction_is_awaited_although_several_began_since(
    alice: Person, seen: list[tuple[str, list[int]]], other: Connection[tuple[object, ...]]
) -> None:
    with connect() as third, connect() as fourth:
        other.execute("SELECT pg_current_xact_id()")
        record(alice.team, 1)
        third.execute("SELECT pg_current_xact_id()")  # at the end of all later snapshots
        fourth.execute("SELECT pg_current_xact_id()")  # after their end

        assert contact_feed.run_consumer("shop") == 0
        write(other, alice.team, 2)
        other.commit()
        assert contact_feed.run_consumer("shop") == 2

    assert sorted(seen) == [(BOUGHT, [1]), (BOUGHT, [2])]


@committing
def test_transactions_are_read_in_the_order_of_their_numbers(alice: Person, seen: list[tuple[str, list[int]]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO contacts_feedentry (xid, team_id, kind, contact_ids, moments)"
            " VALUES (%s::text::xid8, %s, %s, %s, '{0}')",
            [(str(xid), alice.team.pk, BOUGHT, [xid]) for xid in (9, 10, 99, 100)],
        )

    assert contact_feed.run_consumer("shop") == 4
    assert contact_feed.run_consumer("shop") == 0
    assert seen == [(BOUGHT, [9]), (BOUGHT, [10]), (BOUGHT, [99]), (BOUGHT, [100])]


@committing
def test_what_is_rolled_back_is_not_read(
    alice: Person, seen: list[tuple[str, list[int]]], other: Connection[tuple[object, ...]]
) -> None:
    write(other, alice.team, 1)
    record(alice.team, 2)
    other.rollback()

    contact_feed.run_consumer("shop")

    assert seen == [(BOUGHT, [2])]


@committing
def test_a_consumer_that_fails_reads_the_same_again(alice: Person) -> None:
    calls: list[list[int]] = []

    def fails_once(batch: Sequence[feed.FeedBatch]) -> None:
        calls.append([contact for entry in batch for contact in entry.contact_ids])
        record(alice.team, 99, kind=CALLED)
        if len(calls) == 1:
            raise RuntimeError("killed")

    feed.CONSUMERS.add("shop", feed.FeedConsumer(lambda: (BOUGHT,), fails_once))
    record(alice.team, 1)

    with pytest.raises(RuntimeError):
        contact_feed.run_consumer("shop")
    contact_feed.run_consumer("shop")

    assert calls == [[1], [1]]
    assert FeedEntry.objects.for_team(alice.team).filter(kind=CALLED).count() == 1  # from the committed transaction


@committing
def test_what_a_consumer_writes_is_read_although_others_wrote_since(
    alice: Person, other: Connection[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []

    def handle(batch: Sequence[feed.FeedBatch]) -> None:
        seen.extend((entry.kind, contact) for entry in batch for contact in entry.contact_ids)
        if (BOUGHT, 1) in seen and len(seen) == 1:
            record(alice.team, 9, kind=CALLED)

    def find_after_another() -> int:
        if not seen:
            write(other, alice.team, 2)  # in a later transaction, which ends first
            other.commit()
        return find_horizon()

    find_horizon = feed_sql.find_horizon
    monkeypatch.setattr(feed_sql, "find_horizon", find_after_another)
    feed.CONSUMERS.add("shop", feed.FeedConsumer(lambda: (BOUGHT, CALLED), handle))
    record(alice.team, 1)

    contact_feed.run_consumer("shop")
    contact_feed.run_consumer("shop")

    assert sorted(seen) == [(BOUGHT, 1), (BOUGHT, 2), (CALLED, 9)]


@committing
def test_entries_that_are_added_meanwhile_wait_for_the_next_time(
    alice: Person, seen: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle(batch: Sequence[feed.FeedBatch]) -> None:
        seen.append((BOUGHT, [contact for entry in batch for contact in entry.contact_ids]))
        record(alice.team, 99)

    monkeypatch.setitem(feed.CONSUMERS.entries, "shop", feed.FeedConsumer(lambda: (BOUGHT,), handle))
    record(alice.team, 1)

    assert contact_feed.run_consumer("shop") == 1
    assert contact_feed.run_consumer("shop") == 1
    assert seen == [(BOUGHT, [1]), (BOUGHT, [99])]


@committing
def test_a_cursor_that_was_moved_meanwhile_is_not_moved_again(
    alice: Person, seen: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    record(alice.team, 1)
    contact_feed.run_consumer("shop")
    record(alice.team, 2)
    monkeypatch.setattr(feed_sql, "lock_cursor", lambda *_, **__: feed_sql.FeedPosition(0, 0))

    with pytest.raises(RuntimeError, match="has changed since it was read"):
        contact_feed.consume_batch("shop")

    monkeypatch.undo()
    assert contact_feed.run_consumer("shop") == 1
    assert seen[-1] == (BOUGHT, [2])


@committing
def test_while_one_process_reads_another_does_nothing(
    alice: Person, seen: list[tuple[str, list[int]]], other: Connection[tuple[object, ...]]
) -> None:
    record(alice.team, 1)
    assert contact_feed.run_consumer("shop") == 1
    record(alice.team, 2)
    other.execute("SELECT FROM contacts_feedcursor WHERE consumer = 'shop' FOR UPDATE")

    assert contact_feed.run_consumer("shop") == 0
    other.rollback()
    assert contact_feed.run_consumer("shop") == 1

    assert seen == [(BOUGHT, [1]), (BOUGHT, [2])]


@committing
def test_batches_are_bounded_and_an_entry_is_never_split(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact_feed, "MAX_ENTRIES_PER_BATCH", 3)
    monkeypatch.setattr(contact_feed, "MAX_OCCURRENCES_PER_BATCH", 4)
    sizes: list[list[int]] = []
    feed.CONSUMERS.add(
        "shop",
        feed.FeedConsumer(lambda: (BOUGHT,), lambda batch: sizes.append([len(entry.contact_ids) for entry in batch])),
    )
    for count in (9, 2, 2, 1, 1, 1, 1):
        record(alice.team, *range(count))
        record(alice.team, *range(50), kind=CALLED)  # not read, but counted as an entry

    assert contact_feed.run_consumer("shop") == 7

    assert [size for batch in sizes for size in batch] == [9, 2, 2, 1, 1, 1, 1]
    assert all(sum(batch[1:]) <= 4 for batch in sizes)
    assert max(len(batch) for batch in sizes) == 2


@committing
def test_copies_are_read_by_those_who_want_them(alice: Person, seen: list[tuple[str, list[int]]]) -> None:
    copies: list[int] = []
    feed.CONSUMERS.add(
        "copies",
        feed.FeedConsumer(
            lambda: (BOUGHT,),
            lambda batch: copies.extend(entry.contact_ids[0] for entry in batch),
            includes_copies=True,
        ),
    )
    record(alice.team, 1)
    FeedEntry.objects.create(
        team_id=alice.team.pk, is_copy=True, kind=BOUGHT, contact_ids=[2], moments=[0], subjects=[0]
    )

    contact_feed.run_consumer("shop")
    contact_feed.run_consumer("copies")

    assert (seen, copies) == ([(BOUGHT, [1])], [1, 2])


@committing
@time_machine.travel(NOW, tick=False)
def test_consumers_that_are_behind_are_woken(alice: Person) -> None:
    feed.CONSUMERS.add("shop", feed.FeedConsumer(lambda: (BOUGHT,), lambda _: None))
    feed.CONSUMERS.add("phone", feed.FeedConsumer(lambda: (CALLED,), lambda _: None))
    record(alice.team, 1)

    assert (contact_feed.enqueue_consumers(), contact_feed.enqueue_consumers()) == (1, 1)

    assert [job.arguments for job in Job.objects.filter(name=contact_feed.CONSUME_JOB)] == [{"consumer": "shop"}]


@committing
def test_a_consumer_passes_over_what_others_read(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact_feed, "MAX_ENTRIES_PER_BATCH", 4)
    feed.CONSUMERS.add("phone", feed.FeedConsumer(lambda: (CALLED,), lambda _: None))
    contact_feed.run_consumer("phone")
    for number in range(3):
        record(alice.team, number)
    assert contact_feed.enqueue_consumers() == 0
    record(alice.team, 4)
    assert contact_feed.enqueue_consumers() == 1

    assert contact_feed.run_consumer("phone") == 0
    assert contact_feed.enqueue_consumers() == 0


@committing
def test_a_consumer_with_a_pause_is_woken_no_more_often(alice: Person) -> None:
    feed.CONSUMERS.add("shop", feed.FeedConsumer(lambda: (BOUGHT,), lambda _: None, pause_seconds=10))
    with time_machine.travel(NOW, tick=False) as frozen:
        record(alice.team, 1)
        assert contact_feed.enqueue_consumers() == 1
        contact_feed.run_consumer("shop")
        record(alice.team, 2)
        frozen.shift(9)
        assert contact_feed.enqueue_consumers() == 0
        frozen.shift(1)
        assert contact_feed.enqueue_consumers() == 1


@committing
def test_a_backlog_counts_what_is_unread(alice: Person, seen: list[tuple[str, list[int]]]) -> None:
    record(alice.team, 1)
    contact_feed.run_consumer("shop")
    assert [(each.entries, each.occurrences, each.oldest_at) for each in contact_feed.list_backlogs()] == [(0, 0, None)]
    record(alice.team, 2, 3)
    record(alice.team, 4)

    [backlog] = contact_feed.list_backlogs()

    assert (backlog.consumer, backlog.entries, backlog.occurrences) == ("shop", 2, 3)
    assert backlog.oldest_at == FeedEntry.objects.for_team(alice.team).get(contact_ids=[2, 3]).recorded_at
    assert FeedCursor.objects.get(consumer="shop").entry_id == FeedEntry.objects.get(contact_ids=[1]).pk


@committing
def test_metrics_say_how_far_consumers_are_behind(alice: Person, seen: list[tuple[str, list[int]]]) -> None:
    def measured() -> dict[str, float]:
        return {
            sample.name: sample.value
            for family in feed_metrics.FeedCollector().collect()
            for sample in family.samples
            if sample.labels == {"consumer": "shop"}
        }

    contact_feed.run_consumer("shop")
    assert measured() == {"contact_feed_lag_seconds": 0, "contact_feed_lag_rows": 0}
    record(alice.team, 1, 2)
    recorded_at = FeedEntry.objects.get(contact_ids=[1, 2]).recorded_at

    with clock.freeze(recorded_at + timedelta(seconds=90)):
        assert measured() == {"contact_feed_lag_seconds": 90, "contact_feed_lag_rows": 2}


@committing
def test_entries_are_needed_until_all_consumers_have_read_them(
    alice: Person, seen: list[tuple[str, list[int]]]
) -> None:
    feed.CONSUMERS.add("phone", feed.FeedConsumer(lambda: (BOUGHT, CALLED), lambda _: None))
    record(alice.team, 1)
    record(alice.team, 2, kind=CALLED)
    first, second = FeedEntry.objects.for_team(alice.team).filter(kind__startswith="shoe").order_by("pk")
    assert contact_feed.find_oldest_unread() == first.recorded_at

    contact_feed.run_consumer("shop")
    assert contact_feed.find_oldest_unread() == first.recorded_at
    contact_feed.run_consumer("phone")

    assert contact_feed.find_oldest_unread() is None
    assert second.recorded_at >= first.recorded_at
    partitioned = partitions.PARTITIONED_TABLES["contacts_feedentry"]
    assert (partitioned.keep_months, partitioned.find_first_needed) == (3, contact_feed.find_oldest_unread)


@committing
def test_after_a_restore_into_a_new_cluster_nothing_is_read_twice_or_lost(
    alice: Person, seen: list[tuple[str, list[int]]]
) -> None:
    """Transaction numbers restart below those of entries and cursors."""
    for number in (1, 2, 3):
        record(alice.team, number)
    with connection.cursor() as cursor:
        # The second belongs to the oldest transaction, and the first two were read.
        cursor.execute("UPDATE contacts_feedentry SET xid = '4611686018427387000' WHERE contact_ids = '{2}'")
        cursor.execute("UPDATE contacts_feedentry SET xid = '4611686018427387001' WHERE contact_ids = '{3}'")
        cursor.execute("UPDATE contacts_feedentry SET xid = '4611686018427387002' WHERE contact_ids = '{1}'")
        cursor.execute(
            "INSERT INTO contacts_feedcursor (consumer, xid, entry_id, read_at)"
            " SELECT 'shop', xid, id, now() FROM contacts_feedentry WHERE contact_ids = '{3}'"
        )
    record(alice.team, 4)

    assert contact_feed.enqueue_consumers() == 1
    contact_feed.run_consumer("shop")
    record(alice.team, 5)
    contact_feed.enqueue_consumers()
    contact_feed.run_consumer("shop")

    assert [ids for _, ids in seen] == [[1], [4], [5]]
