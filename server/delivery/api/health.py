"""sending-health: the reputation of a team's marketing email, and resuming it."""

from collections.abc import Mapping
from datetime import date

from django.conf import settings
from ninja import Query, Router

from server.core.access import Access, CallerRequest
from server.core.idempotency import idempotent
from server.delivery import permissions
from server.delivery.health import list_daily_metrics, list_destinations, list_feedback, list_pauses
from server.delivery.models import SendingPause
from server.delivery.schemas import (
    DestinationOut,
    FeedbackOut,
    HealthDayOut,
    HealthLimitsOut,
    HealthQuery,
    HealthWindowOut,
    ResumeIn,
    ResumeResultOut,
    SendingHealthOut,
    SendingPauseOut,
    SendingStateOut,
)
from server.delivery.services import health, pauses
from server.delivery.states import PauseReason
from server.teams.selectors import get_team
from server.teams.time_zones import parse_zone

router = Router(tags=["sending"], by_alias=True)


@router.get(
    "",
    auth=Access(permissions.VIEW),
    response=SendingHealthOut,
    operation_id="get_sending_health",
    summary="Get sending health",
)
def get_health(request: CallerRequest, query: Query[HealthQuery]) -> SendingHealthOut:
    team_id = request.auth.team_id
    zone = parse_zone(get_team(team_id=team_id).timezone)
    held = pauses.find_open_pause(team_id)
    window = health.get_window(team_id)
    return SendingHealthOut(
        paused=_build_pause(held) if held else None,
        window=HealthWindowOut.model_validate(window, from_attributes=True),
        limits=HealthLimitsOut(
            bounce_rate=settings.PAUSE_BOUNCE_RATE,
            complaint_rate=settings.PAUSE_COMPLAINT_RATE,
            least_sent=settings.PAUSE_MIN_SENT,
            least_complaints=health.MIN_COMPLAINTS,
            days=settings.PAUSE_DAYS,
        ),
        days=[_build_day(day, counted) for day, counted in list_daily_metrics(team_id, days=query.days, zone=zone)],
        destinations=[DestinationOut(**row) for row in list_destinations(team_id, days=query.days, zone=zone)],
        returns=[FeedbackOut(**row) for row in list_feedback(team_id)],
        pauses=[_build_pause(row) for row in list_pauses(team_id)],
    )


@router.get(
    "/state",
    auth=Access(permissions.VIEW),
    response=SendingStateOut,
    operation_id="get_sending_state",
    summary="Get sending status",
)
def get_state(request: CallerRequest) -> SendingStateOut:
    held = pauses.find_open_pause(request.auth.team_id)
    return SendingStateOut(paused=held is not None, reason=PauseReason(held.reason) if held else None)


@router.post(
    "/resume",
    auth=Access(permissions.RESUME),
    response=ResumeResultOut,
    operation_id="resume_sending",
    summary="Resume marketing email",
)
@idempotent
def resume(request: CallerRequest, body: ResumeIn) -> ResumeResultOut:
    """Resumes marketing email. Only email sent from now on is evaluated. Paused campaigns stay paused."""
    caller = request.auth
    return ResumeResultOut(changed=health.resume(team_id=caller.team_id, fullname=caller.fullname))


def _build_day(day: date, counted: Mapping[str, int]) -> HealthDayOut:
    sent, blocked = counted.get("sent", 0), counted.get("blocked", 0)
    return HealthDayOut(
        day=day,
        handed=sent + counted.get("failed", 0) + counted.get("in_doubt", 0),
        delivered=max(0, sent - counted.get("returned", 0)),
        hard_bounced=counted.get("hard_bounced", 0),
        soft_bounced=max(0, counted.get("soft_bounced", 0) - blocked),
        blocked=blocked,
        complained=counted.get("complained", 0),
    )


def _build_pause(row: SendingPause) -> SendingPauseOut:
    return SendingPauseOut.model_validate(row, from_attributes=True)
