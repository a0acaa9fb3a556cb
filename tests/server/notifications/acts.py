"""The product's actions that cause notifications."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings

from server.campaigns.ab import sending as ab_sending
from server.campaigns.models import Campaign
from server.campaigns.services import scheduling, sending
from server.contacts.models import Contact, ContactExport, ImportJob
from server.contacts.services import exports
from server.contacts.services.importing import imports
from server.core import clock, jobs
from server.core.broker import celery
from server.core.callers import TokenKind
from server.core.models import Job, JobState
from server.delivery.models import Batch, Mailing, MailingCounters
from server.delivery.services import health, mailings
from server.delivery.services.health import HealthWindow
from server.hygiene import jobs as hygiene_jobs
from server.hygiene.models import SunsetRule
from server.hygiene.services import rules
from server.identity.services import sessions
from server.identity.services.sessions import SigninOrigin
from server.notifications.models import Notification
from server.notifications.services import expiries
from server.plans.models import Subscription
from server.reports.models import ReportFile
from server.reports.services import generating, labelling
from server.senders.dns import dkim, dmarc, hosts, spf
from server.senders.dns.findings import RecordFinding, bad, good
from server.senders.models import DomainOrder, SenderDomain, Validation
from server.senders.registrar.sandbox import Sandbox
from server.senders.services import checking, domains, orders, senders
from server.teams.services import suspension
from server.transactional.services import webhooks
from server.webhooks.services import endpoints
from server.webhooks.states import DisabledReason
from tests.cast import Person, make_person
from tests.server.campaigns.ab.making import counted, make_test, sent_test, wait_is_over
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.contacts.feeding import happen
from tests.server.contacts.importing import imported, prepare, start, undo
from tests.server.documents.sheets import make_document
from tests.server.reports.history import send_campaign
from tests.server.senders.conftest import Postbox

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nobody_is_woken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)
    monkeypatch.setattr(clock, "now", lambda: NOW)


def import_done(alice: Person) -> None:
    imported(alice, "Email\nani@x.com\nno address\n", name="guests.csv")


def sunset_announced(alice: Person) -> None:
    alice.api.put("contacts/hygiene/sunset", {"months": 6, "leastSent": 5, "act": "suppress"})
    do_sunset()


def sunset_done(alice: Person) -> None:
    sunset_announced(alice)
    ayu = make_contact(alice.team, "ayu@example.com")
    now = int(clock.now().timestamp() * 1_000_000)
    moments = [now] * 5
    happen(alice.team.pk, "email.sent", [ayu.pk] * 5, moments, [0] * 5)
    SunsetRule.objects.update(next_at=clock.now())
    rules.enqueue_due()
    do_sunset()


def do_sunset() -> None:
    claim = jobs.claim(Job.objects.get(name=rules.RUN_JOB, state=JobState.WAITING).pk)
    assert claim is not None
    hygiene_jobs.run_sunset(claim=claim, **claim.arguments)
    Job.objects.filter(pk=claim.job_id).update(state=JobState.DONE)


def mail_judged(alice: Person, patch: pytest.MonkeyPatch, *, hard_bounced: int = 0, complained: int = 0) -> None:
    seen = HealthWindow(clock.now(), 1_000, 1_000, hard_bounced=hard_bounced, complained=complained)
    patch.setattr(health, "get_window", lambda _: seen)
    health.evaluate(alice.team.pk)


def import_given_up(alice: Person) -> None:
    start(alice, prepare(alice, "Email\nani@x.com\n", name="guests.csv"))
    job = ImportJob.objects.for_team(alice.team).get()
    imports.fail_running(team_id=alice.team.pk, import_id=job.pk, reason="The disk is full")


def import_undone(alice: Person) -> None:
    undo(alice, imported(alice, "Email\nani@x.com\n", name="guests.csv"))


def export_asked_for(alice: Person) -> ContactExport:
    imported(alice, "Email\nani@x.com\n", name="guests.csv")
    assert alice.api.post("contacts/find/export", {"filter": {}, "columns": ["email"]}).status_code == 202
    return ContactExport.objects.for_team(alice.team).get()


def export_done(alice: Person) -> None:
    export_asked_for(alice)
    claim = jobs.claim(Job.objects.get(name=ContactExport.job).pk)
    assert claim is not None
    jobs.run(claim)


def export_given_up(alice: Person) -> None:
    export = export_asked_for(alice)
    exports.EXPORTS.fail(team_id=alice.team.pk, export_id=export.pk, reason="The disk is full")


def report_asked_for(alice: Person) -> ReportFile:
    campaign = send_campaign(alice)
    answer = alice.api.post("email-marketing/reports/generate", {"id": str(campaign.pk), "format": "csv"})
    assert answer.status_code == 202
    return ReportFile.objects.for_team(alice.team).get()


def report_done(alice: Person) -> None:
    report_asked_for(alice)
    claim = jobs.claim(Job.objects.get(name=ReportFile.job).pk)
    assert claim is not None
    jobs.run(claim)


def report_given_up(alice: Person) -> None:
    file = report_asked_for(alice)
    generating.EXPORTS.fail(team_id=alice.team.pk, export_id=file.pk, reason="The disk is full")


def label_given_up(alice: Person) -> None:
    """A label for recipients of a report, whose job has used its last attempt."""
    campaign = make_campaign(alice.team)
    labelling.notify_failure(
        team_id=alice.team.pk,
        report_type="email-marketing",
        campaign_id=campaign.pk,
        name=campaign.name,
        label="Readers",
        user_id=alice.user.pk,
    )


def sent_campaign(alice: Person, *, sent: int, failed: int) -> None:
    label = make_label(alice.team, "Newsletter")
    for number in range(3):
        make_contact(alice.team, f"{number}@pelanggan.example", label)
    campaign = make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[label.pk])
    assert alice.api.post(f"email-marketing/{campaign.pk}/send").status_code == 200
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=campaign.pk)
    MailingCounters.objects.for_team(alice.team).filter(mailing=mailing).update(sent=sent, failed=failed)
    Batch.objects.filter(mailing=mailing).update(state="done")
    mailings.finish(mailing.pk)


def campaign_of_nobody(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign too large to be frozen immediately, whose recipients are gone when its job runs."""
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 0)
    label = make_label(alice.team, "Newsletter")
    make_contact(alice.team, "ani@pelanggan.example", label)
    campaign = make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[label.pk])
    assert alice.api.post(f"email-marketing/{campaign.pk}/send").status_code == 200
    Contact.objects.for_team(alice.team).delete()
    sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)


def campaign_scheduled(alice: Person) -> Campaign:
    label = make_label(alice.team, "Newsletter")
    make_contact(alice.team, "ani@pelanggan.example", label)
    campaign = make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[label.pk])
    body = {"scheduleAt": (NOW + timedelta(hours=20)).isoformat()}
    assert alice.api.post(f"email-marketing/{campaign.pk}/send", body).status_code == 200
    return campaign


def campaign_due(alice: Person, monkeypatch: pytest.MonkeyPatch, *, suspended: bool = False) -> None:
    campaign = campaign_scheduled(alice)
    Notification.objects.for_team(alice.team).delete()
    if suspended:
        suspension.suspend(team_id=alice.team.pk, reason="Unpaid")
        Notification.objects.for_team(alice.team).delete()
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(hours=20))
    scheduling.fire(team_id=alice.team.pk, campaign_id=campaign.pk)


def decided_test(alice: Person, *, clicked: tuple[int, int], chooses: str = "rule") -> None:
    """An A/B test after its wait, with this many of 25 clicks for each of its two variants."""
    campaign = make_test(alice.team, people=100, shares=(25, 25), chooses=chooses)
    sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=clicked)
    wait_is_over(campaign)
    ab_sending.choose_by_rule(team_id=alice.team.pk, campaign_id=campaign.pk)


def sender_link_followed(alice: Person, post: Postbox) -> None:
    alice.api.post("senders", {"name": "Kopi", "email": "news@kopi.example"})
    senders.send_validation(validation_id=Validation.objects.for_team(alice.team).get().pk)
    assert alice.api.post("senders/validate", {"token": post.token()}).status_code == 200


def domain_paid(alice: Person, *, taken: bool = False) -> None:
    """A domain is ordered, paid and registered, unless another buyer was faster."""
    order = orders.order(team_id=alice.team.pk, label="kopi-baru", tld="example", years=1, by=alice.caller)
    orders.pay(team_id=alice.team.pk, order_id=order.pk)
    if taken:
        Sandbox().register("kopi-baru.example", years=1, key="somebody else")
    orders.register(order_id=order.pk)


def domain_ending(alice: Person) -> None:
    """A bought domain expires in a week."""
    domain_paid(alice)
    # across teams: there is one
    DomainOrder.objects.update(expires_at=clock.now() + timedelta(days=7))
    orders.warn_expiring()


def records_found(alice: Person, patch: pytest.MonkeyPatch, *reasons: str) -> None:
    """A domain is checked once per result, as if the DNS returned it. Before a second `gone` the grace period ends."""
    domain = domains.create(team_id=alice.team.pk, name="kopi.example", by=alice.caller)
    # With name servers in the settings, an example name is treated like any other, in the demo, too.
    patch.setattr(settings, "DNS_SERVERS", [("127.0.0.1", 53)])
    for number, reason in enumerate(reasons):
        found = bad("spfNone") if reason == "gone" else good("spfGood")

        async def answer(*_: object, found: RecordFinding = found, **__: object) -> RecordFinding:
            return found

        patch.setattr(spf, "check", answer)
        patch.setattr(dkim, "check", partial(_found, good("dkimGood")))
        for check in ("check_return_path", "check_tracking", "check_mx", "check_ptr"):
            patch.setattr(hosts, check, partial(_found, good("mxGood")))
        patch.setattr(dmarc, "check", partial(_found, good("dmarcGood")))
        if number and reasons[number - 1] == reason == "gone":
            SenderDomain.objects.for_team(alice.team).update(grace_until=NOW)
        checking.check([domain.pk])


async def _found(finding: RecordFinding, *_: object, **__: object) -> RecordFinding:
    return finding


def plan_ends(alice: Person, after: timedelta) -> None:
    Subscription.objects.for_team(alice.team).update(expires_at=NOW + after)
    expiries.notify_expiring()


def signed_in_on(device: str, person: Person) -> None:
    sessions.open_session(
        user=person.user,
        team_id=person.team.pk,
        kind=TokenKind.NORMAL,
        origin=SigninOrigin(address="192.0.2.7", device=device),
    )


def suspended(alice: Person) -> None:
    suspension.suspend(team_id=alice.team.pk, reason="Unpaid")


def restored(alice: Person) -> None:
    suspended(alice)
    suspension.restore(team_id=alice.team.pk)


def mentioned(alice: Person) -> None:
    """A user comments on a document to Alice."""
    bob = make_person("Bob", alice.team)
    body = {"text": "Bigger, please", "mentions": [str(alice.user.pk)]}
    assert bob.api.post(f"documents/{make_document(alice.team).pk}/comments", body).status_code == 200


def webhook_turned_off(alice: Person, reason: DisabledReason) -> None:
    endpoint, _ = webhooks.create(
        team_id=alice.team.pk,
        url="https://hooks.kopi.example/mail",
        description="",
        types=["delivered"],
        domains=[],
        by=None,
    )
    endpoints.disable(endpoint.pk, reason)
