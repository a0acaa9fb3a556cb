"""Runs an A/B test from its start to the start of the winner's mailing.

At the start, each variant and the remainder become mailings, and all recipients are assigned. One conditional update
chooses the winner, in the transaction that starts the remainder. So it is chosen once, despite crashes and concurrent
requests. Mailings are locked before their campaign, in id order.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.campaigns import content, designs, recipients
from server.campaigns.ab import comparison, document_variants, drafts, statistics
from server.campaigns.ab import status as standing
from server.campaigns.ab.events import WinnerChosen
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.review import TestReview
from server.campaigns.ab.states import AB_TEST, DecisionMode, TestedProperty, WinnerBy
from server.campaigns.checks.all_checks import raise_first_blocking
from server.campaigns.checks.sender import get_usable_sender
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.selectors import campaigns
from server.campaigns.services import sending
from server.campaigns.services.campaigns import (
    build_link,
    build_notification_params,
    lock_campaign,
    publish_change,
    set_status,
)
from server.campaigns.states import CAMPAIGN_ACTIONS, CampaignAction, CampaignStatus
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotFound
from server.core.events import publish
from server.delivery.compiling import CompiledEmail
from server.delivery.errors import NoRecipients
from server.delivery.models import Mailing, MailingState
from server.delivery.services import mailings, testing
from server.notifications.services.creation import notify
from server.plans import quota
from server.plans.features import AB_EMAIL_SENT, EMAIL_SENT
from server.teams.models import Team
from server.teams.time_zones import parse_zone

FREEZE_JOB: Final = "campaigns.freeze_test"


def start(campaign: Campaign, *, by: Caller | None) -> Campaign:
    """Freezes a locked test, assigns its recipients, reserves the quota and starts the variants.

    Raises LessThanTenContacts, QuotaExceeded for the A/B tests of the plan, and the errors of starting a regular
    campaign.
    """
    team_id = campaign.team_id
    status = CAMPAIGN_ACTIONS.after(CampaignAction.SEND, campaign.status)
    designs.freeze(campaign)
    document_variants.sync_with_document(campaign)
    review = TestReview(campaign)
    raise_first_blocking(review)
    test, variants = review.test, review.variants
    from_whom = [get_usable_sender(each.campaign) for each in review.each]
    expected = review.count.count
    quota.use(team_id=team_id, limit=AB_EMAIL_SENT)
    parts = [
        sending.create_mailing(each, sender, variant=variant.number)
        for each, sender, variant in zip(review.each, from_whom, variants, strict=True)
    ]
    # The remainder has the first variant's content until the winner is known, and never sends it.
    parts.append(sending.create_mailing(review, from_whom[0]))
    now = clock.now()
    campaign.recipient_count = expected
    campaign.from_name, campaign.from_email = from_whom[0].name, from_whom[0].email
    campaign.started_at, campaign.fires_at = now, None
    set_status(campaign, status)
    _start_wait(campaign, test, variants, now=now)
    sizes = statistics.split_by_shares(expected, _list_shares(test, variants))
    for part, size in zip(parts, sizes, strict=True):
        quota.reserve(team_id=team_id, limit=EMAIL_SENT, amount=size, reference=mailings.quota_reference(part.pk))
    if expected > sending.MAX_IMMEDIATE_FREEZE:
        jobs.enqueue(FREEZE_JOB, team_id=str(team_id), campaign_id=str(campaign.pk))
    else:
        _freeze(campaign, test, variants, parts)
    activity.record(
        team_id=team_id, by=by, reference="campaign", action="SENT", name=campaign.name, link=build_link(campaign)
    )
    return campaign


def _start_wait(campaign: Campaign, test: AbTest, variants: Sequence[CampaignVariant], *, now: datetime) -> None:
    """Starts the waiting time. During a pause it stops until a user resumes the test."""
    last = max(variant.delay_minutes for variant in variants) if test.tested == TestedProperty.TIME else 0
    test.ends_at = now + timedelta(minutes=last, hours=test.wait_hours)
    test.paused_at = now if campaign.status == CampaignStatus.PAUSED else None
    test.asked_at = None
    test.save(update_fields=["ends_at", "paused_at", "asked_at"])
    standing.schedule_decision(campaign, test.ends_at)


def _list_shares(test: AbTest, variants: Sequence[CampaignVariant]) -> list[int]:
    return [*(variant.share for variant in variants), test.winner_share]


@transaction.atomic
def freeze(*, team_id: UUID, campaign_id: UUID) -> None:
    """Assigns the recipients of a large test, and restarts its waiting time. Idempotent.

    Cancels the test if there are fewer recipients than parts. It then uses no quota.
    """
    parts = testing.lock_mailings(team_id=team_id, origin=CAMPAIGN, origin_id=campaign_id)
    if not parts or any(part.state != MailingState.PREPARING or part.recipients for part in parts):
        return
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=AB_TEST)
    test = standing.get_test(campaign)
    variants = drafts.list_variants(campaign)
    parts.sort(key=lambda part: (part.variant is None, part.variant))
    try:
        with transaction.atomic():
            _freeze(campaign, test, variants, parts)
            _pause_released(campaign, parts)
            campaign.refresh_from_db(fields=["status"])  # a pause of the team's sending has paused the released parts
            # Otherwise a late job would shorten the test, or leave it without a decision.
            _start_wait(campaign, test, variants, now=clock.now())
    except NoRecipients:
        for part in parts:
            mailings.cancel(mailing=part)
        quota.return_units(team_id=team_id, limit=AB_EMAIL_SENT)
        notify("campaign.empty", team_id=team_id, **build_notification_params(campaign))


def _freeze(campaign: Campaign, test: AbTest, variants: Sequence[CampaignVariant], parts: Sequence[Mailing]) -> None:
    used: frozenset[str] = frozenset().union(
        *(content.find_used_tags(CompiledEmail.from_data(part.compiled)) for part in parts)
    )
    rows = recipients.build_rows(campaign, tags=used)[: campaign.recipient_count]
    shares = _list_shares(test, variants)

    def sizes_of(count: int) -> Sequence[int]:
        if count < len(shares):
            raise NoRecipients
        return statistics.split_by_shares(count, shares)

    count = sum(testing.distribute(parts=parts, recipients=rows, sizes_of=sizes_of))
    if count != campaign.recipient_count:
        Campaign.objects.for_team(campaign.team_id).filter(pk=campaign.pk).update(recipient_count=count)
        campaign.recipient_count = count
    now = clock.now()
    for part, variant in zip(parts[:-1], variants, strict=True):
        delay = timedelta(minutes=variant.delay_minutes) if test.tested == TestedProperty.TIME else timedelta()
        testing.release(mailing=part, due_at=now + delay)


def _pause_released(campaign: Campaign, parts: Sequence[Mailing]) -> None:
    """Pauses the variants of a test that a user paused before its recipients were assigned."""
    if campaign.status == CampaignStatus.PAUSED:
        for part in parts:
            if part.state == MailingState.SENDING:
                mailings.pause(mailing=part)


def send_test(
    *,
    team_id: UUID,
    campaign_id: UUID,
    variant_id: UUID | None,
    emails: Sequence[str],
    contact_id: int | None,
    by: Caller,
) -> Sequence[str]:
    campaign = drafts.get(team_id=team_id, campaign_id=campaign_id)
    with transaction.atomic():
        return sending.send_loaded_test(
            drafts.build_variant(campaign, variant_id), emails=emails, contact_id=contact_id, by=by
        )


def send_winner(*, team_id: UUID, campaign_id: UUID, variant_id: UUID, by: Caller) -> Campaign:
    """Sends this variant to the remaining recipients, regardless of results and waiting time (CAMP-26).

    Raises NotFound, SendingPaused, and ActionNotAllowed if the campaign is not sending or has a winner.
    """
    with transaction.atomic():
        campaign, parts = _lock_test(team_id, campaign_id)
        variant = drafts.get_variant(campaign, variant_id)
        if campaign.status != CampaignStatus.SENDING or not _choose(
            campaign, parts, number=variant.number, winner_by=WinnerBy.HAND, name=by.fullname
        ):
            raise ActionNotAllowed(payload={"action": "choose-winner", "status": campaign.status})
        activity.record(
            team_id=team_id,
            by=by,
            reference="campaign",
            action="UPDATED",
            name=campaign.name,
            link=build_link(campaign),
        )
    return campaigns.get(team_id=team_id, campaign_id=campaign_id)


def choose_by_rule(*, team_id: UUID, campaign_id: UUID) -> None:
    """Chooses the winner by rule after the waiting time, or asks a member to choose. Idempotent.

    A paused test is not decided: another call follows when its extended waiting time ends. No-op for a deleted test.
    """
    with transaction.atomic():
        try:
            campaign, parts = _lock_test(team_id, campaign_id)
        except NotFound:
            return
        test = standing.get_test(campaign)
        now = clock.now()
        if test.winner is not None or test.ends_at is None or now < test.ends_at:
            return
        if campaign.status != CampaignStatus.SENDING:
            return
        if not any(part.recipients for part in parts if part.variant is None):
            return  # the waiting time starts again once the recipients are assigned
        if test.chooses == DecisionMode.HAND:
            _request_choice(campaign, now)
            return
        verdict = comparison.assess_variants(comparison.load_metrics(campaign), test.metric)
        _choose(
            campaign,
            parts,
            number=verdict.winner,
            winner_by=WinnerBy.RULE if verdict.is_clear else WinnerBy.TIE,
        )


@transaction.atomic
def request_choice(*, team_id: UUID, campaign_id: UUID) -> None:
    campaign, _ = _lock_test(team_id, campaign_id)
    if campaign.status == CampaignStatus.SENDING and standing.get_test(campaign).winner is None:
        _request_choice(campaign, clock.now())


def _lock_test(team_id: UUID, campaign_id: UUID) -> tuple[Campaign, list[Mailing]]:
    parts = testing.lock_mailings(team_id=team_id, origin=CAMPAIGN, origin_id=campaign_id)
    return lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=AB_TEST), parts


def _request_choice(campaign: Campaign, now: datetime) -> None:
    test = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk, asked_at__isnull=True)
    if test.update(asked_at=now):
        notify(
            "campaign.chooseWinner",
            team_id=campaign.team_id,
            name=campaign.name,
            campaign_id=str(campaign.pk),
        )


def _choose(campaign: Campaign, parts: Sequence[Mailing], *, number: int, winner_by: WinnerBy, name: str = "") -> bool:
    """Sets the winner and starts the remainder. Returns False and changes nothing if the test has a winner, or its
    recipients are not assigned yet.
    """
    now = clock.now()
    rest = next((part for part in parts if part.variant is None), None)
    winner = next((part for part in parts if part.variant == number), None)
    if rest is None or winner is None or rest.state != MailingState.PREPARING or not rest.recipients:
        return False
    test = standing.get_test(campaign)
    record = comparison.build_decision_record(comparison.load_metrics(campaign), test.metric)
    undecided = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk, winner__isnull=True)
    if not undecided.update(winner=number, winner_by=winner_by, decided_at=now, decided_name=name, decision=record):
        return False
    testing.copy_content(rest=rest, winner=winner)
    testing.release(mailing=rest, due_at=_compute_due_at(campaign, test, number))
    campaign.refresh_from_db()
    campaign.revision += 1
    campaign.updated_at = now
    campaign.save(update_fields=["revision", "updated_at"])
    publish_change(campaign, "updated")
    publish(
        WinnerChosen(campaign_id=campaign.pk, title=campaign.name, variant=number, winner_by=winner_by),
        rooms=[rooms.team(campaign.team_id)],
    )
    variants = drafts.list_variants(campaign)
    notify(
        "campaign.noClearWinner" if winner_by is WinnerBy.TIE else "campaign.winner",
        team_id=campaign.team_id,
        name=campaign.name,
        campaign_id=str(campaign.pk),
        variant=drafts.build_title(variants[number]),
    )
    return True


def _compute_due_at(campaign: Campaign, test: AbTest, number: int) -> datetime | None:
    """Returns when the remainder is sent: immediately, or at the next occurrence of the winner's time of day.

    The latter applies to a test of send times, in the team's time zone.
    """
    if test.tested != TestedProperty.TIME or campaign.started_at is None:
        return None
    variant = drafts.list_variants(campaign)[number]
    zone = parse_zone(Team.objects.get(pk=campaign.team_id).timezone)
    now = clock.now()
    local = (campaign.started_at + timedelta(minutes=variant.delay_minutes)).astimezone(zone)
    day = now.astimezone(zone).date()
    due = datetime.combine(day, local.timetz())
    return due if due > now else datetime.combine(day + timedelta(days=1), local.timetz())
