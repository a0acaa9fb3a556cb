"""Scheduled campaigns under two beats, kills and clock jumps: each starts once, and soon after its time.

    python -m bench.prove.schedules [--seed N] [--schedules N] [--kills N]

Teams in three time zones schedule campaigns at full five minutes of the two days on which the clocks of Europe change.
Some follow their contacts' clocks. Some are rescheduled or cancelled, also in the very second they are due, and some
are paused as soon as they have started. Then a simulated clock goes through these days, second by second where
something is due. In each such second, two processes do the work of beat and of a worker: they check what is due, and
run the jobs they find. A seed determines which processes are killed with SIGKILL and when, and four jumps of the clock,
some two hours forward, some two hours back. No sender works until three days later; then two take batches for an hour,
minute by minute.

It passes if

- each due campaign has started once, at most five seconds of that clock after its time (or after the jump over it),
  with one mailing, all its recipients and exactly their quota;
- no cancelled campaign has started, and no sender gets a paused one;
- senders get the batches of an overdue campaign with a limited rate one at a time, as far apart as the rate requires,
  and finally all of them.

The duration is reported, but has no limit.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from bench import stage

stage.prepare("prove_schedules")

from django.db import connections  # noqa: E402 -- after Django is set up

from bench.importing import make_team_without_limits  # noqa: E402
from server.campaigns.limits import ScheduleZone  # noqa: E402
from server.campaigns.models import Campaign  # noqa: E402
from server.campaigns.services import scheduling, sending  # noqa: E402
from server.campaigns.timing import CampaignTiming  # noqa: E402
from server.core import clock  # noqa: E402
from server.core.async_database import connect  # noqa: E402
from server.core.broker import celery  # noqa: E402
from server.core.errors import ActionNotAllowed  # noqa: E402
from server.core.models import Job, JobState, OutboxEvent  # noqa: E402
from server.delivery import send_schedule  # noqa: E402
from server.delivery.models import Mailing, Recipient  # noqa: E402
from server.delivery.sql import sending as wire  # noqa: E402
from server.plans.models import Reservation  # noqa: E402
from server.senders.models import Sender  # noqa: E402
from server.teams.models import Team  # noqa: E402
from tasks import application as tasks_app  # noqa: E402
from tasks import kernel  # noqa: E402
from tests.cast import Person  # noqa: E402
from tests.server.campaigns.conftest import make_campaign, make_contact, make_sender  # noqa: E402

SCHEDULES, KILLS = 10_000, 200
BEFORE = datetime(2027, 3, 20, tzinfo=UTC)
DAYS = (datetime(2027, 3, 28, tzinfo=UTC), datetime(2027, 10, 31, tzinfo=UTC))
ZONES = ("Asia/Jakarta", "Europe/Berlin", "America/New_York")
CONTACTS = ("Asia/Tokyo", "Europe/Berlin", "America/Los_Angeles", "")
MARK = timedelta(minutes=5)
JUMP = timedelta(hours=2)
LATE = timedelta(seconds=5)
SIDES = 2
LIFE_SECONDS = 0.2  # of a killed process, at most: about the duration of a few campaigns
SECOND = timedelta(seconds=1)
PER_HOUR = 10  # of the throttled campaigns: one recipient every six minutes
OUTAGE = timedelta(days=3)


@dataclass(slots=True)
class ScheduleResults:
    """The results of a run."""

    seed: int
    schedules: int
    kills: int = 0
    # Planned kills in seconds that did not occur, since every campaign had started.
    spared: int = 0
    jumps: int = 0
    seconds: int = 0  # of the simulated clock with due work
    begun: int = 0
    called_off: int = 0
    called_off_too_late: int = 0
    paused: int = 0
    paced: int = 0
    latest: float = 0.0  # seconds of the simulated clock
    took: float = 0.0
    failures: list[str] = field(default_factory=list)


@dataclass(slots=True)
class CampaignPlan:
    """The planned events of a campaign: when it is due, and any other change."""

    team_id: UUID
    due: datetime
    # The time of its cancellation, for some the very second in which it is due.
    called_off: datetime | None = None
    pauses: bool = False
    per_hour: int | None = None
    # The time at which the clock first reached its due time.
    since: datetime | None = None


def show(moment: datetime) -> None:
    """Sets the clock of this process and of its forks. It is frozen, so that the work takes no simulated time."""
    setattr(clock, "now", lambda: moment)  # noqa: B010 -- nothing else may set it


def forked(act: Callable[[], None]) -> int:
    """Runs the function in a forked process. Returns the process id."""
    connections.close_all()
    if child := os.fork():
        return child
    signal.alarm(120)
    try:
        act()
    finally:
        os._exit(0)


def check_and_work() -> None:
    """Runs beat's check of every second, and the resulting jobs."""
    scheduling.enqueue_due()
    waiting = Job.objects.filter(name=scheduling.FIRE_JOB, state=JobState.WAITING)
    for job_id in waiting.order_by("pk").values_list("pk", flat=True):
        kernel.run_job(job_id)


class ScheduleRun:
    def __init__(self, seed: int, schedules: int, kills: int) -> None:
        self._random = random.Random(seed)
        self._kills = kills
        self.ledger = ScheduleResults(seed, schedules)
        self._plans: dict[UUID, CampaignPlan] = {}
        self._people: list[Person] = []
        self._senders: dict[UUID, Sender] = {}

    def prepare(self, folder: Path) -> None:
        show(BEFORE)
        for zone in ZONES:
            person = make_team_without_limits(folder, zone.partition("/")[2].replace("_", ""))
            Team.objects.filter(pk=person.team.pk).update(timezone=f"(GMT+00:00) {zone}")
            for number, timezone in enumerate(CONTACTS):
                make_contact(person.team, f"r{number}@{person.team.slug}.example", timezone=timezone)
            self._senders[person.team.pk] = make_sender(person.team, f"news@{person.team.slug}.example")
            self._people.append(person)
        for number in range(self.ledger.schedules):
            self._schedule(number)

    def _schedule(self, number: int) -> None:
        person = self._people[number % len(self._people)]
        campaign = make_campaign(
            person.team,
            name=f"Campaign {number}",
            sender=self._senders[person.team.pk],
            to_all=True,
            content_kind="html",
            subject="Hello",
            body="<p>Hello</p>",
        )
        zone = self._random.choice([ScheduleZone.TEAM] * 9 + [ScheduleZone.CONTACT])
        per_hour = PER_HOUR if self._random.random() < 0.1 else None
        given = CampaignTiming(self._any_mark(), zone, per_hour)
        team_id, campaign_id, by = person.team.pk, campaign.pk, person.caller
        kept = scheduling.schedule(team_id=team_id, campaign_id=campaign_id, given=given, by=by)
        fate = self._random.random()
        if fate < 0.1:
            moved = CampaignTiming(self._any_mark(), zone, per_hour)
            kept = scheduling.reschedule(team_id=team_id, campaign_id=campaign_id, given=moved, by=by)
        assert kept.fires_at is not None
        plan = self._plans[campaign.pk] = CampaignPlan(person.team.pk, kept.fires_at, per_hour=per_hour)
        if 0.1 <= fate < 0.2:
            plan.called_off = plan.due - timedelta(seconds=self._random.choice([0, 0, 1, 60, 3600]))
        plan.pauses = 0.2 <= fate < 0.3

    def _any_mark(self) -> datetime:
        day = self._random.choice(DAYS)
        return day + MARK * self._random.randrange(24 * 12)

    def run(self) -> None:
        started = time.monotonic()
        marks = sorted({plan.due for plan in self._plans.values()})
        self._draw(len(marks))
        now = marks[0] - JUMP
        jumps = sorted(self._random.sample(range(len(marks)), min(4, len(marks))))
        done_marks = 0
        while True:
            upcoming = self._next(now)
            if upcoming is None:
                break
            if upcoming > now:
                # Beat's check runs at some point within the second.
                now = upcoming + timedelta(seconds=self._random.random())
                done_marks += 1
            if jumps and done_marks > jumps[0]:
                jumps.pop(0)
                self.ledger.jumps += 1
                now += JUMP if self.ledger.jumps % 2 else -JUMP
                for plan in (self._plans[key] for key in self._unbegun()):
                    plan.since = None if plan.due > now else plan.since
                continue
            self._second(now)
            now += SECOND
        self.ledger.spared = self._fatal.total()
        self.ledger.took = round(time.monotonic() - started, 1)

    def _draw(self, marks: int) -> None:
        self._fatal = Counter(self._random.choices(range(marks), k=self._kills))

    def _unbegun(self) -> list[UUID]:
        rows = Campaign.objects.filter(status="SCHEDULED")
        return list(rows.values_list("pk", flat=True))

    def _next(self, now: datetime) -> datetime | None:
        """The next time with due work, or now if some is due; None at the end."""
        waiting = [self._plans[key] for key in self._unbegun()]
        return min((max(now, min(plan.due, plan.called_off or plan.due)) for plan in waiting), default=None)

    def _second(self, now: datetime) -> None:
        show(now)
        for key in self._unbegun():
            plan = self._plans[key]
            if plan.called_off is not None and plan.called_off < now and plan.called_off < plan.due:
                self._call_off(key)
            elif plan.due <= now and plan.since is None:
                plan.since = plan.due if now - plan.due < 2 * SECOND else now
        # Selected before any process can start one, so that all of them are tested.
        late = [
            key
            for key in self._unbegun()
            if (off := self._plans[key].called_off) is not None and off <= now and off == self._plans[key].due
        ]
        children = [forked(check_and_work) for _ in range(SIDES)]
        for _ in range(self._fatal.pop(self.ledger.seconds, 0)):
            time.sleep(self._random.random() * LIFE_SECONDS)
            os.kill(self._random.choice(children), signal.SIGKILL)
            self.ledger.kills += 1
        for key in late:
            self._call_off(key)
        for child in children:
            os.waitpid(child, 0)
        self.ledger.seconds += 1
        self._pause_begun()

    def _call_off(self, key: UUID) -> None:
        plan, person = self._plans[key], self._person(key)
        try:
            scheduling.cancel(team_id=plan.team_id, campaign_id=key, by=person.caller)
        except ActionNotAllowed:
            self.ledger.called_off_too_late += 1
            plan.called_off = None  # it has started already, so it must be sent
        else:
            self.ledger.called_off += 1

    def _pause_begun(self) -> None:
        for key in Campaign.objects.filter(status="SENDING").values_list("pk", flat=True):
            plan = self._plans[key]
            if plan.pauses:
                sending.pause(team_id=plan.team_id, campaign_id=key, by=self._person(key).caller)
                self.ledger.paused += 1

    def _person(self, key: UUID) -> Person:
        return next(person for person in self._people if person.team.pk == self._plans[key].team_id)

    def check(self) -> None:
        failures = self.ledger.failures
        mailings = Counter(Mailing.objects.values_list("origin_id", flat=True))
        moved = OutboxEvent.objects.filter(name="campaigns.campaign.changed", payload__status="SENDING")
        told = Counter(UUID(row.payload["campaignId"]) for row in moved.exclude(payload__change="updated"))
        reached: Counter[UUID] = Counter()
        for origin_id in Recipient.objects.values_list("mailing__origin_id", flat=True):
            reached[origin_id] += 1
        for campaign in Campaign.objects.defer("body"):
            plan = self._plans[campaign.pk]
            if plan.called_off is not None:
                if campaign.status != "DRAFT" or mailings[campaign.pk]:
                    failures.append(f"{campaign.name} was called off and is {campaign.status}")
                continue
            wanted = "PAUSED" if plan.pauses else "SENDING"
            if campaign.status != wanted or campaign.started_at is None or plan.since is None:
                failures.append(f"{campaign.name} is {campaign.status} ({campaign.failure})")
                continue
            counts = (mailings[campaign.pk], told[campaign.pk], reached[campaign.pk])
            if counts != (1, 1, len(CONTACTS)):
                failures.append(f"{campaign.name} has mailings, events and recipients {counts}")
            late = (campaign.started_at - plan.since).total_seconds()
            self.ledger.begun += 1
            self.ledger.latest = max(self.ledger.latest, round(late, 2))
            if not timedelta(0) <= timedelta(seconds=late) <= LATE:
                failures.append(f"{campaign.name} began {late:.1f} s late")
        for person in self._people:
            own = [key for key, plan in self._plans.items() if plan.team_id == person.team.pk]
            holds = Reservation.objects.for_team(person.team).filter(closed_at__isnull=True)
            held = sum(holds.values_list("amount", flat=True))
            if held != sum(reached[key] for key in own):
                failures.append(f"{person.team.name} holds {held} units")
        handed = asyncio.run(self._handed_out())
        if leaked := [key for key in handed if self._plans[key].pauses or self._plans[key].called_off]:
            failures.append(f"{len(leaked)} paused or called off were handed to a sender")
        if not handed:
            failures.append("nothing was handed to a sender")
        self._check_paces(handed)

    def _check_paces(self, handed: dict[UUID, list[datetime]]) -> None:
        for key, moments in handed.items():
            if self._plans[key].per_hour is None:
                continue
            self.ledger.paced += 1
            if len(moments) != len(CONTACTS):
                self.ledger.failures.append(f"{key} had {len(moments)} of its batches handed out within the hour")
            if any(later - earlier < send_schedule.get_batch_gap(PER_HOUR) for earlier, later in pairwise(moments)):
                self.ledger.failures.append(f"{key} left faster than its pace")

    async def _handed_out(self) -> dict[UUID, list[datetime]]:
        """When senders get the batches of each campaign, after the outage."""
        found: defaultdict[UUID, list[datetime]] = defaultdict(list)
        async with await connect() as one, await connect() as other:
            for minute in range(60):
                now = clock.now() + OUTAGE + timedelta(minutes=minute)
                for mailing_ids in await asyncio.gather(self._claim_batches(one, now), self._claim_batches(other, now)):
                    cursor = await one.execute(
                        "SELECT origin_id FROM unnest(%s::bigint[]) AS taken JOIN delivery_mailing ON id = taken",
                        [mailing_ids],
                    )
                    for (origin_id,) in await cursor.fetchall():
                        found[origin_id].append(now)
        return found

    async def _claim_batches(self, connection: wire.Connection, now: datetime) -> list[int]:
        """The mailings of all batches that a sender gets now. Repeats a claim that lost a slot to the other sender."""
        taken: list[int] = []
        misses = 0
        while misses < SIDES:
            lease = await wire.claim(
                connection, worker="proof", now=now, lease=timedelta(days=9), priorities=(2, 32767)
            )
            if lease is None:
                misses += 1
            else:
                taken.append(lease.mailing_id)
        return taken


def prove(seed: int, schedules: int, kills: int) -> ScheduleResults:
    celery.send_task = lambda *_, **__: None  # each side finds its jobs in the table
    tasks_app.configure_logs()
    proof = ScheduleRun(seed, schedules, kills)
    with TemporaryDirectory() as folder:
        proof.prepare(Path(folder))
        proof.run()
        proof.check()
    return proof.ledger


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--schedules", type=int, default=SCHEDULES)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--ledger", type=Path, help="path of the ledger, as JSON")
    given = parser.parse_args()
    ledger = prove(given.seed, given.schedules, given.kills)
    if given.ledger:
        given.ledger.write_text(json.dumps(asdict(ledger), indent=1))
    for failure in ledger.failures[:20]:
        print(f"  {failure}")
    print(
        f"seed {ledger.seed}: {ledger.schedules} schedules, {ledger.seconds} seconds with something due, "
        f"{ledger.kills} kills, {ledger.jumps} jumps of the clock, {ledger.took} s"
    )
    print(
        f"  {ledger.begun} began once, the latest {ledger.latest} s after its time; {ledger.called_off} called off, "
        f"{ledger.called_off_too_late} too late for it; {ledger.paused} paused; "
        f"{ledger.paced} kept their pace after the outage"
    )
    print("held" if not ledger.failures else f"{len(ledger.failures)} failures")
    return 1 if ledger.failures else 0


if __name__ == "__main__":
    sys.exit(main())
