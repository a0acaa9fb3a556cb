"""From the spool into the database: through outages, kills and damaged files, each event once."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction

from bench.prove import links
from server.core import clock
from server.delivery.models import Event, IngestedBatch, MailingCounters
from server.delivery.services import purging
from server.delivery.sql.tracking import TrackedEvent
from server.delivery.tracking.spool import REPLAY_TIME
from server.delivery.wire import ingest
from server.delivery.wire.ingest import Ingest
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import addresses, make_mailing, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Ingest]]:
    """Creates ingests over the same folder, which end with the test."""
    monkeypatch.setattr(ingest, "RETRY_SECONDS", 0.05)
    made: list[Ingest] = []

    def one() -> Ingest:
        made.append(Ingest(tmp_path, hold=0.02))
        return made[-1]

    yield one
    for each in made:
        each.end()


def sent(team: Team, count: int = 20) -> int:
    mailing = make_mailing(team)
    start(mailing, addresses(count))
    return mailing.pk


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def opens(mailing_id: int) -> int:
    return MailingCounters.objects.get(pk=mailing_id).opens


def add(into: Ingest, mailing_id: int, positions: range) -> None:
    for position in positions:
        into.add(TrackedEvent(mailing_id, position, "open", clock.now() + timedelta(hours=1)))


def test_what_comes_during_an_outage_lands_after_it(team: Team, make: Callable[[], Ingest]) -> None:
    mailing_id, own = sent(team), make()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE delivery_ingestedbatch IN ACCESS EXCLUSIVE MODE")
        add(own, mailing_id, range(10))
        until(lambda: own._segment)
        # As in a server outage: all its connections but this one break.
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'"
        )
        add(own, mailing_id, range(10, 20))
        assert Event.objects.for_team(team).count() == 0
    until(lambda: own.is_idle)

    assert (opens(mailing_id), Event.objects.for_team(team).count()) == (20, 20)


def test_a_killed_process_loses_nothing_and_a_batch_that_landed_already_is_not_counted_again(
    team: Team, make: Callable[[], Ingest], tmp_path: Path
) -> None:
    mailing_id, killed, heir = sent(team), make(), make()
    killed.spool.hold = 60
    add(killed, mailing_id, range(5))
    [path] = tmp_path.glob("*.events")
    left = path.read_bytes()
    killed.end()
    heir.start()
    until(lambda: opens(mailing_id) == 5 and heir.is_idle)
    assert not list(tmp_path.iterdir())

    # Killed after the commit and before the file was deleted.
    path.write_bytes(left)
    again = make()
    again.start()
    until(lambda: not path.exists())

    assert (opens(mailing_id), Event.objects.for_team(team).count()) == (5, 5)


def test_a_damaged_file_is_put_aside_and_the_next_one_lands(
    team: Team, make: Callable[[], Ingest], tmp_path: Path
) -> None:
    mailing_id, own = sent(team), make()
    damaged = tmp_path / "0198c0de-0000-7000-8000-000000000000.events"
    damaged.write_bytes(b"no\tevent\n")
    add(own, mailing_id, range(3))
    # An ingested file is deleted only after its events are stored.
    until(lambda: opens(mailing_id) == 3 and own.is_idle)

    assert [path.name for path in tmp_path.iterdir()] == ["0198c0de-0000-7000-8000-000000000000.refused"]


def test_a_batch_is_known_for_as_long_as_a_segment_may_wait(team: Team) -> None:
    now = clock.now()
    old = IngestedBatch.objects.create(pk="0198c0de-0000-7000-8000-000000000001", at=now - REPLAY_TIME * 1.01)
    young = IngestedBatch.objects.create(pk="0198c0de-0000-7000-8000-000000000002", at=now - REPLAY_TIME * 0.99)

    purging.purge_ingested_batches()

    assert str(young.pk) in {str(batch.pk) for batch in IngestedBatch.objects.all()}
    assert not IngestedBatch.objects.filter(pk=old.pk).exists()


def test_two_processes_that_land_at_the_same_time_count_each_event_once(team: Team, make: Callable[[], Ingest]) -> None:
    mailing_id, both = sent(team, 400), [make(), make()]
    threads = [threading.Thread(target=add, args=(each, mailing_id, range(n, 400, 2))) for n, each in enumerate(both)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: all(each.is_idle for each in both))

    assert (opens(mailing_id), Event.objects.for_team(team).count()) == (400, 400)


def test_what_one_database_has_seen_never_lands_in_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "SPOOL_FOLDER", tmp_path)
    own = ingest.get_spool_folder()
    monkeypatch.setitem(connection.settings_dict, "NAME", "another")

    assert own.parent == tmp_path
    assert ingest.get_spool_folder() not in (own, tmp_path)


def test_a_killed_web_process_loses_no_answered_open_and_counts_none_twice(team: Team, tmp_path: Path) -> None:
    mailing_id = sent(team, 3_000)

    shaken = links.shake(seed=3, kills=1, mailing_id=mailing_id, spool=tmp_path)

    assert shaken.failures() == []
    assert (shaken.kills, sum(shaken.landed.values()) >= len(shaken.answered) > 60) == (1, True)
