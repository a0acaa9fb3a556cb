"""The demo's history: written once, complete, and consistent with its own log."""

from datetime import UTC, datetime, time, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count, F, Sum
from pytest_django import Settings

from server.accounts.models import User
from server.accounts.services import passwords
from server.activity.models import Activity
from server.campaigns.ab import comparison
from server.campaigns.ab.shapes import comparison_out
from server.campaigns.ab.states import AB_TEST, WinnerBy
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.contacts.models import Contact, CustomField, ImportJob, StageChange
from server.contacts.states import ContactState
from server.core import clock, partitions
from server.core.models import Job, JobState
from server.dashboard import selectors
from server.dashboard.demo import scenarios, sign_in
from server.delivery.models import Event, EventKind, LogState, Mailing, MailingCounters, SendLog, Suppression
from server.plans import quota
from server.plans.features import CONTACT, EMAIL_SENT, TRANSACTIONAL_SENT
from server.senders.models import SenderDomain
from server.senders.services import checking
from server.senders.states import DomainState
from server.teams import demo as teams
from server.teams.models import Team
from server.transactional.bindings import Binding
from server.transactional.models import (
    Message,
    MessageBody,
    MessageEvent,
    MessageRecipient,
    TransactionalCounters,
    TransactionalDomain,
)
from server.transactional.schemas.batches import BatchQuery
from server.transactional.selectors import batches
from server.transactional.services import bodies
from server.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint

pytestmark = pytest.mark.django_db

PASSWORDS = {teams.DEWI.email: "kopi-for-the-tests", teams.PUTRI.email: "warung-for-the-tests"}


@pytest.fixture(autouse=True)
def demo_mode(settings: Settings, tmp_path: Path) -> None:
    settings.DEMO = True
    settings.UPLOAD_FOLDER = tmp_path


def test_both_teams_have_the_history_that_no_screen_is_empty_for() -> None:
    assert scenarios.create_demo(password_of=PASSWORDS) is True

    kopi, warung = Team.objects.get(name="Kopi Selatan"), Team.objects.get(name="Warung Kita")
    dewi = User.objects.get(email=teams.DEWI.email)
    assert passwords.is_correct("kopi-for-the-tests", dewi.password)
    statuses = Campaign.objects.for_team(kopi).order_by("created_at").values_list("status", flat=True)
    assert list(statuses) == [*[CampaignStatus.SENT] * 4, *[CampaignStatus.DRAFT] * 2]
    assert Campaign.objects.for_team(kopi).get(document__isnull=False).name == "The Gayo harvest is in"
    _assert_a_test_has_a_winner(kopi)
    assert Contact.objects.for_team(kopi).count() == 3_920
    assert CustomField.objects.for_team(kopi).count() == 4
    assert Contact.objects.for_team(kopi).filter(firstname="", lastname="").exists()
    assert Contact.objects.for_team(kopi).filter(firstname="محمد").exists()
    stages = Contact.objects.for_team(kopi).exclude(funnel="").values_list("funnel").annotate(rows=Count("pk"))
    assert dict(stages) == {"awareness": 456, "interest": 387, "decision": 161, "action": 118, "loyalty": 78}
    assert StageChange.objects.for_team(kopi).exclude(fullname="").count() == 1_200 + 744 + 357 + 196 + 78
    states = Contact.objects.for_team(kopi).values_list("state").annotate(rows=Count("pk"))
    assert {ContactState.BOUNCED: 62}.items() <= dict(states).items()
    assert list(ImportJob.objects.for_team(kopi).values_list("failed", flat=True)) == [3, 3, 3]
    assert set(Activity.objects.for_team(kopi).values_list("action", flat=True)) == {
        *("CREATED", "IMPORT", "SENT", "UPDATED", "ACTIVATE", "DELETED"),
    }
    standings = [quota.get_state(team_id=warung.pk, limit=limit) for limit in (CONTACT, EMAIL_SENT)]
    assert [(standing.used, standing.limit, standing.reserved) for standing in standings] == [
        (14_700, 15_000, 0),
        (980, 1_000, 0),
    ]
    assert not Job.objects.exclude(state=JobState.DONE).exists()
    assert partitions.count_strays() == 0
    _assert_figures_agree_with_the_log(kopi)
    _assert_nothing_comes_before_its_time(kopi)
    _assert_applications_have_sent(kopi)
    home = selectors.get_stats(team_id=kopi.pk, start=clock.now() - timedelta(days=30), end=None)
    assert home.figures.sent == SendLog.objects.for_team(kopi).filter(state=LogState.SENT).count()

    _assert_a_look_breaks_no_domain(kopi)

    again = scenarios.create_demo(password_of=PASSWORDS)

    assert again is False
    assert Team.objects.count() == 2


def _assert_a_look_breaks_no_domain(team: Team) -> None:
    domain = SenderDomain.objects.for_team(team).get(is_default=True)
    checked_at = domain.checked_at
    checking.check([domain.pk])
    domain.refresh_from_db()
    assert domain.state == DomainState.AUTHENTICATED
    assert domain.checked_at is not None
    assert checked_at is not None
    assert domain.checked_at > checked_at


def _assert_a_test_has_a_winner(team: Team) -> None:
    campaign = Campaign.objects.for_team(team).get(kind=AB_TEST)
    compared = comparison_out(comparison.compare_variants(campaign))
    assert (compared.test.winner, compared.test.winner_by) == (1, WinnerBy.RULE)
    assert compared.decision is not None
    assert compared.decision.confidence > 0.95
    first, second = compared.decision.variants
    assert 0.03 < first.rate < second.rate < 0.16
    assert [variant.recipients - variant.delivered for variant in compared.variants] == [2, 1]
    assert compared.rest_delivered > 4 * compared.variants[0].sent
    assert campaign.started_at is not None
    assert compared.test.decided_at == campaign.started_at + timedelta(hours=24)


def _assert_figures_agree_with_the_log(team: Team) -> None:
    log = SendLog.objects.for_team(team).values("mailing_id", "state").annotate(rows=Count("position"))
    counted = {(row["mailing_id"], row["state"]): row["rows"] for row in log}
    for counters in MailingCounters.objects.for_team(team).select_related("mailing"):
        mailing = counters.mailing
        assert counters.sent == counted[mailing.pk, LogState.SENT]
        assert counters.failed == counted[mailing.pk, LogState.FAILED]
        assert counters.failed == counters.hard_bounced + counters.soft_bounced
        assert counters.sent + counters.failed == mailing.recipients
        assert 0 < counters.clicked < counters.opened < counters.sent
        assert counters.unsubscribed > 0 or mailing.variant is not None  # a variant goes to few recipients
        left = Event.objects.for_team(team).filter(mailing_id=mailing.pk, kind=EventKind.UNSUBSCRIBE)
        assert counters.unsubscribed == left.count()


def _assert_nothing_comes_before_its_time(team: Team) -> None:
    for mailing in Mailing.objects.for_team(team):
        assert mailing.started_at is not None
        assert mailing.finished_at is not None
        members = Contact.objects.for_team(team).filter(created_at__lt=mailing.started_at).count()
        assert 0 < mailing.recipients <= members
        events = Event.objects.for_team(team).filter(mailing_id=mailing.pk)
        assert not events.filter(at__lt=mailing.started_at).exists()
        assert not events.filter(at__gt=clock.now()).exists()


def _assert_applications_have_sent(team: Team) -> None:
    """Each state, each kind of event and each screen of the area has data, and the metrics agree with the events."""
    now = clock.now()
    messages = Message.objects.for_team(team)
    events = MessageEvent.objects.for_team(team)
    assert 1_500 < messages.count() < 2_300
    assert set(messages.values_list("via", flat=True)) == {"smtp", "http"}
    assert set(messages.values_list("state", flat=True)) == {"accepted", "held", "scheduled", "finished"}
    states = set(MessageRecipient.objects.for_team(team).values_list("state", flat=True))
    assert states == {
        *("deferred", "delivered", "bounced", "failed", "held", "scheduled", "suppressed", "sandboxed"),
    }
    assert set(events.values_list("type", flat=True)) == {
        *("accepted", "held", "scheduled", "deferred", "delivered", "bounced", "failed", "suppressed", "opened"),
        *("clicked", "complained", "unsubscribed", "sandboxed"),
    }
    assert not events.filter(at__gt=now).exists()
    assert not events.filter(at__lt=F("accepted_at")).exists()
    open_ = MessageRecipient.objects.for_team(team).filter(state__in=["deferred", "scheduled"])
    assert not open_.filter(due_at__lt=now + timedelta(minutes=30)).exists()
    _assert_app_figures_agree(team)
    domains = TransactionalDomain.objects.for_team(team).order_by("created_at")
    assert list(domains.values_list("sender_domain__state", flat=True)) == ["authenticated", "pending"]
    first, last = batches.list_batches(
        Binding(team.pk), BatchQuery(page=1, size=10, sort="createdAt", search=None)
    ).items
    assert (first.state, last.state) == ("finished", "running")
    assert first.finished_at is not None
    assert 0 < last.deferred == last.waiting < last.delivered
    shown = batches.get_batch(Binding(team.pk), batch_id=last.id)
    assert {"deferred"} <= {problem.state for problem in shown.problems}
    _assert_one_webhook_fails(team)
    kept = messages.filter(accepted_at__gt=now - timedelta(days=6), tag="order").latest("accepted_at")
    said = message_from_bytes(bodies.open_body(team_id=team.pk, message_id=kept.pk), policy=default)
    assert isinstance(said, EmailMessage)
    html = said.get_body(("html",))
    assert html is not None
    assert "<strong>Total</strong>" in html.get_content()
    gone = messages.filter(accepted_at__lt=now - timedelta(days=8)).latest("accepted_at")
    assert not MessageBody.objects.for_team(team).filter(pk=gone.pk).exists()


def _assert_app_figures_agree(team: Team) -> None:
    events = MessageEvent.objects.for_team(team)
    recipients = MessageRecipient.objects.for_team(team)
    figures = ("accepted", "sent", "returned", "hard_bounced", "soft_bounced", "opened", "clicked", "complained")
    summed = TransactionalCounters.objects.for_team(team).aggregate(**{name: Sum(name) for name in figures})
    delivered = recipients.filter(delivered_at__isnull=False).count()
    assert summed["accepted"] == recipients.count() - recipients.filter(state="sandboxed").count()
    assert summed["sent"] == delivered == events.filter(type="delivered").count()
    assert summed["sent"] - summed["returned"] == recipients.filter(state="delivered").count()
    assert summed["hard_bounced"] + summed["soft_bounced"] == recipients.filter(state="bounced").count()
    assert summed["opened"] == recipients.filter(opened_at__isnull=False).count()
    assert summed["clicked"] == recipients.filter(clicked_at__isnull=False).count()
    assert summed["complained"] == events.filter(type="complained").count() > 0
    assert 0.3 < summed["opened"] / delivered < 0.7
    assert events.filter(type="opened", detail__machine=True).exists()
    hard = events.filter(type="bounced", detail__class="hard").values_list("recipient", flat=True)
    stopped = Suppression.objects.for_team(team).filter(email__in=list(hard), marketing_only=False)
    assert stopped.count() == len(set(hard)) > 0
    plan = quota.get_team_plan(team.pk)
    assert plan is not None
    began = datetime.combine(quota.get_monthly_period(plan.subscription.starts_at), time(), UTC)
    counted = recipients.exclude(state__in=["sandboxed", "suppressed"]).filter(accepted_at__gte=began)
    assert quota.get_state(team_id=team.pk, limit=TRANSACTIONAL_SENT).used == counted.count()


def _assert_one_webhook_fails(team: Team) -> None:
    failing, working = WebhookEndpoint.objects.for_team(team).order_by("-failures")
    assert (working.failures, working.failing_since) == (0, None)
    assert failing.failures > 20
    assert failing.disabled_at is None
    told = WebhookDelivery.objects.for_team(team)
    assert told.filter(endpoint=working, state="delivered").count() > 20
    assert set(told.filter(endpoint=working).values_list("state", flat=True)) <= {"delivered", "waiting"}
    assert set(told.filter(endpoint=failing).values_list("state", flat=True)) == {"delivered", "failed", "waiting"}
    last = WebhookAttempt.objects.filter(delivery__endpoint=failing).latest("attempted_at")
    assert (last.status, last.outcome) == (500, "refused")


def test_the_command_is_refused_outside_demo_mode(settings: Settings) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="DASH_DEMO"):
        call_command("demo")

    assert not Team.objects.exists()


def test_a_demo_password_differs_from_machine_to_machine_and_stays_on_one(settings: Settings) -> None:
    here = sign_in.derive_password(teams.DEWI.email)

    assert sign_in.derive_password(teams.DEWI.email) == here
    passwords.check_allowed(here, email=teams.DEWI.email)
    assert sign_in.derive_password(teams.PUTRI.email) != here
    settings.SECRET_KEY = "another-key-another-key-another-key!"
    assert sign_in.derive_password(teams.DEWI.email) != here
