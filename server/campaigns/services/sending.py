"""Sends campaigns: start, pause, resume, stop, finish, resend unconfirmed emails, and test emails.

A campaign sends a mailing of delivery, which owns the progress from then on. `sync_with_mailing` updates the campaign;
delivery calls it in the transaction of each change. If both are locked, the mailing comes first.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Sum

from server.activity import services as activity
from server.campaigns import content, designs, kinds, recipients, timing
from server.campaigns.checks.all_checks import raise_first_blocking
from server.campaigns.checks.review import CampaignReview
from server.campaigns.checks.sender import get_usable_sender
from server.campaigns.checks.texts import find_missing
from server.campaigns.limits import TEST_MARK, ScheduleZone
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.selectors import campaigns
from server.campaigns.services.campaigns import build_link, build_notification_params, lock_campaign, set_status
from server.campaigns.states import CAMPAIGN_ACTIONS, FINAL, CampaignAction, CampaignStatus
from server.contacts.selectors.merge_tags import load_merge_fields
from server.contacts.values import clean_email
from server.core import clock, jobs
from server.core.callers import Caller
from server.core.causes import NOT_EMAIL
from server.core.errors import ActionNotAllowed, FieldsInvalid
from server.core.rate_limits import row_limits
from server.delivery.compiling import CompiledEmail
from server.delivery.errors import NoRecipients
from server.delivery.models import Mailing, MailingCounters, MailingState
from server.delivery.origins import TEST, MailingChange
from server.delivery.services import mailings, testing
from server.notifications.services.creation import notify
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.senders.models import Sender
from server.teams.models import Team

FREEZE_JOB: Final = "campaigns.freeze_recipients"
MAX_IMMEDIATE_FREEZE = 20_000  # frozen in well under a second within the request; a job freezes more
NOTHING_SENT: Final = "nothingSent"  # failure code of a campaign with no accepted email
MAX_TEST_MAILINGS_PER_HOUR = 30  # low, because a test can go to any address
ACTION_BY_STATE = {
    MailingState.SENDING: CampaignAction.RESUME,
    MailingState.PAUSED: CampaignAction.PAUSE,
    MailingState.CANCELLED: CampaignAction.STOP,
    MailingState.DONE: CampaignAction.FINISH,
}
# States of an A/B test's mailings that a transition applies to.
APPLICABLE_STATES = {
    CampaignAction.PAUSE: {MailingState.SENDING},
    CampaignAction.RESUME: {MailingState.PAUSED},
    CampaignAction.STOP: {MailingState.PREPARING, MailingState.SENDING, MailingState.PAUSED},
    CampaignAction.SEND_AGAIN: {MailingState.DONE},
}


@transaction.atomic
def send(
    *, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None, per_hour: int | None = None
) -> Campaign:
    """Freezes content and recipients, reserves the quota and starts sending, at most `per_hour`. Clears a schedule.

    Raises NotFound, ActionNotAllowed, FieldsMissing, SenderNotChosen, SenderNotValidated, SenderDomainMisconfigured,
    RecipientLabelNotFound, RecipientLabelEmpty, NoRecipients, UnsubscribeMissing, SendingPaused, SendLimitExceeded,
    FieldsInvalid for a rate that would take too long, and the compiler's errors. An error leaves everything unchanged.
    """
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    campaign.schedule_at, campaign.schedule_zone, campaign.per_hour = None, ScheduleZone.TEAM, per_hour
    return kinds.start(campaign, by=by)


def start(campaign: Campaign, *, by: Caller | None) -> Campaign:
    """Starts a locked regular campaign with its schedule and rate limit. Raises the errors of `send`."""
    team_id = campaign.team_id
    status = CAMPAIGN_ACTIONS.after(CampaignAction.SEND, campaign.status)
    designs.freeze(campaign)
    review = CampaignReview(campaign)
    raise_first_blocking(review)
    sender, expected = get_usable_sender(campaign), review.count.count
    timing.check_rate(campaign.per_hour, recipients=expected)
    mailing = create_mailing(review, sender)
    campaign.recipient_count = expected
    campaign.from_name, campaign.from_email = sender.name, sender.email
    campaign.started_at, campaign.fires_at = clock.now(), None
    set_status(campaign, status)
    reference = mailings.quota_reference(mailing.pk)
    quota.reserve(team_id=team_id, limit=EMAIL_SENT, amount=expected, reference=reference)
    if expected > MAX_IMMEDIATE_FREEZE:
        jobs.enqueue(FREEZE_JOB, team_id=str(team_id), campaign_id=str(campaign.pk))
    else:
        _freeze(campaign, mailing)
    activity.record(
        team_id=team_id, by=by, reference="campaign", action="SENT", name=campaign.name, link=build_link(campaign)
    )
    return campaign


def count_recipients(campaign: Campaign) -> int:
    return recipients.count(campaign).count


@transaction.atomic
def freeze(*, team_id: UUID, campaign_id: UUID) -> None:
    """Freezes the recipients of a large campaign. Idempotent.

    Cancels the campaign if there are no recipients.
    """
    mailing = Mailing.objects.for_team(team_id).filter(origin=CAMPAIGN, origin_id=campaign_id)
    held = mailing.select_for_update().filter(state=MailingState.PREPARING).first()
    if held is None:
        return
    campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id)
    try:
        with transaction.atomic():
            _freeze(campaign, held)
    except NoRecipients:
        mailings.cancel(mailing=held)
        notify("campaign.empty", team_id=team_id, **build_notification_params(campaign))


def pause(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> Campaign:
    """Pauses after the current send windows. Raises NotFound or ActionNotAllowed."""
    return _run_action("PAUSED", CampaignAction.PAUSE, team_id=team_id, campaign_id=campaign_id, by=by, kind=kind)


def resume(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> Campaign:
    """Continues a paused campaign.

    Raises NotFound, ActionNotAllowed, SenderDomainMisconfigured and SendingPaused.
    """
    return _run_action("RESUMED", CampaignAction.RESUME, team_id=team_id, campaign_id=campaign_id, by=by, kind=kind)


def stop(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> Campaign:
    """Ends sending permanently and releases the quota of unsent emails. Raises NotFound or ActionNotAllowed."""
    return _run_action("STOPPED", CampaignAction.STOP, team_id=team_id, campaign_id=campaign_id, by=by, kind=kind)


@transaction.atomic
def send_again(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> Campaign:
    """Sends again to recipients with an unconfirmed outcome and no sign of receipt.

    Raises NotFound, ActionNotAllowed, also without unconfirmed outcomes, SenderDomainMisconfigured and SendingPaused.
    """
    campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id, kind=kind)
    CAMPAIGN_ACTIONS.after(CampaignAction.SEND_AGAIN, campaign.status)
    return _run_action("SENT", CampaignAction.SEND_AGAIN, team_id=team_id, campaign_id=campaign_id, by=by, kind=kind)


def sync_with_mailing(change: MailingChange) -> None:
    """Updates a campaign to the state of its mailing. Called by delivery, which has locked the mailing."""
    campaign = Campaign.objects.for_team(change.team_id).select_for_update().filter(pk=change.origin_id).first()
    if campaign is not None:
        _apply_state(campaign, MailingState(kinds.get_strategy(campaign).get_state(campaign, change.state)))


def sync_with_mailings(*, team_id: UUID, campaign_id: UUID, state: MailingState) -> None:
    """`state` is the combined state of all mailings. Applies it even if no mailing has changed."""
    _apply_state(Campaign.objects.for_team(team_id).select_for_update().get(pk=campaign_id), state)


def _apply_state(campaign: Campaign, state: MailingState) -> None:
    if campaign.status == CampaignStatus.FAILED:
        return  # its start failed, and its mailings end with it
    move = ACTION_BY_STATE[state]
    if campaign.status == CAMPAIGN_ACTIONS.end_of(move):
        return  # another mailing of a test has already updated the campaign
    if move is CampaignAction.RESUME and campaign.status == CampaignStatus.SENT:
        move = CampaignAction.SEND_AGAIN
    if move is CampaignAction.FINISH:
        _finish(campaign)
        return
    status = CAMPAIGN_ACTIONS.after(move, campaign.status)
    if status in FINAL:
        campaign.sent_at = clock.now()
    kinds.get_strategy(campaign).prepare_status(campaign, status)
    set_status(campaign, status)


def _finish(campaign: Campaign) -> None:
    """Ends the campaign. It has failed if every email was rejected and none is unconfirmed."""
    counted = MailingCounters.objects.for_team(campaign.team_id).filter(
        mailing__origin=CAMPAIGN, mailing__origin_id=campaign.pk
    )
    sums = counted.aggregate(sent=Sum("sent"), failed=Sum("failed"), in_doubt=Sum("in_doubt"))
    sent, failed, in_doubt = (sums[name] or 0 for name in ("sent", "failed", "in_doubt"))
    is_lost = failed > 0 and sent == 0 and in_doubt == 0
    campaign.sent_at = clock.now()
    campaign.failure = NOTHING_SENT if is_lost else ""
    status = CAMPAIGN_ACTIONS.after(CampaignAction.FAIL if is_lost else CampaignAction.FINISH, campaign.status)
    kinds.get_strategy(campaign).prepare_status(campaign, status)
    set_status(campaign, status)
    if sent or not campaign.recipient_count:
        notify(
            "campaign.sent", team_id=campaign.team_id, **build_notification_params(campaign), sent=sent, failed=failed
        )
    else:
        notify(
            "campaign.failed",
            team_id=campaign.team_id,
            **build_notification_params(campaign),
            recipients=campaign.recipient_count,
        )


@transaction.atomic
def send_test(
    *,
    team_id: UUID,
    campaign_id: UUID,
    emails: Sequence[str],
    contact_id: int | None,
    by: Caller,
    kind: str | None = None,
) -> Sequence[str]:
    """Sends the current content to a few addresses, filled for one contact. Returns the addresses.

    Raises NotFound, FieldsInvalid for an address, FieldsMissing, SenderNotChosen, SenderNotValidated,
    SenderDomainMisconfigured, TooManyRequests and the compiler's errors.
    """
    campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id, kind=kind)
    return send_loaded_test(campaign, emails=emails, contact_id=contact_id, by=by)


def send_loaded_test(campaign: Campaign, *, emails: Sequence[str], contact_id: int | None, by: Caller) -> Sequence[str]:
    team_id = campaign.team_id
    sender = get_ready_sender(campaign)
    addresses = list(dict.fromkeys(_clean_address(email) for email in emails))
    tests = Mailing.objects.for_team(team_id).filter(origin=TEST)
    row_limits.require(tests, "created_at", limit=MAX_TEST_MAILINGS_PER_HOUR, period=timedelta(hours=1))
    team = Team.objects.get(pk=team_id)
    fields = load_merge_fields(team_id)
    tested = content.compile_campaign(campaign, team, known=fields.names)
    contact = recipients.find_example_contact(campaign, contact_id)
    mailings.send_test(
        team=team,
        content=content.build_content(campaign, mark=TEST_MARK),
        sender=mailings.MailingSender(sender.name, sender.email),
        emails=addresses,
        fields=fields.record(contact, content.find_used_tags(tested)) if contact else {},
        known=fields.names,
        setting=content.build_setting(campaign, team),
    )
    activity.record(
        team_id=team_id, by=by, reference="campaign", action="TESTED", name=campaign.name, link=build_link(campaign)
    )
    return addresses


@transaction.atomic
def _run_action(
    action: str, move: CampaignAction, *, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None
) -> Campaign:
    campaign = _apply_to_mailings(move, team_id=team_id, campaign_id=campaign_id, kind=kind)
    activity.record(
        team_id=team_id, by=by, reference="campaign", action=action, name=campaign.name, link=build_link(campaign)
    )
    return campaign


def _apply_to_mailings(move: CampaignAction, *, team_id: UUID, campaign_id: UUID, kind: str | None) -> Campaign:
    """Locks the campaign's mailings first. An A/B test has several: only those in an applicable state change."""
    with transaction.atomic():
        parts = testing.lock_mailings(team_id=team_id, origin=CAMPAIGN, origin_id=campaign_id)
        campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id, kind=kind)
        CAMPAIGN_ACTIONS.after(move, campaign.status)
        mine = [part for part in parts if part.state in APPLICABLE_STATES[move]] if len(parts) > 1 else parts
        strategy = kinds.get_strategy(campaign)
        strategy.prepare_move(campaign, move, mine)
        match move:
            case CampaignAction.PAUSE:
                for part in mine:
                    mailings.pause(mailing=part)
            case CampaignAction.RESUME:
                for part in mine:
                    mailings.resume(mailing=part)
            case CampaignAction.STOP:
                for part in mine:
                    mailings.cancel(mailing=part)
            case CampaignAction.SEND_AGAIN:
                _send_again(mine)
        strategy.finish_move(campaign)
    return campaigns.get(team_id=team_id, campaign_id=campaign_id)


def _send_again(parts: Sequence[Mailing]) -> None:
    """Raises ActionNotAllowed if no mailing has unconfirmed recipients."""
    refused: list[ActionNotAllowed] = []
    for part in parts:
        try:
            with transaction.atomic():
                mailings.resend_indeterminate(mailing=part)
        except ActionNotAllowed as error:
            refused.append(error)
    if len(refused) == len(parts):
        raise refused[0]


def get_ready_sender(campaign: Campaign) -> Sender:
    """Returns the sender of a campaign that is complete except for its recipients.

    Raises FieldsMissing, SenderNotChosen, SenderNotValidated or SenderDomainMisconfigured.
    """
    lacking = find_missing(campaign)
    if lacking is not None:
        raise lacking
    return get_usable_sender(campaign)


def create_mailing(review: CampaignReview, sender: Sender, *, variant: int | None = None) -> Mailing:
    """Creates a mailing from the reviewed content, without starting it. Raises the compiler's errors."""
    campaign = review.campaign
    with content.FieldContext("content"):
        return mailings.create(
            team=review.team,
            origin=CAMPAIGN,
            origin_id=campaign.pk,
            content=content.build_content(campaign),
            sender=mailings.MailingSender(sender.name, sender.email),
            known=review.fields.names,
            setting=content.build_setting(campaign, review.team),
            topic_id=campaign.topic_id,
            variant=variant,
            compiled=review.content,
        )


def _freeze(campaign: Campaign, mailing: Mailing) -> None:
    """Freezes at most as many recipients as are reserved, and starts sending."""
    used = content.find_used_tags(CompiledEmail.from_data(mailing.compiled))
    rows = recipients.build_rows(campaign, tags=used)[: campaign.recipient_count]
    count = mailings.start(
        mailing=mailing,
        recipients=rows,
        held=True,
        per_hour=campaign.per_hour,
        timed=recipients.has_contact_times(campaign),
    )
    if count != campaign.recipient_count:
        Campaign.objects.for_team(campaign.team_id).filter(pk=campaign.pk).update(recipient_count=count)
        campaign.recipient_count = count


def _clean_address(value: str) -> str:
    email = clean_email(value)
    if email is None:
        raise FieldsInvalid.of("emails", NOT_EMAIL, value, example="ani@example.com")
    return email
