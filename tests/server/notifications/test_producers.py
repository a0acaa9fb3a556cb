"""Every registered kind, caused by the real action in the product, and the resulting notification."""

import ast
import importlib
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from server.campaigns.models import Campaign
from server.core.models import OutboxEvent
from server.notifications.kinds import KINDS
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import CONTACT
from server.webhooks.states import DisabledReason
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.notifications.acts import (
    _nobody_is_woken,
    campaign_due,
    campaign_of_nobody,
    campaign_scheduled,
    decided_test,
    domain_ending,
    domain_paid,
    export_done,
    export_given_up,
    import_done,
    import_given_up,
    import_undone,
    label_given_up,
    mail_judged,
    mentioned,
    plan_ends,
    records_found,
    report_done,
    report_given_up,
    restored,
    sender_link_followed,
    sent_campaign,
    signed_in_on,
    sunset_announced,
    sunset_done,
    suspended,
    webhook_turned_off,
)
from tests.server.senders.conftest import Postbox, postbox

__all__ = ["_nobody_is_woken", "postbox"]

pytestmark = pytest.mark.django_db(transaction=True)


ROOT = Path(settings.ROOT)
Act = Callable[[Person, pytest.MonkeyPatch, Postbox], object]
PRODUCED: dict[str, tuple[Act, str, str]] = {
    "sunset.announced": (
        lambda alice, _, __: sunset_announced(alice),
        "The sunset rule takes effect tomorrow",
        "Months without opens or clicks: 6. Matching contacts: 0. Nothing has changed yet.",
    ),
    "sunset.done": (
        lambda alice, _, __: sunset_done(alice),
        "The sunset rule was applied",
        "Months without opens or clicks: 6. Contacts changed: 1. You can undo this for 24 hours.",
    ),
    "import.finished": (
        lambda alice, _, __: import_done(alice),
        "guests.csv was imported",
        "Rows added: 1, updated: 0, rejected: 1, imported with invalid values skipped: 0.",
    ),
    "import.failed": (
        lambda alice, _, __: import_given_up(alice),
        "The import of guests.csv stopped",
        "0 of 1 rows were processed and saved. Import the same file again to add the rest.",
    ),
    "import.undone": (
        lambda alice, _, __: import_undone(alice),
        "The import of guests.csv was undone",
        "Contacts deleted: 1, restored: 0, kept: 0.",
    ),
    "export.finished": (
        lambda alice, _, __: export_done(alice),
        "Your export is ready",
        "Contacts exported: 1. You can download the file for 24 hours.",
    ),
    "export.failed": (
        lambda alice, _, __: export_given_up(alice),
        "Your export failed",
        "No file was created. Export the contacts again.",
    ),
    "report.finished": (
        lambda alice, _, __: report_done(alice),
        "Your report is ready",
        "You can download the CSV report of May news for 24 hours.",
    ),
    "report.failed": (
        lambda alice, _, __: report_given_up(alice),
        "Your report could not be created",
        "The CSV report of May news could not be created. Try again.",
    ),
    "report.notLabelled": (
        lambda alice, _, __: label_given_up(alice),
        "Recipients were not labelled",
        "The label Readers was not added to any recipient of May news. Try again.",
    ),
    "campaign.sent": (
        lambda alice, _, __: sent_campaign(alice, sent=2, failed=1),
        "May news was sent",
        "Emails sent: 2. Failed: 1.",
    ),
    "campaign.failed": (
        lambda alice, _, __: sent_campaign(alice, sent=0, failed=3),
        "May news could not be sent",
        "No emails could be sent. Recipients: 3. See the reasons in the report.",
    ),
    "campaign.empty": (
        lambda alice, patch, _: campaign_of_nobody(alice, patch),
        "May news was not sent",
        "No recipients were left when sending started.",
    ),
    "campaign.scheduled": (
        lambda alice, _, __: campaign_scheduled(alice),
        "May news is scheduled",
        "It will be sent on 22 November 2026. Until then, you can change or cancel the schedule.",
    ),
    "campaign.started": (
        lambda alice, patch, _: campaign_due(alice, patch),
        "May news is being sent",
        "The scheduled campaign is being sent. Recipients: 1.",
    ),
    "campaign.notStarted": (
        lambda alice, patch, _: campaign_due(alice, patch, suspended=True),
        "May news was not sent",
        "It could not be sent because your team was suspended. Duplicate it, fix the problem and send the copy.",
    ),
    "campaign.winner": (
        lambda alice, _, __: decided_test(alice, clicked=(0, 20)),
        "May news has a winner",
        "Variant B performed best. All other recipients get it now.",
    ),
    "campaign.noClearWinner": (
        lambda alice, _, __: decided_test(alice, clicked=(0, 0)),
        "May news: no clear winner",
        "The difference might be due to chance. All other recipients get variant A.",
    ),
    "campaign.chooseWinner": (
        lambda alice, _, __: decided_test(alice, clicked=(0, 20), chooses="hand"),
        "Choose the winner of May news",
        "The test is over. Choose the variant to send to all other recipients.",
    ),
    "sending.bounces": (
        lambda alice, patch, _: mail_judged(alice, patch, hard_bounced=60),
        "Marketing email is paused: too many hard bounces",
        "60 of 1,000 emails hard bounced. The limit is 5%. Campaigns paused: 0.",
    ),
    "sending.complaints": (
        lambda alice, patch, _: mail_judged(alice, patch, complained=4),
        "Marketing email is paused: too many spam complaints",
        "4 of 1,000 emails were reported as spam. The limit is 0.3%. Campaigns paused: 0.",
    ),
    "sender.validated": (
        lambda alice, _, post: sender_link_followed(alice, post),
        "news@kopi.example is verified",
        "You can now send campaigns from this address.",
    ),
    "domain.bought": (
        lambda alice, *_: domain_paid(alice),
        "kopi-baru.example is yours",
        "The domain is registered and its DNS records are published. We are checking them now.",
    ),
    "domain.ending": (
        lambda alice, *_: domain_ending(alice),
        "kopi-baru.example expires on 28 November 2026",
        "Contact support to renew it. After that day, email from it is rejected and links in sent emails stop working.",
    ),
    "domain.notBought": (
        lambda alice, *_: domain_paid(alice, taken=True),
        "kopi-baru.example could not be registered",
        "Someone else registered it first. You can use your payment for another name. Choose one, or contact support.",
    ),
    "domain.authenticated": (
        lambda alice, patch, _: records_found(alice, patch, "there"),
        "kopi.example is authenticated",
        "Receiving servers can now verify that email from this domain is yours.",
    ),
    "domain.breaking": (
        lambda alice, patch, _: records_found(alice, patch, "there", "gone"),
        "A DNS record of kopi.example is broken",
        "You can keep sending from this domain until 24 November 2026. Fix the record before then. "
        "The domain’s page shows which one.",
    ),
    "domain.restored": (
        lambda alice, patch, _: records_found(alice, patch, "there", "gone", "there"),
        "kopi.example is working again",
        "All required DNS records are in place again.",
    ),
    "domain.broken": (
        lambda alice, patch, _: records_found(alice, patch, "there", "gone", "gone"),
        "Sending from kopi.example is paused",
        "Its DNS records have been broken for too long. Campaigns from this domain are paused. "
        "Fix the records to send again.",
    ),
    "webhook.gone": (
        lambda alice, *_: webhook_turned_off(alice, DisabledReason.GONE),
        "Webhook turned off: its URL no longer exists",
        "hooks.kopi.example responded with code 410. "
        "We no longer send events there, and keep new events for three days.",
    ),
    "webhook.failing": (
        lambda alice, *_: webhook_turned_off(alice, DisabledReason.FAILING),
        "Webhook turned off: events could not be delivered",
        "Requests to hooks.kopi.example have failed for 5 days. We keep new events for three more days.",
    ),
    "quota.near": (
        lambda alice, _, __: quota.use(team_id=alice.team.pk, limit=CONTACT, amount=12_000),
        "You are close to your plan’s limit",
        "You have used 12,000 of 15,000 contacts.",
    ),
    "quota.out": (
        lambda alice, _, __: quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000),
        "You have reached your plan’s limit",
        "You have used all 15,000 contacts. Upgrade your plan to get more.",
    ),
    "plan.expiring": (
        lambda alice, _, __: plan_ends(alice, timedelta(days=7)),
        "Your Sample plan ends on 28 November 2026",
        "When it ends, you can still view everything, but you can’t edit or send anything.",
    ),
    "plan.last-day": (
        lambda alice, _, __: plan_ends(alice, timedelta(days=1)),
        "Your Sample plan ends within a day",
        "It ends on 22 November 2026. After that, you can still view everything, but you can’t edit or send anything.",
    ),
    "team.suspended": (
        lambda alice, _, __: suspended(alice),
        "Kopi is suspended",
        "You can’t edit or send anything until our support team restores Kopi.",
    ),
    "team.restored": (
        lambda alice, _, __: restored(alice),
        "Kopi is active again",
        "Everything works as before.",
    ),
    "document.mentioned": (
        lambda alice, _, __: mentioned(alice),
        "Bob mentioned you in a comment",
        "“Bigger, please”",
    ),
    "session.new-device": (
        lambda alice, _, __: signed_in_on("Safari (macOS)", alice),
        "New sign-in from Safari (macOS)",
        "If this wasn’t you, change your password. This ends every other session.",
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
    signed_in_on("Safari (macOS)", alice)

    items = {item["kind"]: item["link"] for item in alice.api.get("notifications").json()["items"]}
    assert items == {"quota.out": "/update-plan", "session.new-device": "/account/security"}


def test_a_team_that_is_suspended_twice_is_told_once(alice: Person) -> None:
    suspended(alice)
    suspended(alice)

    assert Notification.objects.for_team(alice.team).filter(kind="team.suspended").count() == 1


def contributed_kinds() -> Iterator[tuple[str, str]]:
    """App and name of each kind in a notices module."""
    for path in sorted((ROOT / "server").glob("*/notices.py")):
        app = path.parent.name
        for kind in importlib.import_module(f"server.{app}.notices").KINDS:
            yield app, kind.name


def calls_of_notify() -> Iterator[tuple[str, str]]:
    """App and kind of each call in the product."""
    for path in sorted([*(ROOT / "server").rglob("*.py"), *(ROOT / "tasks").rglob("*.py")]):
        text = path.read_text()
        if "notify(" not in text:  # most files: parsing all of them takes seconds
            continue
        tree = ast.parse(text)
        if not any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "notify" for node in ast.walk(tree)):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in KINDS:
                yield path.relative_to(ROOT).parts[1], str(node.value)


def test_each_kind_is_made_by_the_app_that_contributes_it() -> None:
    contributed = sorted(contributed_kinds())

    assert sorted(set(calls_of_notify())) == contributed
    assert sorted(kind for _, kind in contributed) == sorted(KINDS)


@pytest.mark.parametrize(("device", "is_news"), [("Safari (macOS)", True), ("Test", False)])
def test_only_a_device_that_was_never_used_is_news(alice: Person, device: str, is_news: bool) -> None:
    """Alice's first session is on the device Test."""
    signed_in_on(device, alice)

    assert Notification.objects.for_team(alice.team).exists() is is_news


def test_the_very_first_sign_in_is_no_news(alice: Person) -> None:
    alice.session.delete()

    signed_in_on("Safari (macOS)", alice)

    assert Notification.objects.for_team(alice.team).count() == 0


def test_a_campaign_that_was_stopped_by_hand_is_no_news(alice: Person) -> None:
    label = make_label(alice.team, "Newsletter")
    make_contact(alice.team, "ani@pelanggan.example", label)
    campaign: Campaign = make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[label.pk])
    alice.api.post(f"email-marketing/{campaign.pk}/send")

    alice.api.post(f"email-marketing/{campaign.pk}/stop")

    assert Notification.objects.for_team(alice.team).count() == 0
