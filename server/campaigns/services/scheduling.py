"""Schedules campaigns: plan, reschedule, cancel, start at the scheduled time, and failures.

A scheduled campaign starts once, regardless of how many processes check it: its row is locked, it must still be
scheduled, and the start commits with its new status. This depends neither on leases nor on clocks.
"""

from typing import Final
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.campaigns import designs, kinds, timing
from server.campaigns.checks.all_checks import raise_first_blocking
from server.campaigns.checks.allowances import QUOTA
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.services import sending
from server.campaigns.services.campaigns import (
    REFERENCE,
    build_link,
    build_notification_params,
    lock_campaign,
    save_and_publish,
    set_status,
)
from server.campaigns.states import CAMPAIGN_ACTIONS, CampaignAction, CampaignStatus
from server.campaigns.timing import CampaignTiming
from server.core import clock, jobs
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, ApiError, ServerFailure, UserExpired, UserSuspended
from server.delivery.models import MailingState
from server.delivery.services import mailings, testing
from server.notifications.services.creation import notify
from server.plans import limits, quota
from server.plans.features import EMAIL_SENT, UNLIMITED, PlanLimit
from server.teams.models import Team

FIRE_JOB: Final = "campaigns.fire"
# Served by dedicated processes, so that long jobs of others cannot delay a campaign.
PUNCTUAL: Final = "punctual"
MAX_CAMPAIGNS_PER_RUN = 500  # per second; the rest follows a second later


@transaction.atomic
def schedule(
    *, team_id: UUID, campaign_id: UUID, given: CampaignTiming, by: Caller, kind: str | None = None
) -> Campaign:
    """Schedules a draft. Its recipients and quota are determined when it starts, not now.

    Raises FieldsInvalid for a time in the past or too far ahead. Also raises the errors of sending now, except for
    quota that will be renewed by then. An error leaves everything unchanged.
    """
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    status = CAMPAIGN_ACTIONS.after(CampaignAction.SCHEDULE, campaign.status)
    _set_schedule(campaign, given)
    designs.lock_document(campaign)
    kinds.get_strategy(campaign).follow_document(campaign)
    _check(campaign)
    set_status(campaign, status)
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="UPDATED", name=campaign.name, link=build_link(campaign)
    )
    day = campaign.schedule_at.astimezone(timing.get_team_zone(team_id)).date() if campaign.schedule_at else None
    notify("campaign.scheduled", team_id=team_id, **build_notification_params(campaign), day=f"{day:%Y-%m-%d}")
    return campaign


@transaction.atomic
def reschedule(
    *, team_id: UUID, campaign_id: UUID, given: CampaignTiming, by: Caller, kind: str | None = None
) -> Campaign:
    """Reschedules a campaign. For a draft it sets or clears the planned date.

    Raises NotFound, ActionNotAllowed after the start, and FieldsInvalid, also for a scheduled campaign without a time.
    """
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    if campaign.status == CampaignStatus.DRAFT:
        if given.at is not None:
            timing.check_ahead(timing.to_utc(given.at, timing.get_team_zone(team_id)))
        _set_schedule(campaign, given)
        campaign.fires_at = None
        save_and_publish(campaign)
    else:
        status = CAMPAIGN_ACTIONS.after(CampaignAction.RESCHEDULE, campaign.status)
        _set_schedule(campaign, given)
        timing.check_rate(campaign.per_hour, recipients=sending.count_recipients(campaign))
        set_status(campaign, status)
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="UPDATED", name=campaign.name, link=build_link(campaign)
    )
    return campaign


@transaction.atomic
def cancel(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> Campaign:
    """Returns a scheduled campaign to draft, planned for the same time. Raises NotFound or ActionNotAllowed."""
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    status = CAMPAIGN_ACTIONS.after(CampaignAction.CANCEL_SCHEDULE, campaign.status)
    campaign.fires_at = None
    set_status(campaign, status)
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="UPDATED", name=campaign.name, link=build_link(campaign)
    )
    return campaign


@transaction.atomic
def enqueue_due() -> int:
    """Enqueues a job for each due campaign and returns their number. Skips campaigns that are being started.

    Runs every second in any number of processes: a waiting job is not added again, only woken.
    """
    # across teams: due campaigns of all teams
    due = Campaign.objects.filter(status=CampaignStatus.SCHEDULED, fires_at__lte=clock.now())
    held = due.select_for_update(skip_locked=True).order_by("fires_at", "pk").only("pk", "team_id")
    found = list(held[:MAX_CAMPAIGNS_PER_RUN])
    for campaign in found:
        jobs.enqueue(
            FIRE_JOB,
            key=f"{FIRE_JOB}:{campaign.pk}",
            queue=PUNCTUAL,
            team_id=str(campaign.team_id),
            campaign_id=str(campaign.pk),
        )
    return len(found)


@transaction.atomic
def fire(*, team_id: UUID, campaign_id: UUID) -> None:
    """Starts a due campaign. No-op for any other campaign or a locked one.

    An error of sending marks it as failed and notifies the team.
    """
    campaign = _lock_due(team_id, campaign_id)
    if campaign is None:
        return
    try:
        with transaction.atomic():
            _check_team(team_id)
            begun = kinds.start(campaign, by=None)
    except ApiError as refused:
        campaign.refresh_from_db()
        _fail(campaign, refused)
    else:
        notify(
            "campaign.started", team_id=team_id, **build_notification_params(begun), recipients=begun.recipient_count
        )


@transaction.atomic
def fail_start(*, team_id: UUID, campaign_id: UUID) -> None:
    campaign = _lock_due(team_id, campaign_id)
    if campaign is not None:
        _fail(campaign, ServerFailure())


@transaction.atomic
def fail_freezing(*, team_id: UUID, campaign_id: UUID) -> None:
    """Fails a campaign whose recipients could not be frozen, for an unexpected reason.

    Releases its quota. No-op if its recipients are frozen or it was stopped.
    """
    parts = testing.lock_mailings(team_id=team_id, origin=CAMPAIGN, origin_id=campaign_id)
    if not parts or any(part.state != MailingState.PREPARING or part.recipients for part in parts):
        return
    campaign = Campaign.objects.for_team(team_id).select_for_update().get(pk=campaign_id)
    campaign.started_at, campaign.from_name, campaign.from_email, campaign.recipient_count = None, "", "", 0
    _fail(campaign, ServerFailure())
    for part in parts:
        mailings.cancel(mailing=part)
    for limit in kinds.get_strategy(campaign).limits:
        quota.return_units(team_id=team_id, limit=limit)


def _lock_due(team_id: UUID, campaign_id: UUID) -> Campaign | None:
    rows = Campaign.objects.for_team(team_id).select_for_update(skip_locked=True)
    return rows.filter(pk=campaign_id, status=CampaignStatus.SCHEDULED, fires_at__lte=clock.now()).first()


def _fail(campaign: Campaign, refused: ApiError) -> None:
    campaign.failure, campaign.fires_at = refused.code, None
    set_status(campaign, CAMPAIGN_ACTIONS.after(CampaignAction.FAIL, campaign.status))
    notify("campaign.notStarted", team_id=campaign.team_id, **build_notification_params(campaign), reason=refused.code)


def _set_schedule(campaign: Campaign, given: CampaignTiming) -> None:
    zone = timing.get_team_zone(campaign.team_id)
    at = timing.to_utc(given.at, zone) if given.at else None
    if at is not None:
        timing.check_ahead(at)
    elif campaign.status != CampaignStatus.DRAFT:
        raise ActionNotAllowed(payload={"action": CampaignAction.RESCHEDULE.value, "status": campaign.status})
    kept = CampaignTiming(at, given.zone, given.per_hour)
    campaign.schedule_at, campaign.schedule_zone, campaign.per_hour = at, given.zone, given.per_hour
    campaign.fires_at = timing.compute_fires_at(kept, zone)


def _check(campaign: Campaign) -> None:
    """Raises the errors of sending now, except for quota that will be renewed by the scheduled time."""
    strategy = kinds.get_strategy(campaign)
    review = kinds.build_review(campaign)
    raise_first_blocking(review, but=(QUOTA, *strategy.limit_checks))
    expected = review.count.count
    timing.check_rate(campaign.per_hour, recipients=expected)
    _check_remaining(campaign, EMAIL_SENT, expected)
    for limit in strategy.limits:
        _check_remaining(campaign, limit, 1)


def _check_remaining(campaign: Campaign, limit: PlanLimit, amount: int) -> None:
    """Raises the limit's error if the quota is too low now and at the start."""
    plan = quota.get_team_plan(campaign.team_id)
    standing = quota.get_state(team_id=campaign.team_id, limit=limit)
    if standing.limit == UNLIMITED or standing.left >= amount:
        return
    if plan is not None and campaign.fires_at is not None:
        renewed_on = quota.get_next_reset(starts_at=plan.subscription.starts_at, now=clock.now())
        if campaign.fires_at.date() >= renewed_on and standing.limit >= amount:
            return
    raise limits.get_error(limit).of(area=limit.area, name=limit.name, limit=standing.limit, left=max(0, standing.left))


def _check_team(team_id: UUID) -> None:
    team = Team.objects.get(pk=team_id)
    plan = quota.get_team_plan(team_id)
    if team.suspended_at is not None:
        raise UserSuspended
    if team.locked_at is not None:
        raise ActionNotAllowed
    if plan is not None and plan.subscription.expires_at is not None and plan.subscription.expires_at < clock.now():
        raise UserExpired
