"""Sending health: pauses a team's marketing email before mailbox providers react to its bounces and complaints.

The window is the last days, or the time since the team was resumed: bounces of earlier email do not count against the
team again. Tests and system emails are neither counted nor paused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from server.core import clock, events, jobs, rooms
from server.delivery import origins
from server.delivery.events import SendingPauseChanged
from server.delivery.models import (
    Feedback,
    Mailing,
    MailingState,
    Recipient,
    SendingPause,
)
from server.delivery.origins import ORIGINS
from server.delivery.services import pauses, stopping
from server.delivery.sql import health as sql
from server.delivery.states import FeedbackKind, PauseReason
from server.notifications.services.creation import notify

JOB = "delivery.judge_sending"
RECENT_PERIOD = timedelta(minutes=10)
# One angry recipient is no rate: fewer complaints never pause a team, however little it has sent.
MIN_COMPLAINTS = 3
NOTICES = {PauseReason.BOUNCES: "sending.bounces", PauseReason.COMPLAINTS: "sending.complaints"}


@dataclass(frozen=True, slots=True)
class HealthWindow:
    """Outcomes of a team's marketing email since a time. `handed` counts messages submitted to a mail server."""

    since: datetime
    handed: int
    delivered: int
    hard_bounced: int
    complained: int

    @property
    def bounce_rate(self) -> float:
        return self.hard_bounced / self.handed if self.handed else 0.0

    @property
    def complaint_rate(self) -> float:
        return self.complained / self.delivered if self.delivered else 0.0


def record_feedback(
    kind: FeedbackKind, *, mailing: Mailing, recipient: Recipient, sent_at: datetime, at: datetime, bounce: str = ""
) -> None:
    """Ignores email that is not marketing. Schedules a check of the team."""
    if mailing.team_id is None or not ORIGINS[mailing.origin].is_marketing:
        return
    Feedback.objects.bulk_create(
        [
            Feedback(
                team_id=mailing.team_id,
                mailing_id=mailing.pk,
                position=recipient.position,
                kind=kind,
                at=at,
                sent_at=sent_at,
                bounce=bounce,
                domain=recipient.email.rpartition("@")[2],
            )
        ],
        ignore_conflicts=True,
    )
    jobs.enqueue(JOB, key=f"sending:{mailing.team_id}", team_id=str(mailing.team_id))


def get_window(team_id: UUID) -> HealthWindow:
    now = clock.now()
    since = now - timedelta(days=settings.PAUSE_DAYS)
    resumed = SendingPause.objects.for_team(team_id).filter(resumed_at__gt=since).order_by("-resumed_at")
    since = resumed.values_list("resumed_at", flat=True).first() or since
    counted: Mapping[str, int] = sql.get_totals(team_id, origins=origins.list_marketing_origins(), since=since)
    came = Feedback.objects.for_team(team_id).filter(at__gte=since)
    late = came.filter(kind=FeedbackKind.BOUNCE, sent_at__lt=since)
    sent = counted.get("sent", 0)
    return HealthWindow(
        since=since,
        handed=sent + counted.get("failed", 0) + counted.get("in_doubt", 0),
        delivered=max(0, sent - counted.get("returned", 0) + late.count()),
        hard_bounced=max(0, counted.get("hard_bounced", 0) - late.filter(bounce="hard").count()),
        complained=came.filter(kind=FeedbackKind.COMPLAINT, sent_at__gte=since).count(),
    )


def find_exceeded_limit(window: HealthWindow) -> tuple[PauseReason, int, int, float] | None:
    """Returns (reason, base, count, limit), or None if no limit is exceeded or too little was sent."""
    if window.handed < settings.PAUSE_MIN_SENT:
        return None
    limit = settings.PAUSE_COMPLAINT_RATE
    if limit and window.complained >= MIN_COMPLAINTS and window.complaint_rate >= limit:
        return PauseReason.COMPLAINTS, window.delivered, window.complained, limit
    limit = settings.PAUSE_BOUNCE_RATE
    if limit and window.bounce_rate >= limit:
        return PauseReason.BOUNCES, window.handed, window.hard_bounced, limit
    return None


def evaluate(team_id: UUID) -> bool:
    """Pauses the team's marketing email if a limit is exceeded. Returns whether this call paused it.

    For a team that is paused already, it stops mailings that started at the same moment.
    """
    with transaction.atomic():
        if pauses.find_open_pause(team_id) is not None:
            stopping.stop_marketing(team_id)
            return False
        found = find_exceeded_limit(get_window(team_id))
        if found is None:
            return False
        reason, base, counted, limit = found
        pause = SendingPause(
            team_id=team_id, at=clock.now(), reason=reason, sent=base, counted=counted, threshold=limit
        )
        SendingPause.objects.bulk_create([pause], ignore_conflicts=True)
        held = SendingPause.objects.for_team(team_id).select_for_update().get(resumed_at__isnull=True)
        if held.at != pause.at:
            return False  # another process paused it at the same time
        held.campaigns = stopping.stop_marketing(team_id)
        held.save(update_fields=["campaigns"])
        _publish(team_id, held, paused=True)
        notify(
            NOTICES[reason],
            team_id=team_id,
            counted=counted,
            sent=base,
            limit=f"{limit * 100:.3g}",
            campaigns=held.campaigns,
        )
    return True


def resume(*, team_id: UUID, fullname: str, by_operator: bool = False) -> bool:
    """Resumes the team's marketing email with a new window. False if it was not paused.

    Its campaigns stay paused until a user resumes each of them.
    """
    with transaction.atomic():
        held = SendingPause.objects.for_team(team_id).select_for_update().filter(resumed_at__isnull=True).first()
        if held is None:
            return False
        held.resumed_at, held.resumed_by, held.by_operator = clock.now(), fullname, by_operator
        held.save(update_fields=["resumed_at", "resumed_by", "by_operator"])
        _publish(team_id, held, paused=False)
    return True


def evaluate_all() -> None:
    # across teams: the schedule serves all of them
    rows = Mailing.objects.filter(origin__in=origins.list_marketing_origins(), team__isnull=False)
    lately = clock.now() - RECENT_PERIOD
    going = Q(state=MailingState.SENDING, version__isnull=True) | Q(state=MailingState.SENDING, claimed_at__gt=lately)
    busy = rows.filter(going | Q(finished_at__gt=lately))
    for team_id in list(busy.order_by("team_id").values_list("team_id", flat=True).distinct()):
        if team_id is not None:
            evaluate(team_id)


def _publish(team_id: UUID, held: SendingPause, *, paused: bool) -> None:
    reason: Literal["bounces", "complaints"] = "bounces" if held.reason == PauseReason.BOUNCES else "complaints"
    events.publish(SendingPauseChanged(paused=paused, reason=reason), rooms=[rooms.team(team_id)])
