"""Every kept event with the answers before and after its change; the files are read by the client's tests.

`RECORD=1 python -m pytest tests/recordings` writes them anew.
"""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from server.campaigns.ab.models import CampaignVariant
from server.campaigns.models import Campaign
from server.contacts.filters import ContactFilter
from server.contacts.models import ImportJob
from server.contacts.services import bulk
from server.core import clock, events, jobs
from server.core.broker import celery
from server.core.models import Job
from server.delivery.models import Mailing, MailingMinute
from server.delivery.services import health
from server.identity.services import validation
from server.notifications.services.creation import notify
from server.plans import quota
from server.plans.features import CONTACT
from server.reports.advice import services as advice
from server.reports.models import ReportFile
from tests.cast import Person
from tests.recordings import documents, people, transactional
from tests.recordings.recorder import FOLDER, Read, record, text
from tests.recordings.scene import ACTIVITY, ALERT, ME, SIX, TWELVE, Scene
from tests.server.campaigns.ab.making import make_test, sent_test
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.contacts.importing import claimed_undo, imported, prepare, start, work
from tests.server.delivery.mailing_factory import make_mailing
from tests.server.reports.history import send_campaign
from tests.server.reports.sent import make_sent
from tests.server.segments.calls import RULES
from tests.server.senders.conftest import Postbox, postbox

__all__ = ["postbox"]

pytestmark = pytest.mark.django_db(transaction=True)

CAMPAIGNS = Read("email-marketing", query={"page": 1, "size": 20})
CONTACTS = Read("contacts", query={"page": 1, "size": 20}, waits=True)
BULK = Read("contacts/bulk")
EVERYBODY = ContactFilter.model_validate({})
IMPORT = Read("contacts/import/status", key=("contacts", "import", "status", "current"), part="item")
HEALTH = Read("sending-health", query={"days": 30})
HISTORY = Read("contacts/import/history", query={"page": 1, "size": 20})
# What the client hears in the machine of the session and in no list; whom the lock is about has no session then.
NOT_OF_A_SCREEN = {"identity.session.ended", "identity.user.locked", "identity.user.unlocked"}

Recording = Callable[[Scene], dict[str, Any]]


def notification_created(scene: Scene) -> dict[str, Any]:
    scene.told(7)

    def act() -> None:
        scene.later()
        notify("team.suspended", team_id=scene.team.pk, team="Kopi")

    return record(scene.alice, act, SIX, TWELVE, ALERT)


def notification_read(scene: Scene) -> dict[str, Any]:
    ids = scene.told(3)
    return record(scene.alice, scene.put(f"notifications/read/{ids[1]}"), SIX, ALERT)


def notifications_all_read(scene: Scene) -> dict[str, Any]:
    scene.told(8)
    return record(scene.alice, scene.put("notifications/read"), SIX, TWELVE, ALERT)


def notification_dismissed(scene: Scene) -> dict[str, Any]:
    ids = scene.told(8)
    return record(scene.alice, scene.put("notifications/dismiss", {"ids": [ids[2]]}), SIX, TWELVE, ALERT)


def notification_restored(scene: Scene) -> dict[str, Any]:
    ids = scene.told(8)
    scene.put("notifications/dismiss", {"ids": [ids[2], ids[7]]})()
    return record(scene.alice, scene.put("notifications/restore", {"ids": [ids[2], ids[7]]}), SIX, TWELVE, ALERT)


def label_made(scene: Scene) -> dict[str, Any]:
    make_label(scene.team, "Newsletter")
    act = scene.post_to("contacts/label", {"name": "Regulars"})
    return record(scene.alice, act, ACTIVITY, Read("contacts/label"))


def new_tester(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("contacts/tester", {"email": "ani@kantor.example", "firstname": "Ani", "lastname": ""})
    return record(scene.alice, act, Read("contacts/tester"))


def view_saved(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("contacts/view", {"name": "Jakarta", "shared": True, "columns": ["email"]})
    return record(scene.alice, act, Read("contacts/view"))


def topic_made(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("contacts/topic", {"name": "Offers", "description": "Once a month", "isDefault": False})
    return record(scene.alice, act, Read("contacts/topic"))


def subscriptions_opened(scene: Scene) -> dict[str, Any]:
    path = "companies/settings/subscribers/{company_id}"
    act = scene.put(f"companies/settings/subscribers/{scene.team.pk}", {"isOpen": True, "words": "Mail about coffee"})
    return record(scene.alice, act, Read(path, places={"company_id": str(scene.team.pk)}))


def stage_renamed(scene: Scene) -> dict[str, Any]:
    make_contact(scene.team, "ani@pelanggan.example", funnel="action")
    act = scene.put("journeys/funnel/stages", {"stage": "action", "name": "Sudah beli"})
    return record(scene.alice, act, Read("journeys/funnel", query={"days": 30}), Read("journeys/funnel/stages"))


def contacts_moved_on(scene: Scene) -> dict[str, Any]:
    contact = make_contact(scene.team, "ani@pelanggan.example", funnel="action")
    act = scene.post_to("contacts/find/move-stage", {"ids": [contact.pk], "stage": "loyalty"})
    return record(scene.alice, act, Read("journeys/funnel", query={"days": 30}))


def cap_set(scene: Scene) -> dict[str, Any]:
    return record(scene.alice, scene.put("contacts/hygiene/cap", {"mails": 3, "days": 7}), Read("contacts/hygiene"))


def sunset_set(scene: Scene) -> dict[str, Any]:
    act = scene.put("contacts/hygiene/sunset", {"months": 6, "leastSent": 5, "act": "suppress"})
    return record(scene.alice, act, Read("contacts/hygiene"))


def sending_paused(scene: Scene) -> dict[str, Any]:
    mailing = make_mailing(scene.team)
    counted(mailing, {"sent": 900, "failed": 100, "hard_bounced": 60})

    def act() -> None:
        scene.later()
        assert health.evaluate(scene.team.pk)

    return record(scene.alice, act, HEALTH, Read("sending-health/state"), SIX, ALERT)


def sending_resumed(scene: Scene) -> dict[str, Any]:
    mailing = make_mailing(scene.team)
    counted(mailing, {"sent": 900, "failed": 100, "hard_bounced": 60})
    assert health.evaluate(scene.team.pk)
    scene.later()
    act = scene.post_to("sending-health/resume", {"adviceRead": True})
    return record(scene.alice, act, HEALTH, Read("sending-health/state"))


def counted(mailing: Mailing, figures: dict[str, int]) -> None:
    """So much became of it an hour ago."""
    MailingMinute.objects.bulk_create(
        MailingMinute(
            mailing_id=mailing.pk,
            minute=clock.now() - timedelta(hours=1),
            what=what,
            team_id=mailing.team_id,
            count=count,
        )
        for what, count in figures.items()
    )


def suppression_added(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("contacts/suppression", {"emails": ["ani@pelanggan.example"]})
    return record(scene.alice, act, Read("contacts/suppression", query={"page": 1, "size": 50}))


def segment_made(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("contacts/segment", {"name": "Jakarta", "rules": RULES})
    return record(scene.alice, act, Read("contacts/segment"))


def field_made(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("contacts/field", {"name": "Membership", "type": "text"})
    return record(scene.alice, act, Read("contacts/field"))


def contact_made(scene: Scene) -> dict[str, Any]:
    make_contact(scene.team, "ani@pelanggan.example")
    act = scene.post_to("contacts", {"email": "budi@pelanggan.example"})
    news = (["contacts", "news"], {"added": 1, "changed": 0, "removed": 0})
    return record(scene.alice, act, CONTACTS, ACTIVITY, news=news)


def contact_changed(scene: Scene) -> dict[str, Any]:
    contact = make_contact(scene.team, "ani@pelanggan.example")
    one = Read("contacts/{contact_id}", places={"contact_id": contact.pk})
    act = scene.put(f"contacts/{contact.pk}", {"email": contact.email, "firstname": "Ani"})
    news = (["contacts", "news"], {"added": 0, "changed": 1, "removed": 0})
    return record(scene.alice, act, one, CONTACTS, news=news)


def import_started(scene: Scene) -> dict[str, Any]:
    prepared = prepare(scene.alice, "Email\nani@x.com\n", name="guests.csv")

    def act() -> None:
        scene.later()
        assert start(scene.alice, prepared).status_code == 200

    return record(scene.alice, act, IMPORT, ACTIVITY)


def import_finished(scene: Scene) -> dict[str, Any]:
    start(scene.alice, prepare(scene.alice, "Email\nani@x.com\nnobody\n", name="guests.csv"))

    def act() -> None:
        scene.later()
        work()
        assert ImportJob.objects.for_team(scene.team).get().state == "DONE"

    return record(scene.alice, act, IMPORT, HISTORY, SIX, ALERT)


def undo_started(scene: Scene) -> dict[str, Any]:
    done = imported(scene.alice, "Email\nani@x.com\n", name="guests.csv")
    act = scene.post_to(f"contacts/import/{done['importId']}/undo")
    return record(scene.alice, act, IMPORT, HISTORY)


def undo_finished(scene: Scene) -> dict[str, Any]:
    done = imported(scene.alice, "Email\nani@x.com\nbudi@x.com\n", name="guests.csv")
    scene.post_to(f"contacts/import/{done['importId']}/undo")()

    def act() -> None:
        scene.later()
        jobs.run(claimed_undo())

    return record(scene.alice, act, IMPORT, HISTORY, SIX, ALERT)


def bulk_started(scene: Scene) -> dict[str, Any]:
    make_contact(scene.team, "ani@pelanggan.example")

    def act() -> None:
        scene.later()
        bulk.start(team_id=scene.team.pk, kind="delete", wanted=EVERYBODY, options={}, by=scene.alice.caller)

    return record(scene.alice, act, BULK)


def bulk_ended(scene: Scene) -> dict[str, Any]:
    make_contact(scene.team, "ani@pelanggan.example")
    bulk.start(team_id=scene.team.pk, kind="delete", wanted=EVERYBODY, options={}, by=scene.alice.caller)

    def act() -> None:
        scene.later()
        claim = jobs.claim(Job.objects.get(name=bulk.RUN_JOB).pk)
        assert claim is not None
        jobs.run(claim)

    news = (["contacts", "news"], {"added": 0, "changed": 0, "removed": 1})
    return record(scene.alice, act, BULK, CONTACTS, ACTIVITY, news=news)


def campaign_renamed(scene: Scene) -> dict[str, Any]:
    campaign = make_campaign(scene.team)
    one = Read("email-marketing/{campaign_id}", places={"campaign_id": str(campaign.pk)})
    return record(
        scene.alice,
        scene.put(f"email-marketing/{campaign.pk}", {"name": "June news"}),
        one,
        CAMPAIGNS,
        ACTIVITY,
    )


def campaign_sent(scene: Scene) -> dict[str, Any]:
    label = make_label(scene.team, "Newsletter")
    make_contact(scene.team, "ani@pelanggan.example", label)
    campaign = make_campaign(scene.team, sender=make_sender(scene.team), label_ids=[label.pk])
    one = Read("email-marketing/{campaign_id}", places={"campaign_id": str(campaign.pk)})
    return record(scene.alice, scene.post_to(f"email-marketing/{campaign.pk}/send"), one, CAMPAIGNS, ACTIVITY)


def campaign_scheduled(scene: Scene) -> dict[str, Any]:
    label = make_label(scene.team, "Newsletter")
    make_contact(scene.team, "ani@pelanggan.example", label)
    campaign = make_campaign(scene.team, sender=make_sender(scene.team), label_ids=[label.pk])
    one = Read("email-marketing/{campaign_id}", places={"campaign_id": str(campaign.pk)})
    days = Read("email-marketing/calendar", query={"start": "2026-11-16", "end": "2026-12-14"})
    body = {"scheduleAt": "2026-11-23T09:00:00", "perHour": 600}
    return record(
        scene.alice, scene.post_to(f"email-marketing/{campaign.pk}/send", body), one, CAMPAIGNS, days, ALERT, ACTIVITY
    )


def campaign_made(scene: Scene) -> dict[str, Any]:
    waiting = Read("email-marketing", query={"page": 1, "size": 20}, waits=True)
    act = scene.post_to("email-marketing", {"name": "May news"})
    return record(scene.alice, act, waiting, ACTIVITY, news=(["campaigns", "news"], 1))


def advice_dismissed(scene: Scene) -> dict[str, Any]:
    make_sent(scene.team, at=clock.now(), name="May news", figures={"sent": 1_000, "complained": 4})
    advice.refresh_advice(team_id=scene.team.pk)
    [item] = scene.alice.api.get("advice").json()["items"]
    return record(scene.alice, scene.post_to(f"advice/{item['id']}/dismiss"), Read("advice"), ACTIVITY)


def report_asked_for(scene: Scene) -> dict[str, Any]:
    campaign = send_campaign(scene.alice)
    asked = {"id": str(campaign.pk), "format": "csv"}

    def act() -> None:
        scene.later()
        assert scene.alice.api.post("email-marketing/reports/generate", asked).status_code == 202

    return record(scene.alice, act, report_files(campaign))


def report_made(scene: Scene) -> dict[str, Any]:
    campaign = send_campaign(scene.alice)
    asked = {"id": str(campaign.pk), "format": "csv"}
    assert scene.alice.api.post("email-marketing/reports/generate", asked).status_code == 202

    def act() -> None:
        scene.later()
        claim = jobs.claim(Job.objects.get(name=ReportFile.job).pk)
        assert claim is not None
        jobs.run(claim)

    return record(scene.alice, act, report_files(campaign), ACTIVITY)


def report_files(campaign: Campaign) -> Read:
    key = ("reports", "files", str(campaign.pk), "email-marketing")
    return Read("email-marketing/reports/files", query={"id": str(campaign.pk)}, key=key)


def winner_chosen(scene: Scene) -> dict[str, Any]:
    campaign = make_test(scene.team, chooses="hand")
    sent_test(scene.alice, campaign)
    second = CampaignVariant.objects.for_team(scene.team).get(campaign=campaign, number=1)
    places = {"campaign_id": str(campaign.pk)}
    return record(
        scene.alice,
        scene.post_to(f"ab-test/send/winner/{campaign.pk}/{second.pk}"),
        Read("ab-test/{campaign_id}", places=places),
        Read("ab-test/{campaign_id}/comparison", places=places),
        Read("ab-test", query={"page": 1, "size": 20}),
        ACTIVITY,
        SIX,
    )


def sender_made(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("senders", {"name": "Kopi", "email": "news@kopi.example"})
    return record(scene.alice, act, Read("senders", query={"page": 1, "size": 20}), ACTIVITY)


def domain_made(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("domains", {"name": "kopi.example"})
    return record(scene.alice, act, Read("domains", query={"page": 1, "size": 20}), ACTIVITY)


def domain_ordered(scene: Scene) -> dict[str, Any]:
    act = scene.post_to("billings/domain", {"selectedDomain": "kopi-baru", "selectedTld": "example"})
    return record(scene.alice, act, Read("domain-orders", query={"page": 1, "size": -1}), ACTIVITY)


def user_validated(scene: Scene) -> dict[str, Any]:
    scene.alice.user.validated_at = None
    scene.alice.user.save()
    validation.send(user_id=scene.alice.user.pk)
    act = scene.post_to("users/validate", {"token": scene.post.token()})
    return record(scene.alice, act, ME)


def quota_reached(scene: Scene) -> dict[str, Any]:
    def act() -> None:
        scene.later()
        quota.use(team_id=scene.team.pk, limit=CONTACT, amount=12_000)

    return record(scene.alice, act, Read("companies/usage"), SIX, ALERT)


RECORDINGS: dict[str, Recording] = {
    recording.__name__: recording
    for recording in (
        notification_created,
        notification_read,
        notifications_all_read,
        notification_dismissed,
        notification_restored,
        label_made,
        segment_made,
        stage_renamed,
        contacts_moved_on,
        cap_set,
        sunset_set,
        sending_paused,
        sending_resumed,
        suppression_added,
        new_tester,
        view_saved,
        topic_made,
        subscriptions_opened,
        field_made,
        contact_made,
        contact_changed,
        import_started,
        import_finished,
        undo_started,
        undo_finished,
        bulk_started,
        bulk_ended,
        campaign_renamed,
        campaign_sent,
        campaign_scheduled,
        campaign_made,
        advice_dismissed,
        report_asked_for,
        report_made,
        winner_chosen,
        sender_made,
        domain_made,
        domain_ordered,
        user_validated,
        quota_reached,
        *documents.RECORDINGS,
        *people.RECORDINGS,
        *transactional.RECORDINGS,
    )
}


@pytest.mark.parametrize("name", RECORDINGS)
def test_the_recording_is_what_the_server_says(
    name: str, alice: Person, postbox: Postbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)
    with time_machine.travel("2026-11-21T03:00:00.123Z", tick=False) as traveller:
        for made in (alice.user, alice.session, alice.team):
            type(made).objects.filter(pk=made.pk).update(created_at="2026-11-21T02:00:00Z")
        type(alice.session).objects.filter(pk=alice.session.pk).update(
            last_seen_at="2026-11-21T03:00:00Z", expires_at="2026-12-21T03:00:00Z"
        )
        said = text(RECORDINGS[name](Scene(alice, traveller, postbox)))

    file = FOLDER / f"{name}.json"
    if os.environ.get("RECORD"):
        file.write_text(said)
    assert said == file.read_text()


def test_every_kept_event_is_recorded() -> None:
    autodiscover_modules("events")
    kept = {
        name
        for name, event in events.list_classes().items()
        if event.delivery == "kept" and event.__module__.startswith("server.")
    }
    recorded = {
        line.split('"')[3]
        for file in FOLDER.glob("*.json")
        for line in file.read_text().splitlines()
        if line.startswith('   "name": ')
    }

    assert kept - recorded == NOT_OF_A_SCREEN
    assert {file.stem for file in FOLDER.glob("*.json")} == RECORDINGS.keys()
