"""The database side of proofs of a started product: a separate process with the product's settings.

python -m bench.prove.crash_books       reads a JSON list per line, prints a JSON object per line
"""

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

from django.db import InterfaceError, OperationalError, connection  # noqa: E402 -- after Django is set up
from django.db.models import Q  # noqa: E402

from bench.prove import sending_books, submission_books  # noqa: E402
from bench.prove.hostile import records  # noqa: E402
from bench.prove.import_books import left_by  # noqa: E402
from server.accounts.models import User  # noqa: E402
from server.contacts.models import Contact  # noqa: E402
from server.core import clock  # noqa: E402
from server.core.callers import TokenKind  # noqa: E402
from server.core.models import Job, JobState, OutboxEvent  # noqa: E402
from server.delivery.models import Batch, BatchState, Mailing, MailingCounters, Recipient, SendLog  # noqa: E402
from server.delivery.services import subscriptions  # noqa: E402
from server.identity.services import sessions  # noqa: E402
from server.identity.services.sessions import SigninOrigin  # noqa: E402
from server.plans import quota  # noqa: E402
from server.plans.features import CONTACT, EMAIL_SENT  # noqa: E402
from server.plans.models import Plan, Reservation, Subscription  # noqa: E402
from server.plans.services.offered_plans import build_feature_groups  # noqa: E402
from server.senders.services import senders  # noqa: E402
from server.teams.services import teams  # noqa: E402

PATIENCE_SECONDS, PAUSE_SECONDS = 60.0, 0.1


def prepare(*names: str) -> dict[str, dict[str, str]]:
    """Creates teams without limits. Each has a signed-in owner and sends from the owner's address."""
    features = build_feature_groups(unlimited=True)
    defaults = {"name": "Proof", "group": "regular", "features": features, "import_bytes": 1 << 40}
    plan, _ = Plan.objects.get_or_create(code="PROOF", version=1, defaults=defaults)
    return {name: _team(name, plan) for name in names}


def _team(name: str, plan: Plan) -> dict[str, str]:
    now = clock.now()
    email = f"owner@{name.lower()}.example"
    owner = User.objects.create(email=email, password="!", firstname=name, validated_at=now, created_at=now)  # noqa: S106 -- no password fits
    team = teams.create(name=name, owner=owner)
    Subscription.objects.create(team=team, plan=plan, starts_at=now)
    senders.adopt_owner(user_id=owner.pk)
    origin = SigninOrigin(address="127.0.0.1", device="Proof")
    _, token = sessions.open_session(user=owner, team_id=team.pk, kind=TokenKind.NORMAL, origin=origin)
    return {"team": str(team.pk), "token": token}


def imported(team_id: str) -> dict[str, Any]:
    return left_by(UUID(team_id))


def leave(campaign_id: str, count: str) -> list[str]:
    """The last recipients of a campaign unsubscribe before it reaches them. Returns their addresses."""
    mailing = Mailing.objects.get(origin_id=campaign_id)
    last = Recipient.objects.filter(mailing=mailing).order_by("-position")[: int(count)]
    for recipient in last:
        subscriptions.unsubscribe(mailing_id=mailing.pk, position=recipient.position)
    return [recipient.email for recipient in last]


def hurry(campaign_id: str) -> int:
    """Makes retries due immediately, to save minutes of waiting. Returns their number."""
    waiting = Batch.objects.filter(mailing__origin_id=campaign_id, state=BatchState.WAITING, due_at__gt=clock.now())
    return waiting.update(due_at=clock.now())


def campaign(campaign_id: str) -> dict[str, Any]:
    mailing = Mailing.objects.get(origin_id=campaign_id)
    emails = dict(Recipient.objects.filter(mailing=mailing).values_list("position", "email"))
    log = list(SendLog.objects.filter(mailing_id=mailing.pk).values_list("position", "state"))
    counters = MailingCounters.objects.get(pk=mailing.pk)
    return {
        "state": mailing.state,
        "recipients": mailing.recipients,
        "states": {emails[position]: state for position, state in log},
        "rows": len(log),
        "counters": {name: getattr(counters, name) for name in ("sent", "failed", "suppressed", "in_doubt")},
    }


def rest(*team_ids: str) -> dict[str, Any]:
    """Unfinished work, and the quota of the teams."""
    now = clock.now()
    undone = Job.objects.filter(Q(state=JobState.RUNNING) | Q(state=JobState.WAITING, due_at__lte=now))
    failed = Job.objects.filter(state=JobState.FAILED)
    return {
        "undone": [f"{job.name} {job.state} {job.last_error[:200]}" for job in undone],
        "failed": [f"{job.name} {job.attempts} {job.last_error[:200]}" for job in failed],
        "waiting": [f"{job.name} due {job.due_at}" for job in Job.objects.filter(state=JobState.WAITING)],
        "outbox": OutboxEvent.objects.filter(moved_at__isnull=True).count(),
        "holds": list(Reservation.objects.filter(closed_at__isnull=True).values_list("reference", flat=True)),
        "teams": {team_id: _quota(UUID(team_id)) for team_id in team_ids},
    }


def _quota(team_id: UUID) -> dict[str, int]:
    sent, contacts = (quota.get_state(team_id=team_id, limit=limit) for limit in (EMAIL_SENT, CONTACT))
    return {
        "contacts": Contact.objects.for_team(team_id).count(),
        "contacts_used": contacts.used,
        "contacts_reserved": contacts.reserved,
        "sent_used": sent.used,
        "sent_reserved": sent.reserved,
    }


COMMANDS: Mapping[str, Callable[..., Any]] = {
    command.__name__: command
    for command in (
        *(prepare, imported, leave, hurry, campaign, rest),
        *(sending_books.giant, sending_books.sent, sending_books.fill, sending_books.audience),
        *(submission_books.open_shop, submission_books.hurry_messages, submission_books.handed_in),
        submission_books.smuggled,
        *(
            records.open_stage,
            records.list_recipient_tokens,
            records.count_contacts,
            records.count_due_jobs,
            records.measure_database,
        ),
    )
}


def answer(command: str, *arguments: str) -> dict[str, Any]:
    """The response to a command. Waits for a database that is down."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return {"answer": COMMANDS[command](*arguments)}
        except (OperationalError, InterfaceError) as error:
            if time.monotonic() > until:
                return {"error": str(error)}
            time.sleep(PAUSE_SECONDS)
        except Exception:
            return {"error": traceback.format_exc()[-2000:]}
        finally:
            connection.close()


if __name__ == "__main__":
    # Logs go to standard output as well, so it is reserved for responses.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), file=answers, flush=True)
