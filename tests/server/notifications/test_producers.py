"""Every kind of the table, made by what really happens: an act of the product, and the notice that people get."""

import ast
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
from server.transactional.webhook_states import DisabledReason
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
        "1 added, 0 updated, 1 set aside, 0 without a value.",
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
    "report.notLabelled": (
        lambda alice, _, __: label_given_up(alice),
        "Recipients did not get their label",
        "The label Readers was put on none of those chosen in the report of May news. Try it again.",
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
    "domain.ending": (
        lambda alice, *_: domain_ending(alice),
        "kopi-baru.example ends on 28 November 2026",
        "Write to support to renew it in time: without it mail from it is refused, and links in sent mails break.",
    ),
    "domain.notBought": (
        lambda alice, *_: domain_paid(alice, taken=True),
        "kopi-baru.example could not be registered",
        "Somebody else was quicker. Your payment is kept: choose another name for it, or write to support.",
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
        "Its records have been broken for too long: campaigns from it are paused. Mend them to send again.",
    ),
    "webhook.gone": (
        lambda alice, *_: webhook_turned_off(alice, DisabledReason.GONE),
        "A webhook is off: its address is gone",
        "hooks.kopi.example answered 410, so nothing is posted there any more. New events are kept for three days.",
    ),
    "webhook.failing": (
        lambda alice, *_: webhook_turned_off(alice, DisabledReason.FAILING),
        "A webhook is off: nothing came through",
        "Posting to hooks.kopi.example has failed for 5 days. New events are kept for three days more.",
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
    "document.mentioned": (
        lambda alice, _, __: mentioned(alice),
        "Bob mentioned you in a comment",
        "“Bigger, please”",
    ),
    "session.new-device": (
        lambda alice, _, __: signed_in_on("Safari (macOS)", alice),
        "New sign-in from Safari (macOS)",
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
    signed_in_on("Safari (macOS)", alice)

    items = {item["kind"]: item["link"] for item in alice.api.get("notifications").json()["items"]}
    assert items == {"quota.out": "/update-plan", "session.new-device": "/account/security"}


def test_a_team_that_is_suspended_twice_is_told_once(alice: Person) -> None:
    suspended(alice)
    suspended(alice)

    assert Notification.objects.for_team(alice.team).filter(kind="team.suspended").count() == 1


def calls_of_notify() -> Iterator[tuple[str, str]]:
    """Module and kind of each call in the product."""
    for path in sorted([*(ROOT / "server").rglob("*.py"), *(ROOT / "tasks").rglob("*.py")]):
        text = path.read_text()
        if "notify(" not in text:  # most files: parsing all of them takes seconds
            continue
        tree = ast.parse(text)
        module = path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", ".")
        if not any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "notify" for node in ast.walk(tree)):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in KINDS:
                yield module, str(node.value)


def test_each_kind_is_made_where_the_table_says() -> None:
    made = {kind: module for module, kind in calls_of_notify()}

    assert made == {kind: about.producer for kind, about in KINDS.items()}


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
