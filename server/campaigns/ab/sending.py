"""An A/B test from its start to the start of what gets the winner.

At the start every variant becomes a mailing, and so does the rest; all recipients are dealt out at once. The winner is
chosen by one conditional update in the transaction in which the rest begins: whatever is killed when, and whoever asks
at the same time, it is chosen once. Mailings are locked before their campaign, in the order of their keys.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.campaigns import content, designs, recipients
from server.campaigns.ab import comparison, drafts, scenarios, standing, statistics
from server.campaigns.ab.events import WinnerChosen
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.reviewing import TestReview
from server.campaigns.ab.states import AB_TEST, Chooses, Tested, WinnerBy
from server.campaigns.checks.every import refuse
from server.campaigns.checks.sender import usable
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.selectors import campaigns
from server.campaigns.services import sending
from server.campaigns.services.campaigns import link_of, locked, moved, named, tell
from server.campaigns.states import MOVES, CampaignStatus, Move
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotFound
from server.core.events import publish
from server.delivery.compiling import Compiled
from server.delivery.errors import NoRecipients
from server.delivery.models import Mailing, MailingState
from server.delivery.services import mailings, testing
from server.notifications.services.notices import notify
from server.plans import quota
from server.plans.features import AB_EMAIL_SENT, EMAIL_SENT
from server.teams.models import Team
from server.teams.zones import zone_of

FREEZE_JOB: Final = "campaigns.freeze_test"


def start(campaign: Campaign, *, by: Caller | None) -> Campaign:
    """Freezes the content and the recipients of a locked test, deals these out, reserves the quota and starts the
    variants.

    Raises LessThanTenContacts, QuotaExceeded for the plan's A/B tests, and what starting a regular campaign raises.
    """
    team_id = campaign.team_id
    status = MOVES.after(Move.SEND, campaign.status)
    designs.freeze(campaign)
    scenarios.follow(campaign)
    review = TestReview(campaign)
    refuse(review)
    test, variants = review.test, review.variants
    from_whom = [usable(each.campaign) for each in review.each]
    expected = review.count.count
    quota.use(team_id=team_id, limit=AB_EMAIL_SENT)
    parts = [
        sending.make_mailing(each, sender, variant=variant.number)
        for each, sender, variant in zip(review.each, from_whom, variants, strict=True)
    ]
    # Until the winner is known it has the first variant's content, which it never sends.
    parts.append(sending.make_mailing(review, from_whom[0]))
    now = clock.now()
    campaign.recipient_count = expected
    campaign.from_name, campaign.from_email = from_whom[0].name, from_whom[0].email
    campaign.started_at, campaign.fires_at = now, None
    moved(campaign, status)
    last = max(variant.delay_minutes for variant in variants) if test.tested == Tested.TIME else 0
    test.ends_at = now + timedelta(minutes=last, hours=test.wait_hours)
    test.save(update_fields=["ends_at"])
    standing.decide_later(campaign, test.ends_at)
    sizes = statistics.parts(expected, _shares(test, variants))
    for part, size in zip(parts, sizes, strict=True):
        quota.reserve(team_id=team_id, limit=EMAIL_SENT, amount=size, reference=mailings.quota_reference(part.pk))
    if expected > sending.FREEZE_AT_ONCE:
        jobs.enqueue(FREEZE_JOB, team_id=str(team_id), campaign_id=str(campaign.pk))
    else:
        _freeze(campaign, test, variants, parts)
    activity.record(
        team_id=team_id, by=by, reference="campaign", action="SENT", name=campaign.name, link=link_of(campaign)
    )
    return campaign


def _shares(test: AbTest, variants: Sequence[CampaignVariant]) -> list[int]:
    return [*(variant.share for variant in variants), test.winner_share]


@transaction.atomic
def freeze(*, team_id: UUID, campaign_id: UUID) -> None:
    """Deals out the recipients of a test that was too large for it at once; done before, it does nothing.

    Where fewer are left than there are parts, the test is cancelled.
    """
    parts = testing.locked(team_id=team_id, origin=CAMPAIGN, origin_id=campaign_id)
    if not parts or any(part.state != MailingState.PREPARING or part.recipients for part in parts):
        return
    campaign = locked(team_id=team_id, campaign_id=campaign_id, kind=AB_TEST)
    test = standing.test_of(campaign)
    parts.sort(key=lambda part: (part.variant is None, part.variant))
    try:
        with transaction.atomic():
            _freeze(campaign, test, drafts.variants_of(campaign), parts)
    except NoRecipients:
        for part in parts:
            mailings.cancel(mailing=part)
        notify("campaign.empty", team_id=team_id, **named(campaign))


def _freeze(campaign: Campaign, test: AbTest, variants: Sequence[CampaignVariant], parts: Sequence[Mailing]) -> None:
    """Deals out at most as many as units are held, and lets the variants begin. The rest is the last of the parts."""
    used: frozenset[str] = frozenset().union(*(content.used_tags(Compiled.from_data(part.compiled)) for part in parts))
    rows = recipients.rows(campaign, tags=used)[: campaign.recipient_count]
    shares = _shares(test, variants)

    def sizes_of(count: int) -> Sequence[int]:
        if count < len(shares):
            raise NoRecipients
        return statistics.parts(count, shares)

    count = sum(testing.deal(parts=parts, recipients=rows, sizes_of=sizes_of))
    if count != campaign.recipient_count:
        Campaign.objects.for_team(campaign.team_id).filter(pk=campaign.pk).update(recipient_count=count)
        campaign.recipient_count = count
    now = clock.now()
    for part, variant in zip(parts[:-1], variants, strict=True):
        delay = timedelta(minutes=variant.delay_minutes) if test.tested == Tested.TIME else timedelta()
        testing.begin(mailing=part, due_at=now + delay)


def send_test(
    *,
    team_id: UUID,
    campaign_id: UUID,
    variant_id: UUID | None,
    emails: Sequence[str],
    contact_id: int | None,
    by: Caller,
) -> Sequence[str]:
    """Sends a variant as it is now to a few addresses. Raises what a campaign's test does."""
    campaign = drafts.get(team_id=team_id, campaign_id=campaign_id)
    with transaction.atomic():
        return sending.send_test_of(drafts.written(campaign, variant_id), emails=emails, contact_id=contact_id, by=by)


def send_winner(*, team_id: UUID, campaign_id: UUID, variant_id: UUID, by: Caller) -> Campaign:
    """A person chooses: the rest gets this variant, whatever the figures say and however long is left (CAMP-26).

    Raises NotFound, ActionNotAllowed where the campaign isn't being sent or the winner is known, SendingPaused.
    """
    with transaction.atomic():
        campaign, parts = _held(team_id, campaign_id)
        variant = drafts.variant_of(campaign, variant_id)
        if campaign.status != CampaignStatus.SENDING or not _choose(
            campaign, parts, number=variant.number, winner_by=WinnerBy.HAND, name=by.fullname
        ):
            raise ActionNotAllowed(payload={"action": "choose-winner", "status": campaign.status})
        activity.record(
            team_id=team_id, by=by, reference="campaign", action="UPDATED", name=campaign.name, link=link_of(campaign)
        )
    return campaigns.get(team_id=team_id, campaign_id=campaign_id)


def decide(*, team_id: UUID, campaign_id: UUID) -> None:
    """Chooses the winner by the rule when the wait is over, or asks somebody to; called again, it does nothing.

    A test that is paused is not decided: its wait ends later, and another call comes then. One that was deleted has
    nothing to decide.
    """
    with transaction.atomic():
        try:
            campaign, parts = _held(team_id, campaign_id)
        except NotFound:
            return
        test = standing.test_of(campaign)
        now = clock.now()
        if test.winner is not None or test.ends_at is None or now < test.ends_at:
            return
        if campaign.status != CampaignStatus.SENDING:
            return
        if test.chooses == Chooses.HAND:
            _ask(campaign, now)
            return
        verdict = comparison.judged(comparison.figures(campaign), test.metric)
        _choose(
            campaign,
            parts,
            number=verdict.winner,
            winner_by=WinnerBy.RULE if verdict.is_clear else WinnerBy.TIE,
        )


@transaction.atomic
def ask_instead(*, team_id: UUID, campaign_id: UUID) -> None:
    """Asks somebody to choose, where the rule could not be followed for a reason that nobody foresaw."""
    campaign, _ = _held(team_id, campaign_id)
    if campaign.status == CampaignStatus.SENDING and standing.test_of(campaign).winner is None:
        _ask(campaign, clock.now())


def _held(team_id: UUID, campaign_id: UUID) -> tuple[Campaign, list[Mailing]]:
    parts = testing.locked(team_id=team_id, origin=CAMPAIGN, origin_id=campaign_id)
    return locked(team_id=team_id, campaign_id=campaign_id, kind=AB_TEST), parts


def _ask(campaign: Campaign, now: datetime) -> None:
    test = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk, asked_at__isnull=True)
    if test.update(asked_at=now):
        notify(
            "campaign.chooseWinner",
            team_id=campaign.team_id,
            name=campaign.name,
            campaign_id=str(campaign.pk),
        )


def _choose(campaign: Campaign, parts: Sequence[Mailing], *, number: int, winner_by: WinnerBy, name: str = "") -> bool:
    """Names the winner and lets the rest go; false, and nothing is changed, where there is one already."""
    now = clock.now()
    rest = next((part for part in parts if part.variant is None), None)
    winner = next((part for part in parts if part.variant == number), None)
    if rest is None or winner is None or rest.state != MailingState.PREPARING or not rest.recipients:
        return False
    test = standing.test_of(campaign)
    record = comparison.decision(comparison.figures(campaign), test.metric)
    undecided = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk, winner__isnull=True)
    if not undecided.update(winner=number, winner_by=winner_by, decided_at=now, decided_name=name, decision=record):
        return False
    testing.take_content(rest=rest, winner=winner)
    testing.begin(mailing=rest, due_at=_due(campaign, test, number))
    campaign.refresh_from_db()
    campaign.revision += 1
    campaign.updated_at = now
    campaign.save(update_fields=["revision", "updated_at"])
    tell(campaign, "updated")
    publish(
        WinnerChosen(campaign_id=campaign.pk, title=campaign.name, variant=number, winner_by=winner_by),
        rooms=[rooms.team(campaign.team_id)],
    )
    variants = drafts.variants_of(campaign)
    notify(
        "campaign.noClearWinner" if winner_by is WinnerBy.TIE else "campaign.winner",
        team_id=campaign.team_id,
        name=campaign.name,
        campaign_id=str(campaign.pk),
        variant=drafts.title_of(variants[number]),
    )
    return True


def _due(campaign: Campaign, test: AbTest, number: int) -> datetime | None:
    """When the rest is sent: at once; of a test of times, at the winner's time of day next, in the team's timezone."""
    if test.tested != Tested.TIME or campaign.started_at is None:
        return None
    variant = drafts.variants_of(campaign)[number]
    zone = zone_of(Team.objects.get(pk=campaign.team_id).timezone)
    now = clock.now()
    local = (campaign.started_at + timedelta(minutes=variant.delay_minutes)).astimezone(zone)
    day = now.astimezone(zone).date()
    due = datetime.combine(day, local.timetz())
    return due if due > now else datetime.combine(day + timedelta(days=1), local.timetz())
