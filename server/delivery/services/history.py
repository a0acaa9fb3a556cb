"""Records the outcomes of a mailing without sending it: history, such as the demo's.

It writes only the log and the events; every counter is computed from them, as `recounting` does for any mailing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from server.core import partitions
from server.core.errors import ActionNotAllowed
from server.delivery.models import (
    Batch,
    BatchState,
    Event,
    EventKind,
    LogState,
    Mailing,
    MailingState,
    Recipient,
    SendLog,
    Suppression,
)
from server.delivery.services import mailings, subscriptions
from server.delivery.sql import recounting
from server.delivery.states import SuppressionReason
from server.teams.models import Team

ROWS_PER_INSERT = 2_000


@dataclass(frozen=True, slots=True)
class SendOutcome:
    """The outcome of sending to one recipient."""

    position: int
    at: datetime
    state: LogState = LogState.SENT
    bounce: str = ""
    code: int = 250
    enhanced: str = "2.0.0"
    reply: str = ""


@dataclass(frozen=True, slots=True)
class RecipientAction:
    """Something that a recipient or a bot did with the email."""

    position: int
    at: datetime
    kind: EventKind
    link: int = 0
    why: str = ""
    device: str = ""
    os: str = ""
    browser: str = ""


def import_history(
    *, team: Team, mailing: Mailing, outcomes: Sequence[SendOutcome], acts: Sequence[RecipientAction]
) -> None:
    """Ends a started mailing with these outcomes, one per recipient, and actions. Doesn't record unsubscribes.

    Raises ActionNotAllowed for a mailing that is not being sent, or that was sent in part.
    """
    with transaction.atomic():
        held = Mailing.objects.for_team(team).select_for_update().get(pk=mailing.pk)
        untouched = not Batch.objects.filter(mailing=held, high_water__gt=0).exists()
        if held.state != MailingState.SENDING or held.started_at is None or not untouched:
            raise ActionNotAllowed(payload={"state": held.state})
        moments = [held.started_at, *(outcome.at for outcome in outcomes), *(act.at for act in acts)]
        partitions.create_partitions_between(min(moments).date(), max(moments).date())
        people = {row.position: row for row in Recipient.objects.filter(mailing=held)}
        SendLog.objects.bulk_create(_build_log_rows(held, held.started_at, outcomes), batch_size=ROWS_PER_INSERT)
        Event.objects.bulk_create(
            _build_events(held, [*_build_bounce_actions(outcomes), *acts], people), batch_size=ROWS_PER_INSERT
        )
        _suppress(team, held, outcomes, acts, people)
        Batch.objects.filter(mailing=held).update(state=BatchState.DONE, high_water=F("size"))
        recounting.recount(team.pk, mailing_id=held.pk)
        mailings.finish(held.pk)
        mailings.commit_quota(held.pk)
        while subscriptions.update_contacts():
            pass


def _build_log_rows(mailing: Mailing, mailed_at: datetime, outcomes: Iterable[SendOutcome]) -> list[SendLog]:
    return [
        SendLog(
            mailing_id=mailing.pk,
            position=outcome.position,
            mailed_at=mailed_at,
            at=outcome.at,
            state=outcome.state,
            bounce=outcome.bounce,
            code=outcome.code,
            enhanced=outcome.enhanced,
            reply=outcome.reply,
        )
        for outcome in outcomes
    ]


def _build_events(mailing: Mailing, acts: Iterable[RecipientAction], people: Mapping[int, Recipient]) -> list[Event]:
    return [
        Event(
            team_id=mailing.team_id,
            mailing_id=mailing.pk,
            position=act.position,
            at=act.at,
            contact_id=people[act.position].contact_id,
            kind=act.kind,
            link=act.link,
            machine=bool(act.why) and act.kind != EventKind.BOUNCE,
            why=act.why,
            device=act.device,
            os=act.os,
            browser=act.browser,
        )
        for act in acts
    ]


def _build_bounce_actions(outcomes: Iterable[SendOutcome]) -> list[RecipientAction]:
    return [
        RecipientAction(outcome.position, outcome.at, EventKind.BOUNCE, why=outcome.bounce)
        for outcome in outcomes
        if outcome.state == LogState.FAILED and outcome.bounce
    ]


def _suppress(
    team: Team,
    mailing: Mailing,
    outcomes: Iterable[SendOutcome],
    acts: Iterable[RecipientAction],
    people: Mapping[int, Recipient],
) -> None:
    gone = {outcome.position: outcome.at for outcome in outcomes if outcome.bounce == "hard"}
    annoyed = {act.position: act.at for act in acts if act.kind == EventKind.COMPLAINT}
    reasons = ((SuppressionReason.HARD_BOUNCE, gone), (SuppressionReason.COMPLAINT, annoyed))
    Suppression.objects.bulk_create(
        [
            Suppression(
                team=team,
                email=people[position].email,
                reason=reason,
                marketing_only=reason != SuppressionReason.HARD_BOUNCE,
                mailing_id=mailing.pk,
                created_at=at,
                is_told=False,
            )
            for reason, positions in reasons
            for position, at in positions.items()
        ],
        ignore_conflicts=True,
    )
