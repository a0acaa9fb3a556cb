"""Winners of A/B tests under kill -9: chosen exactly once, despite kills and parallel choices.

    python -m bench.prove.winners [--seed N] [--tests N]

Each test has finished its wait, and two workers choose its winner at the same moment. Some are killed at a moment
chosen by the seed, before or after a commit. In every third test a user chooses at the same time. In every third the
workers are killed as soon as the winner is known, before their job ends and the rest is sent. Then a user chooses the
other variant, and is rejected. Then the leases are expired, as an hour would do, and workers continue until no job is
left. Each test must have one winner, published once. The rest must have that variant's content, with every recipient in
one batch.
"""

import argparse
import json
import random
import threading
import time
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import stage

stage.prepare("prove_winners")

from django.db import connection  # noqa: E402 -- after Django is set up
from django.db.models import F, Sum  # noqa: E402

from bench.importing import make_team_without_limits  # noqa: E402
from bench.prove.workers import Nursery, Worker, nursery  # noqa: E402
from server.campaigns.ab import sending as ab_sending  # noqa: E402
from server.campaigns.ab import status  # noqa: E402
from server.campaigns.ab.models import AbTest, CampaignVariant  # noqa: E402
from server.campaigns.ab.states import WinnerBy  # noqa: E402
from server.campaigns.models import Campaign  # noqa: E402
from server.campaigns.services import sending  # noqa: E402
from server.core import clock  # noqa: E402
from server.core.errors import ActionNotAllowed  # noqa: E402
from server.core.models import Job, JobState, OutboxEvent  # noqa: E402
from server.delivery.models import Batch, Mailing, MailingCounters, MailingState, Recipient  # noqa: E402
from server.notifications.models import Notification  # noqa: E402
from tasks import application as tasks_app  # noqa: E402
from tests.cast import Person  # noqa: E402
from tests.server.campaigns.ab.making import make_people, make_test  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
TESTS = 60
PEOPLE = 60
LATEST_SECONDS = 1.2  # most moments are far earlier, within the tenth of a second that a decision takes
WORKER_SECONDS = 60
POLL_SECONDS = 0.001


@dataclass(slots=True)
class WinnerResults:
    """The results of a run."""

    seed: int
    tests: int
    kills: int = 0
    after_kill: int = 0  # killed before a winner was known
    decided: int = 0  # killed after the winner was known and before the rest was sent
    by_hand: int = 0
    failures: list[str] = field(default_factory=list)


def prove(seed: int, folder: Path, *, tests: int) -> WinnerResults:
    person = make_team_without_limits(folder, "Shaken")
    make_people(person.team, PEOPLE)
    draw, ledger = random.Random(seed), WinnerResults(seed, tests)
    with nursery(folder) as workers:
        for number in range(tests):
            _shake(person, number, draw, workers, ledger)
    return ledger


def _shake(person: Person, number: int, draw: random.Random, workers: Nursery, ledger: WinnerResults) -> None:
    team_id = person.team.pk
    campaign = make_test(person.team, people=0, shares=(20, 20))
    sending.send(team_id=team_id, campaign_id=campaign.pk, by=person.caller)
    better = draw.choice((0, 1))
    mine = Mailing.objects.for_team(team_id).filter(origin_id=campaign.pk)
    MailingCounters.objects.for_team(team_id).filter(mailing__in=mine.filter(variant__isnull=False)).update(sent=12)
    MailingCounters.objects.for_team(team_id).filter(mailing__in=mine.filter(variant=better)).update(clicked=12)
    AbTest.objects.for_team(team_id).filter(pk=campaign.pk).update(ends_at=clock.now() - timedelta(seconds=1))
    status.schedule_decision(campaign, clock.now() - timedelta(seconds=1))
    jobs = Job.objects.filter(name=status.DECIDE_JOB, arguments__campaign_id=str(campaign.pk))
    jobs.update(due_at=clock.now())
    begun = [workers.start_job(job_id) for job_id in jobs.order_by("pk").values_list("pk", flat=True)]
    hand = _by_hand(person, campaign, 1 - better) if number % 3 == 0 else None
    if number % 3 == 1:
        _kill_decided(begun, campaign, ledger)
        _by_hand(person, campaign, 1 - better).join()
        if status.get_test(campaign).winner_by == WinnerBy.HAND:
            ledger.failures.append(f"{campaign.pk}: a person chose after the winner was known")
    else:
        _kill_some(begun, draw, campaign, ledger)
    if hand is not None:
        hand.join()
    while left := list(jobs.exclude(state__in=[JobState.DONE, JobState.FAILED]).values_list("pk", flat=True)):
        jobs.filter(state=JobState.RUNNING).update(lease_until=clock.now() - timedelta(seconds=1))
        for worker in [workers.start_job(job_id) for job_id in left]:
            worker.wait(WORKER_SECONDS)
    ledger.by_hand += _check_campaign(campaign, better, ledger)


def _by_hand(person: Person, campaign: Campaign, number: int) -> threading.Thread:
    variant = CampaignVariant.objects.for_team(campaign.team_id).get(campaign=campaign, number=number)

    def choose() -> None:
        try:
            ab_sending.send_winner(
                team_id=campaign.team_id, campaign_id=campaign.pk, variant_id=variant.pk, by=person.caller
            )
        except ActionNotAllowed:
            pass
        finally:
            connection.close()

    thread = threading.Thread(target=choose)
    thread.start()
    return thread


def _kill_some(begun: list[Worker], draw: random.Random, campaign: Campaign, ledger: WinnerResults) -> None:
    for worker in begun:
        time.sleep(LATEST_SECONDS * draw.random() ** 3)
        if draw.random() < 0.8 and not worker.has_ended():
            worker.kill()
            ledger.kills += 1
            ledger.after_kill += status.get_test(campaign).winner is None
    for worker in begun:
        worker.wait(WORKER_SECONDS)


def _kill_decided(begun: list[Worker], campaign: Campaign, ledger: WinnerResults) -> None:
    """Kills the workers as soon as the winner is known. One that ends sooner escapes."""
    until = time.monotonic() + WORKER_SECONDS
    while status.get_test(campaign).winner is None and time.monotonic() < until:
        time.sleep(POLL_SECONDS)
    for worker in begun:
        if not worker.has_ended():
            worker.kill()
            ledger.kills += 1
            ledger.decided += 1


def _check_campaign(campaign: Campaign, better: int, ledger: WinnerResults) -> bool:
    """Records the violated properties. Returns whether a user has chosen."""
    test = status.get_test(campaign)
    is_hand = test.winner_by == "hand"
    parts = list(
        Mailing.objects.for_team(campaign.team_id)
        .filter(origin_id=campaign.pk)
        .order_by(F("variant").asc(nulls_last=True))
    )
    rest = parts[-1]
    told = OutboxEvent.objects.filter(name="campaigns.winner.chosen", payload__campaignId=str(campaign.pk)).count()
    notices = Notification.objects.for_team(campaign.team_id).filter(params__campaign_id=str(campaign.pk)).count()
    handed = Batch.objects.filter(mailing=rest).aggregate(total=Sum("size"))["total"]
    wanted = 1 - better if is_hand else better
    found = {
        "winner": (test.winner, wanted),
        "told": (told, 1),
        "notices": (notices, 1),
        "state of the rest": (rest.state, MailingState.SENDING),
        "in batches": (handed, rest.recipients),
        "recipients": (Recipient.objects.filter(mailing__in=parts).count(), PEOPLE),
        "subject": (rest.subject, parts[wanted].subject),
    }
    ledger.failures += [
        f"{campaign.pk}: {name} {is_}, not {should}" for name, (is_, should) in found.items() if is_ != should
    ]
    return is_hand


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove winners")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=TESTS)
    parser.add_argument("--ledger", type=Path)
    given = parser.parse_args()
    tasks_app.configure_logs()
    with TemporaryDirectory() as folder:
        ledger = prove(given.seed, Path(folder), tests=given.tests)
    connection.close()
    path = given.ledger or ROOT / ".local" / "prove" / f"winners-{given.seed}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(ledger), indent=1) + "\n")
    print(
        f"seed {ledger.seed}: {ledger.tests} tests, {ledger.kills} kills, {ledger.after_kill} of them before a winner "
        f"was known, {ledger.decided} right after it was; {ledger.by_hand} chosen by hand"
    )
    for line in ledger.failures:
        print(f"  FAILED {line}")
    if not ledger.after_kill or not ledger.decided:
        ledger.failures.append("never killed before a winner was known, or never right after")
    print("held" if not ledger.failures else "fell short")
    return 1 if ledger.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
