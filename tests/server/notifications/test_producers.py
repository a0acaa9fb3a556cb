"""Every kind of the table, made by what really happens: an act of the product, and the notice that people get."""

import ast
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings

import tasks.reports  # noqa: F401 -- it knows how the file of a report is made
from server.campaigns.ab import sending as ab_sending
from server.campaigns.models import Campaign
from server.campaigns.services import scheduling, sending
from server.contacts.models import ActivityNote, Contact, ContactExport, ImportJob
from server.contacts.services import exports, imports
from server.core import clock, jobs
from server.core.broker import celery
from server.core.callers import TokenKind
from server.core.models import Job, JobState, OutboxEvent
from server.delivery.models import Batch, Mailing, MailingCounters
from server.delivery.services import health, mailings
from server.delivery.services.health import Window
from server.hygiene.models import SunsetRule
from server.hygiene.services import rules
from server.identity.services import sessions
from server.identity.services.sessions import Origin
from server.notifications.kinds import KINDS
from server.notifications.models import Notification
from server.plans import quota
from server.plans.errors import ContactLimitExceeded
from server.plans.features import CONTACT, SENDER
from server.plans.models import Subscription
from server.reports.models import ReportFile
from server.reports.services import generating
from server.senders.dns import dkim, dmarc, hosts, spf
from server.senders.dns.findings import Finding, bad, good
from server.senders.models import SenderDomain, Validation
from server.senders.registrar.sandbox import Sandbox
from server.senders.services import checking, domains, orders, senders
from server.teams.services import suspension
from tasks import hygiene as hygiene_tasks
from tasks import notifications as notification_tasks
from tests.cast import Person
from tests.server.campaigns.ab.making import counted, make_test, sent_test, wait_is_over
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.contacts.importing import imported, prepare, start, undo
from tests.server.reports.history import send_campaign
from tests.server.senders.conftest import Postbox, postbox

__all__ = ["postbox"]

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(settings.ROOT)
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
    ActivityNote.objects.create(
        team_id=alice.team.pk, kind="sent", contact_ids=[ayu.pk] * 5, moments=moments, subjects=[0] * 5
    )
    SunsetRule.objects.update(next_at=clock.now())
    rules.enqueue_due()
    do_sunset()


def do_sunset() -> None:
    claim = jobs.claim(Job.objects.get(name=rules.JOB, state=JobState.WAITING).pk)
    assert claim is not None
    hygiene_tasks.run_sunset(claim=claim, **claim.arguments)
    Job.objects.filter(pk=claim.job_id).update(state=JobState.DONE)


def mail_judged(alice: Person, patch: pytest.MonkeyPatch, *, hard_bounced: int = 0, complained: int = 0) -> None:
    seen = Window(clock.now(), 1_000, 1_000, hard_bounced=hard_bounced, complained=complained)
    patch.setattr(health, "window_of", lambda _: seen)
    health.judge(alice.team.pk)


def import_given_up(alice: Person) -> None:
    start(alice, prepare(alice, "Email\nani@x.com\n", name="guests.csv"))
    job = ImportJob.objects.for_team(alice.team).get()
    imports.fail(team_id=alice.team.pk, import_id=job.pk, reason="The disk is full")


def import_undone(alice: Person) -> None:
    undo(alice, imported(alice, "Email\nani@x.com\n", name="guests.csv"))


def export_asked_for(alice: Person) -> ContactExport:
    imported(alice, "Email\nani@x.com\n", name="guests.csv")
    assert alice.api.post("contacts/find/export", {"filter": {}, "columns": ["email"]}).status_code == 202
    return ContactExport.objects.for_team(alice.team).get()


def export_done(alice: Person) -> None:
    export_asked_for(alice)
    claim = jobs.claim(Job.objects.get(name=exports.JOB).pk)
    assert claim is not None
    jobs.run(claim)


def export_given_up(alice: Person) -> None:
    export = export_asked_for(alice)
    exports.fail(team_id=alice.team.pk, export_id=export.pk, reason="The disk is full")


def report_asked_for(alice: Person) -> ReportFile:
    campaign = send_campaign(alice)
    answer = alice.api.post("email-marketing/reports/generate", {"id": str(campaign.pk), "format": "csv"})
    assert answer.status_code == 202
    return ReportFile.objects.for_team(alice.team).get()


def report_done(alice: Person) -> None:
    report_asked_for(alice)
    claim = jobs.claim(Job.objects.get(name=generating.JOB).pk)
    assert claim is not None
    jobs.run(claim)


def report_given_up(alice: Person) -> None:
    file = report_asked_for(alice)
    generating.fail(team_id=alice.team.pk, file_id=file.pk, reason="The disk is full")


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
    """A campaign too large to be frozen at once, whose recipients are gone when its job comes."""
    monkeypatch.setattr(sending, "FREEZE_AT_ONCE", 0)
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
    """An A/B test whose wait is over, after so many of 25 have clicked each of its two variants."""
    campaign = make_test(alice.team, people=100, shares=(25, 25), chooses=chooses)
    sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=clicked)
    wait_is_over(campaign)
    ab_sending.decide(team_id=alice.team.pk, campaign_id=campaign.pk)


def sender_link_followed(alice: Person, post: Postbox) -> None:
    alice.api.post("senders", {"name": "Kopi", "email": "news@kopi.example"})
    senders.send_validation(validation_id=Validation.objects.for_team(alice.team).get().pk)
    assert alice.api.post("senders/validate", {"token": post.token()}).status_code == 200


def domain_paid(alice: Person, *, taken: bool = False) -> None:
    """A domain is ordered, paid and registered, unless somebody else was quicker."""
    order = orders.order(team_id=alice.team.pk, label="kopi-baru", tld="example", years=1, by=alice.caller)
    orders.pay(team_id=alice.team.pk, order_id=order.pk)
    if taken:
        Sandbox().register("kopi-baru.example", years=1, key="somebody else")
    orders.register(order_id=order.pk)


def records_found(alice: Person, patch: pytest.MonkeyPatch, *reasons: str) -> None:
    """A domain is looked at once for each, as if the DNS said so; before a second `gone` the time of grace ends."""
    domain = domains.create(team_id=alice.team.pk, name="kopi.example", by=alice.caller)
    for number, reason in enumerate(reasons):
        found = bad("spfNone") if reason == "gone" else good("spfGood")

        async def answer(*_: object, found: Finding = found, **__: object) -> Finding:
            return found

        patch.setattr(spf, "look", answer)
        patch.setattr(dkim, "look", partial(_found, good("dkimGood")))
        for look in ("look_at_return_path", "look_at_tracking", "look_at_mx", "look_at_ptr"):
            patch.setattr(hosts, look, partial(_found, good("mxGood")))
        patch.setattr(dmarc, "look", partial(_found, good("dmarcGood")))
        if number and reasons[number - 1] == reason == "gone":
            SenderDomain.objects.for_team(alice.team).update(grace_until=NOW)
        checking.check([domain.pk])


async def _found(finding: Finding, *_: object, **__: object) -> Finding:
    return finding


def plan_ends(alice: Person, after: timedelta) -> None:
    Subscription.objects.for_team(alice.team).update(expires_at=NOW + after)
    notification_tasks.tell_expiring_plans()


def signed_in_on(device: str, person: Person) -> None:
    sessions.open_session(
        user=person.user,
        team_id=person.team.pk,
        kind=TokenKind.NORMAL,
        origin=Origin(address="192.0.2.7", device=device),
    )


def suspended(alice: Person) -> None:
    suspension.suspend(team_id=alice.team.pk, reason="Unpaid")


def restored(alice: Person) -> None:
    suspended(alice)
    suspension.restore(team_id=alice.team.pk)


Act = Callable[[Person, pytest.MonkeyPatch, Postbox], object]
PRODUCED: dict[str, tuple[Act, str, str]] = {
    "sunset.announced": (
        lambda alice, _, __: sunset_announced(alice),
        "The sunset rule acts from tomorrow",
        "Contacts that opened nothing in 6 months: 0. Nothing has been changed yet.",
    ),
    "sunset.done": (
        lambda alice, _, __: sunset_done(alice),
        "The sunset rule has acted",
        "Contacts that opened nothing in 6 months: 1. It can be undone for a day.",
    ),
    "import.finished": (
        lambda alice, _, __: import_done(alice),
        "guests.csv is imported",
        "1 added, 0 updated, 1 set aside.",
    ),
    "import.failed": (
        lambda alice, _, __: import_given_up(alice),
        "The import of guests.csv stopped",
        "0 of 1 rows were read, and what has landed stays. Import the file again to add the rest.",
    ),
    "import.undone": (
        lambda alice, _, __: import_undone(alice),
        "The import of guests.csv is undone",
        "1 removed, 0 restored, 0 kept.",
    ),
    "export.finished": (
        lambda alice, _, __: export_done(alice),
        "Your export is ready",
        "Contacts in it: 1. The file can be downloaded for 24 hours.",
    ),
    "export.failed": (
        lambda alice, _, __: export_given_up(alice),
        "Your export stopped",
        "No file was made. Export the contacts again.",
    ),
    "report.finished": (
        lambda alice, _, __: report_done(alice),
        "The report is ready",
        "The report of May news can be downloaded as CSV for a day.",
    ),
    "report.failed": (
        lambda alice, _, __: report_given_up(alice),
        "The report could not be made",
        "The report of May news as CSV was not made. Try it again.",
    ),
    "campaign.sent": (
        lambda alice, _, __: sent_campaign(alice, sent=2, failed=1),
        "May news has been sent",
        "2 sent, 1 failed.",
    ),
    "campaign.failed": (
        lambda alice, _, __: sent_campaign(alice, sent=0, failed=3),
        "May news reached nobody",
        "None of 3 mails could be sent. The report says why.",
    ),
    "campaign.empty": (
        lambda alice, patch, _: campaign_of_nobody(alice, patch),
        "May news was not sent",
        "When its turn came, nobody was left to send it to.",
    ),
    "campaign.scheduled": (
        lambda alice, _, __: campaign_scheduled(alice),
        "May news is scheduled",
        "It goes on 22 November 2026. Until then it can be moved or called off.",
    ),
    "campaign.started": (
        lambda alice, patch, _: campaign_due(alice, patch),
        "May news is on its way",
        "Its time has come: it is being sent to 1 people.",
    ),
    "campaign.notStarted": (
        lambda alice, patch, _: campaign_due(alice, patch, suspended=True),
        "May news was not sent",
        "At its time the team was suspended. Duplicate it to mend and send it.",
    ),
    "campaign.winner": (
        lambda alice, _, __: decided_test(alice, clicked=(0, 20)),
        "May news has a winner",
        "Variant B did best. Everybody else gets it now.",
    ),
    "campaign.noClearWinner": (
        lambda alice, _, __: decided_test(alice, clicked=(0, 0)),
        "May news: no clear winner",
        "The difference may be chance. Everybody else gets variant A.",
    ),
    "campaign.chooseWinner": (
        lambda alice, _, __: decided_test(alice, clicked=(0, 20), chooses="hand"),
        "May news waits for you",
        "The test is over. Choose the variant that everybody else gets.",
    ),
    "sending.bounces": (
        lambda alice, patch, _: mail_judged(alice, patch, hard_bounced=60),
        "Marketing mail is paused: too many addresses don't exist",
        "60 of 1,000 mails bounced; 5 % is the limit. Campaigns stopped: 0.",
    ),
    "sending.complaints": (
        lambda alice, patch, _: mail_judged(alice, patch, complained=4),
        "Marketing mail is paused: too many people report it",
        "4 of 1,000 mails were reported as spam; 0.3 % is the limit. Campaigns stopped: 0.",
    ),
    "sender.validated": (
        lambda alice, _, post: sender_link_followed(alice, post),
        "news@kopi.example is validated",
        "Campaigns can now be sent from this address.",
    ),
    "domain.bought": (
        lambda alice, *_: domain_paid(alice),
        "kopi-baru.example is yours",
        "It is registered, and its records are published. We look at them now.",
    ),
    "domain.notBought": (
        lambda alice, *_: domain_paid(alice, taken=True),
        "kopi-baru.example could not be registered",
        "Somebody else was quicker. The order stands as paid; support settles the payment with you.",
    ),
    "domain.authenticated": (
        lambda alice, patch, _: records_found(alice, patch, "there"),
        "kopi.example is authenticated",
        "Receivers can now tell that mail from it is really yours.",
    ),
    "domain.breaking": (
        lambda alice, patch, _: records_found(alice, patch, "there", "gone"),
        "A record of kopi.example is broken",
        "Mail still leaves from it until 24 November 2026. Mend the record before; the domain's page says which.",
    ),
    "domain.restored": (
        lambda alice, patch, _: records_found(alice, patch, "there", "gone", "there"),
        "kopi.example is mended",
        "All records that its mail needs are in place again.",
    ),
    "domain.broken": (
        lambda alice, patch, _: records_found(alice, patch, "there", "gone", "gone"),
        "No mail leaves from kopi.example",
        "Its records have been broken for too long. Mend them to send from it again.",
    ),
    "quota.near": (
        lambda alice, _, __: quota.use(team_id=alice.team.pk, limit=CONTACT, amount=12_000),
        "Your plan is filling up",
        "12,000 of 15,000 contacts are used.",
    ),
    "quota.out": (
        lambda alice, _, __: quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000),
        "Your plan is used up",
        "All 15,000 contacts are used. More needs a larger plan.",
    ),
    "plan.expiring": (
        lambda alice, _, __: plan_ends(alice, timedelta(days=7)),
        "The plan Sample ends on 28 November 2026",
        "After that day everything can still be read, and nothing can be changed or sent.",
    ),
    "plan.last-day": (
        lambda alice, _, __: plan_ends(alice, timedelta(days=1)),
        "The plan Sample ends within a day",
        "From 22 November 2026 on everything can still be read, and nothing can be changed or sent.",
    ),
    "team.suspended": (
        lambda alice, _, __: suspended(alice),
        "Kopi is suspended",
        "Nothing can be changed or sent until our support restores the team.",
    ),
    "team.restored": (
        lambda alice, _, __: restored(alice),
        "Kopi is active again",
        "Everything works as before.",
    ),
    "session.new-device": (
        lambda alice, _, __: signed_in_on("Safari on macOS", alice),
        "New sign-in from Safari on macOS",
        "If that was not you, change your password: it ends every other session.",
    ),
}


def test_every_kind_has_its_act() -> None:
    assert PRODUCED.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", PRODUCED)
def test_the_act_is_told(kind: str, alice: Person, postbox: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    act, title, message = PRODUCED[kind]

    act(alice, monkeypatch, postbox)

    items = [item for item in alice.api.get("notifications").json()["items"] if item["kind"] == kind]
    assert [(item["title"], item["message"], item["level"]) for item in items] == [(title, message, KINDS[kind].level)]
    heard = OutboxEvent.objects.filter(name="notifications.notification.created", payload__kind=kind)
    assert [row.payload["notificationId"] for row in heard] == [items[0]["notificationId"]]


def test_what_can_be_mended_leads_to_where_it_is(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000)
    signed_in_on("Safari on macOS", alice)

    items = {item["kind"]: item["link"] for item in alice.api.get("notifications").json()["items"]}
    assert items == {"quota.out": "/update-plan", "session.new-device": "/account/security"}


def test_a_team_that_is_suspended_twice_is_told_once(alice: Person) -> None:
    suspended(alice)
    suspended(alice)

    assert Notification.objects.for_team(alice.team).filter(kind="team.suspended").count() == 1


def calls_of_notify() -> Iterator[tuple[str, str]]:
    """Module and kind of each call in the product."""
    for path in sorted([*(ROOT / "server").rglob("*.py"), *(ROOT / "tasks").rglob("*.py")]):
        tree = ast.parse(path.read_text())
        module = path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", ".")
        if not any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "notify" for node in ast.walk(tree)):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in KINDS:
                yield module, str(node.value)


def test_each_kind_is_made_where_the_table_says() -> None:
    made = {kind: module for module, kind in calls_of_notify()}

    assert made == {kind: about.producer for kind, about in KINDS.items()}


def reached() -> list[tuple[str, int]]:
    rows = OutboxEvent.objects.filter(name="plans.quota.reached").order_by("id")
    return [(row.payload["mark"], row.payload["used"] + row.payload["reserved"]) for row in rows]


def test_a_counter_tells_of_its_marks_when_it_passes_them_and_never_between(alice: Person) -> None:
    for amount in (11_999, 1, 2_999, 1):
        quota.use(team_id=alice.team.pk, limit=CONTACT, amount=amount)

    assert reached() == [("near", 12_000), ("out", 15_000)]


def test_what_is_held_counts_and_what_is_refused_tells_nothing(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=CONTACT, amount=12_000, reference="import:1")
    with pytest.raises(ContactLimitExceeded):
        quota.use(team_id=alice.team.pk, limit=CONTACT, amount=3_001)

    assert reached() == [("near", 12_000)]


def test_to_and_fro_at_a_mark_is_told_once_a_day(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000)
    for _ in range(3):
        quota.give_back(team_id=alice.team.pk, limit=CONTACT)
        quota.use(team_id=alice.team.pk, limit=CONTACT)

    assert Notification.objects.for_team(alice.team).filter(kind="quota.out").count() == 1


def test_a_small_counter_that_is_filled_on_purpose_is_no_news(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=SENDER, amount=5)

    assert reached() == [("out", 5)]
    assert Notification.objects.for_team(alice.team).count() == 0


def test_a_plan_is_told_of_once_a_week_before_and_once_a_day_before(
    alice: Person, bob: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends_at = NOW + timedelta(days=8)
    Subscription.objects.for_team(alice.team).update(expires_at=ends_at)
    for hours in (0, 24, 25, 48, 168, 169, 191, 192, 193):
        monkeypatch.setattr(clock, "now", lambda hours=hours: NOW + timedelta(hours=hours))
        notification_tasks.tell_expiring_plans()

    rows = Notification.objects.order_by("created_at").values_list("kind", "user_id", "created_at")
    assert list(rows) == [
        ("plan.expiring", alice.user.pk, NOW + timedelta(hours=24)),
        ("plan.last-day", alice.user.pk, NOW + timedelta(hours=168)),
    ]


@pytest.mark.parametrize(("device", "is_news"), [("Safari on macOS", True), ("Test", False)])
def test_only_a_device_that_was_never_used_is_news(alice: Person, device: str, is_news: bool) -> None:
    """Alice's first session is on the device Test."""
    signed_in_on(device, alice)

    assert Notification.objects.for_team(alice.team).exists() is is_news


def test_the_very_first_sign_in_is_no_news(alice: Person) -> None:
    alice.session.delete()

    signed_in_on("Safari on macOS", alice)

    assert Notification.objects.for_team(alice.team).count() == 0


def test_a_campaign_that_was_stopped_by_hand_is_no_news(alice: Person) -> None:
    label = make_label(alice.team, "Newsletter")
    make_contact(alice.team, "ani@pelanggan.example", label)
    campaign: Campaign = make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[label.pk])
    alice.api.post(f"email-marketing/{campaign.pk}/send")

    alice.api.post(f"email-marketing/{campaign.pk}/stop")

    assert Notification.objects.for_team(alice.team).count() == 0
