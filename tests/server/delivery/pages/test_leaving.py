"""The pages for unsubscribing and complaining."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine

from server.contacts import timeline
from server.contacts.models import Contact, ContactConsent, ContactEntry, ContactPreference, Topic
from server.core import clock
from server.core.models import OutboxEvent
from server.delivery import keys
from server.delivery.models import Event, Mailing, MailingCounters, Suppression
from server.delivery.origins import TEST
from server.delivery.services import mailings
from server.reports.sql import unsubscribe_reasons
from tests.cast import Person
from tests.server.delivery.mailing_factory import make_mailing
from tests.server.delivery.pages.browsing import BROWSER, browse, kinds, nothing_written, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def test_leaving_with_a_reason_is_kept_counted_and_shown(
    alice: Person, ayu: Contact, mailing: Mailing, token: str
) -> None:
    answer = browse(
        f"/unsubscribe-subscription/{token}", post={"act": "leave", "reason": "tooMany", "words": " Every\tday! "}
    )

    assert (answer.status_code, answer["Location"]) == (303, f"/success-unsubscribe-subscription/{token}")
    assert "Kopi will no longer send marketing emails to ayu@example.com." in words(browse(answer["Location"]))
    ayu.refresh_from_db()
    assert ayu.state == "unsubscribed"
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.given, consent.reason, consent.words, consent.page) == (
        False,
        "tooMany",
        "Every day!",
        "unsubscribe-subscription",
    )
    assert (consent.ip, consent.user_agent) == ("203.0.113.9", BROWSER)
    [event] = Event.objects.for_team(alice.team)
    assert (event.kind, event.why, event.contact_id) == ("unsubscribe", "tooMany", ayu.pk)
    assert MailingCounters.objects.get(mailing=mailing).unsubscribed == 1
    assert [row.reason for row in Suppression.objects.for_team(alice.team)] == ["unsubscribed"]
    assert unsubscribe_reasons.count_by_reason(alice.team.pk, mailing_id=mailing.pk) == [("tooMany", 1)]
    assert unsubscribe_reasons.count_by_reason(uuid4(), mailing_id=mailing.pk) == []
    items = alice.api.get(f"contacts/{ayu.pk}/timeline").json()["items"]
    assert [(item["kind"], item["reason"]) for item in items] == [("unsubscribed", "tooMany"), ("added", None)]
    consents = alice.api.get(f"contacts/{ayu.pk}/consents").json()["items"]
    assert (consents[0]["reason"], consents[0]["page"]) == ("tooMany", "unsubscribe-subscription")


def test_who_looks_at_the_contact_hears_of_it(ayu: Contact, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    monkeypatch.setattr(timeline, "publish_growth", heard.extend)

    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})

    assert set(heard) == {ayu.pk}
    assert [event.payload["ids"] for event in OutboxEvent.objects.filter(name="contacts.contact.changed")] == [[ayu.pk]]


def test_a_reason_that_is_none_is_passed_over(alice: Person, token: str) -> None:
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave", "reason": "<script>"})

    assert ContactConsent.objects.for_team(alice.team).get().reason == ""


def test_leaving_a_topic_alone_keeps_the_others(
    alice: Person, ayu: Contact, mailing: Mailing, token: str, news: Topic, offers: Topic
) -> None:
    Mailing.objects.filter(pk=mailing.pk).update(topic_id=news.pk)
    assert "Only unsubscribe from “News”" in words(browse(f"/unsubscribe-subscription/{token}"))

    answer = browse(f"/unsubscribe-subscription/{token}", post={"act": "leaveTopic"})

    assert answer["Location"] == f"/manage-subscription/{token}?done=saved"
    row = ContactPreference.objects.for_team(alice.team).get()
    assert (row.topics_on, row.topics_off) == ([], [news.pk, offers.pk])
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
    [entry] = ContactEntry.objects.for_team(alice.team)
    assert (entry.kind, entry.details) == ("preferred", {"preferred": {"topicsOff": ["News"]}})
    assert "Only unsubscribe" not in words(browse(f"/unsubscribe-subscription/{token}"))


def test_who_left_by_mistake_comes_back(alice: Person, ayu: Contact, token: str) -> None:
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
    assert "Unsubscribed by mistake?" in words(browse(f"/success-unsubscribe-subscription/{token}"))

    answer = browse(f"/manage-subscription/{token}", post={"act": "comeBack"})

    assert answer["Location"] == f"/success-subscription/{token}"
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
    assert not Suppression.objects.for_team(alice.team).exists()
    given = ContactConsent.objects.for_team(alice.team).get(given=True)
    assert (given.way, given.words, given.page) == ("page", "Subscribe again", "manage-subscription")
    # A second unsubscribe with the same email is shown by its consent, because the email counts once.
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
    assert kinds(ayu) == ["withdrew", "agreed", "unsubscribed", "added"]


@pytest.mark.parametrize(
    ("state", "suppression", "way"),
    [
        ("bounced", "hardBounce", None),
        ("complained", "complaint", None),
        ("unsubscribed", "complaint", "mail"),
        ("unsubscribed", "manual", "mail"),
        ("unsubscribed", None, "person"),
    ],
)
def test_what_was_not_the_person_s_own_leaving_is_not_lifted(
    alice: Person, ayu: Contact, token: str, state: str, suppression: str | None, way: str | None
) -> None:
    Contact.objects.for_team(alice.team).update(state=state)
    if suppression:
        Suppression.objects.create(team=alice.team, email=ayu.email, reason=suppression, created_at=clock.now())
    if way:
        ContactConsent.objects.create(team_id=alice.team.pk, contact_id=ayu.pk, at=clock.now(), given=False, way=way)

    with nothing_written():
        answer = browse(f"/manage-subscription/{token}", post={"act": "comeBack"})

    assert answer.status_code == 409
    assert "Subscribe again" not in words(browse(f"/manage-subscription/{token}"))


@pytest.mark.parametrize(
    ("reason", "days", "marketing_only", "then"),
    [
        ("softBounce", None, True, ("unsubscribed", True)),
        ("sunset", None, True, ("unsubscribed", True)),
        ("manual", -1, False, ("unsubscribed", True)),
        ("manual", 1, False, ("manual", False)),
        ("hardBounce", None, False, ("hardBounce", False)),
        ("complaint", None, True, ("complaint", True)),
    ],
)
def test_leaving_is_kept_as_the_reason_unless_a_stronger_one_applies(
    alice: Person,
    ayu: Contact,
    mailing: Mailing,
    token: str,
    reason: str,
    days: int | None,
    marketing_only: bool,
    then: tuple[str, bool],
) -> None:
    with time_machine.travel("2026-12-10T12:00:00Z", tick=False):
        before = clock.now() - timedelta(days=2)
        until = None if days is None else clock.now() + timedelta(days=days)
        row = Suppression.objects.create(
            team=alice.team,
            email=ayu.email,
            reason=reason,
            marketing_only=marketing_only,
            expires_at=until,
            created_at=before,
            source="person",
        )

        browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})

        row.refresh_from_db()
        own = then[0] == "unsubscribed"
        assert (row.reason, row.marketing_only, row.source) == (*then, "mail" if own else "person")
        assert (row.expires_at, row.mailing_id) == (None, mailing.pk if own else None)
        assert row.created_at == (clock.now() if own else before)
        assert browse(f"/manage-subscription/{token}", post={"act": "comeBack"}).status_code == (303 if own else 409)
        ayu.refresh_from_db()
        assert ayu.state == ("subscribed" if own else "unsubscribed")
        assert Suppression.objects.for_team(alice.team).exists() is not own


@pytest.mark.parametrize("state", ["waiting", "unsubscribed", "bounced"])
@pytest.mark.parametrize("name", ["success-subscription", "success-replace-subscription"])
def test_nobody_is_told_to_be_subscribed_who_is_not(ayu: Contact, token: str, state: str, name: str) -> None:
    Contact.objects.for_team(ayu.team_id).update(state=state)

    with nothing_written():
        answer = browse(f"/{name}/{token}")

    assert (answer.status_code, answer["Location"]) == (303, f"/manage-subscription/{token}")


@pytest.mark.parametrize(
    ("of_contact", "suppression", "days", "is_away"),
    [
        ("subscribed", None, 0, False),
        ("waiting", None, 0, False),
        ("unsubscribed", None, 0, True),
        ("bounced", None, 0, True),
        ("subscribed", "manual", 0, True),
        ("subscribed", "softBounce", 1, True),
        ("subscribed", "softBounce", -1, False),
    ],
)
def test_who_gets_mail_is_asked_instead_of_told_to_have_left(
    alice: Person, ayu: Contact, token: str, of_contact: str, suppression: str | None, days: int, *, is_away: bool
) -> None:
    Contact.objects.for_team(alice.team).update(state=of_contact)
    if suppression:
        until = clock.now() + timedelta(days=days) if days else None
        Suppression.objects.create(
            team=alice.team, email=ayu.email, reason=suppression, expires_at=until, created_at=clock.now()
        )

    with nothing_written():
        answer = browse(f"/success-unsubscribe-subscription/{token}")

    assert answer.status_code == (200 if is_away else 303)
    if not is_away:
        assert answer["Location"] == f"/unsubscribe-subscription/{token}"


def test_from_a_test_mail_nothing_follows(alice: Person, news: Topic) -> None:
    made = make_mailing(alice.team, origin=TEST)
    mailings.send_rows(mailing=made, rows=[(None, "boss@kopi.example", {})])
    key = keys.get_key_ring().token(made.pk, 0)

    with nothing_written():
        shown = words(browse(f"/manage-subscription/{key}"))
        answers = [
            browse(f"/manage-subscription/{key}", post={"act": "save"}),
            browse(f"/unsubscribe-subscription/{key}", post={"act": "leave"}),
            browse(f"/email-complaint/{key}", post={"act": "complain"}),
            browse(f"/replace-subscription/{key}", post={"email": "new@example.com"}),
        ]

    assert "nothing is saved" in shown
    assert "News" in shown
    assert [answer.status_code for answer in answers] == [303] * 4


def test_an_address_that_is_the_contact_s_no_more_may_only_leave(ayu: Contact, token: str) -> None:
    Contact.objects.for_team(ayu.team_id).update(email="other@example.com")

    with nothing_written():
        managed = browse(f"/manage-subscription/{token}", post={"act": "save", "follows": "1"})
        replaced = browse(f"/replace-subscription/{token}", post={"email": "evil@example.com"})

    assert (managed.status_code, managed["Location"]) == (303, f"/unsubscribe-subscription/{token}")
    assert replaced.status_code == 404
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
    ayu.refresh_from_db()
    assert ayu.state == "unsubscribed"


def test_reporting_spam_stops_mail_for_good(alice: Person, ayu: Contact, mailing: Mailing, token: str) -> None:
    for _ in range(2):
        answer = browse(f"/email-complaint/{token}", post={"act": "complain"})

    assert answer["Location"] == f"/email-success/{token}"
    assert "Thank you for your report" in words(browse(answer["Location"]))
    ayu.refresh_from_db()
    assert ayu.state == "complained"
    assert [(row.email, row.reason) for row in Suppression.objects.for_team(alice.team)] == [(ayu.email, "complaint")]
    assert MailingCounters.objects.get(mailing=mailing).complained == 1
    assert kinds(ayu) == ["complained", "added"]


def test_a_complaint_weakens_no_dead_address(alice: Person, ayu: Contact, token: str) -> None:
    Suppression.objects.create(
        team=alice.team, email=ayu.email, reason="hardBounce", marketing_only=False, created_at=clock.now()
    )

    browse(f"/email-complaint/{token}", post={"act": "complain"})

    assert Suppression.objects.for_team(alice.team).get().marketing_only is False
