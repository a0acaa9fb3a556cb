"""A team's public sign-up page."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.contacts.errors import ContactLimitExceeded
from server.contacts.models import (
    Contact,
    ContactConsent,
    ContactPreference,
    PendingContact,
    SubscriberSetting,
    Topic,
)
from server.contacts.services import contacts, pending
from server.core import clock
from server.core.models import Job
from server.delivery.models import Suppression
from server.delivery.services import signing_up
from server.identity.services import captcha, throttle
from server.plans import quota
from server.plans.features import CONTACT
from server.plans.services.offered_plans import build_feature_groups
from server.teams.models import Team
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.pages.browsing import browse, mailed, nothing_written, path_of, run_jobs, solved, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captcha, "STEPS", 1)


@pytest.fixture
def open_page(alice: Person) -> Callable[..., Any]:
    """The team's open page; submits a form with the proof of work."""
    SubscriberSetting.objects.create(team=alice.team, is_open=True, words="Mail about coffee", updated_at=clock.now())
    path = f"/subscribe/{alice.team.slug}"
    # Each form needs its own proof.
    proofs = [solved(browse(path)) for _ in range(5)]

    def post(email: str, **fields: Any) -> Any:
        answer = browse(path, post={"email": email, "agree": "1", "captcha": proofs.pop(), **fields})
        run_jobs()
        return answer

    return post


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CONTACT).used


def test_double_opt_in_subscribes_who_confirms(
    alice: Person, open_page: Callable[..., Any], news: Topic, offers: Topic
) -> None:
    asked = open_page("Budi@Example.com", firstname="Budi", topic=[offers.pk])

    assert "Check your inbox" in words(browse(asked["Location"]))
    budi = Contact.objects.for_team(alice.team).get()
    assert (budi.email, budi.firstname, budi.state) == ("budi@example.com", "Budi", "waiting")
    assert (used(alice), PendingContact.objects.for_team(alice.team).get().pk) == (0, budi.pk)
    assert not ContactConsent.objects.for_team(alice.team).exists()
    [(email, subject, link)] = mailed()
    assert (email, subject) == ("budi@example.com", "Confirm your subscription to {{ team }}")
    assert "You will receive emails from Kopi at budi@example.com." in words(browse(path_of(link)))

    answer = browse(path_of(link), post={"act": "confirm"}, address="198.51.100.7")

    assert "You are subscribed" in words(browse(answer["Location"]))
    budi.refresh_from_db()
    assert budi.state == "subscribed"
    assert (used(alice), PendingContact.objects.exists()) == (1, False)
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.given, consent.way, consent.words, consent.page, consent.ip) == (
        True,
        "page",
        "Mail about coffee",
        "confirm-subscription",
        "198.51.100.7",
    )
    row = ContactPreference.objects.for_team(alice.team).get()
    assert (row.topics_on, row.topics_off) == ([offers.pk], [news.pk])
    assert browse(path_of(link), post={"act": "confirm"}).status_code == 303
    assert ContactConsent.objects.for_team(alice.team).count() == 1


def test_known_and_unknown_addresses_are_answered_the_same(
    alice: Person, ayu: Contact, open_page: Callable[..., Any]
) -> None:
    for state in ("bounced", "complained"):
        make_contact(alice.team, f"{state}@example.com", state=state)

    answers = [open_page(email) for email in ("ayu@example.com", "new@example.com", "bounced@example.com")]
    answers += [open_page("complained@example.com"), open_page("bot@example.com", website="https://spam.example")]

    assert {(answer.status_code, answer["Location"]) for answer in answers} == {
        (303, f"/subscribe/{alice.team.slug}?done=asked")
    }
    assert [(email, subject) for email, subject, _ in mailed()] == [
        ("ayu@example.com", "You are already subscribed to {{ team }}"),
        ("new@example.com", "Confirm your subscription to {{ team }}"),
    ]
    assert not Contact.objects.for_team(alice.team).filter(email="bot@example.com").exists()


def test_without_double_opt_in_one_is_subscribed_at_once(alice: Person, open_page: Callable[..., Any]) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=False)

    answer = open_page("budi@example.com")

    assert "You are subscribed. Every email has a link to unsubscribe." in words(browse(answer["Location"]))
    assert Contact.objects.for_team(alice.team).get().state == "subscribed"
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.words, consent.page, consent.ip) == ("Mail about coffee", "subscribe", "203.0.113.9")
    assert mailed() == []


def test_an_expired_suppression_asks_for_no_confirmation(alice: Person, open_page: Callable[..., Any]) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=False)
    ended = {"created_at": clock.now() - timedelta(days=2), "expires_at": clock.now() - timedelta(days=1)}
    Suppression.objects.create(team=alice.team, email="budi@example.com", reason="manual", **ended)

    open_page("budi@example.com")

    assert Contact.objects.for_team(alice.team).get().state == "subscribed"
    assert mailed() == []


def test_who_has_left_is_not_brought_back_by_a_form_alone(
    alice: Person, ayu: Contact, open_page: Callable[..., Any], token: str
) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=False)
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})

    open_page(ayu.email)

    ayu.refresh_from_db()
    assert ayu.state == "unsubscribed"
    [(_, subject, link)] = mailed()
    assert subject == "Confirm your subscription to {{ team }}"
    browse(path_of(link), post={"act": "confirm"})
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
    assert not Suppression.objects.for_team(alice.team).exists()


@pytest.mark.parametrize("reason", ["complaint", "hardBounce"])
@pytest.mark.parametrize("double_optin", [True, False])
def test_a_form_does_not_undo_a_complaint_or_bounce_of_a_deleted_contact(
    alice: Person, open_page: Callable[..., Any], reason: str, *, double_optin: bool
) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=double_optin)
    Suppression.objects.create(team=alice.team, email="budi@example.com", reason=reason, created_at=clock.now())

    open_page("budi@example.com")

    assert mailed() == []
    assert not Contact.objects.for_team(alice.team).exists()


@pytest.mark.parametrize("reason", ["complaint", "hardBounce"])
def test_a_confirmation_does_not_undo_a_complaint_or_bounce(
    alice: Person, open_page: Callable[..., Any], reason: str
) -> None:
    open_page("budi@example.com")
    [(_, _, link)] = mailed()
    Suppression.objects.create(team=alice.team, email="budi@example.com", reason=reason, created_at=clock.now())

    assert browse(path_of(link), post={"act": "confirm"}).status_code == 409

    assert Contact.objects.for_team(alice.team).get().state == "waiting"


@pytest.mark.parametrize(
    ("fields", "fault"), [({"email": "x"}, "Enter an email address"), ({"agree": ""}, "Select the checkbox to agree")]
)
def test_a_form_that_lacks_something_keeps_what_was_written(
    open_page: Callable[..., Any], fields: dict[str, str], fault: str
) -> None:
    given = {"email": "budi@example.com", "firstname": "<Budi>"} | fields
    with nothing_written():
        answer = open_page(**given)

    assert answer.status_code == 422
    assert fault in words(answer)
    assert b'value="&lt;Budi&gt;"' in answer.content


@pytest.mark.parametrize("change", [{"suspended_at": datetime(2027, 1, 1, tzinfo=UTC)}, {"slug": "another"}])
def test_a_team_that_takes_none_has_no_such_page(
    alice: Person, open_page: Callable[..., Any], change: dict[str, Any]
) -> None:
    Team.objects.filter(pk=alice.team.pk).update(**change)

    with nothing_written():
        assert open_page("budi@example.com").status_code == 404


def test_a_closed_page_is_none(alice: Person) -> None:
    with nothing_written():
        assert browse(f"/subscribe/{alice.team.slug}", post={"email": "a@b.co", "agree": "1"}).status_code == 404


@pytest.mark.parametrize("solution", ["", "bm8=", "used"])
def test_a_form_without_a_proof_of_work_of_its_own_changes_nothing(
    alice: Person, open_page: Callable[..., Any], solution: str
) -> None:
    path = f"/subscribe/{alice.team.slug}"
    proof = solved(browse(path))
    if solution == "used":
        open_page("first@example.com", captcha=proof)
    before = Contact.objects.for_team(alice.team).count()

    answer = open_page("budi@example.com", firstname="Budi", captcha=proof if solution == "used" else solution)

    assert answer.status_code == 422
    assert "The check has expired. Select the button again." in words(answer)
    assert b'value="Budi"' in answer.content
    assert Contact.objects.for_team(alice.team).count() == before
    assert open_page("budi@example.com", captcha=solved(answer)).status_code == 303


def test_the_page_says_what_it_needs_in_both_languages(alice: Person, open_page: Callable[..., Any]) -> None:
    pages = [browse(f"/subscribe/{alice.team.slug}", language=language) for language in ("en", "id")]

    assert "Turn on JavaScript to subscribe." in words(pages[0])
    assert "Aktifkan JavaScript untuk berlangganan." in words(pages[1])
    policy = pages[0]["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    closed = browse("/subscribe/nobody")
    assert "script-src" not in closed["Content-Security-Policy"]
    assert b"<script" not in closed.content


def test_a_team_takes_so_many_in_an_hour(
    alice: Person, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_up, "MAX_SIGN_UPS_PER_HOUR", 1)
    open_page("first@example.com")

    answer = open_page("budi@example.com")

    assert (answer.status_code, "Too many attempts" in words(answer)) == (429, True)
    assert [contact.email for contact in Contact.objects.for_team(alice.team)] == ["first@example.com"]
    assert not Job.objects.filter(name=signing_up.JOB).exists()


def test_one_address_gets_so_many_emails_in_an_hour_from_all_teams_together(
    alice: Person, mallory: Person, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "MAX_STRANGER_EMAILS_PER_HOUR", 4)
    SubscriberSetting.objects.create(team=mallory.team, is_open=True, updated_at=clock.now())
    path = f"/subscribe/{mallory.team.slug}"
    victim = "victim@example.com"

    own = [open_page(victim) for _ in range(4)]
    others = []
    for _ in range(2):
        others.append(browse(path, post={"email": victim, "agree": "1", "captcha": solved(browse(path))}))
        run_jobs()
    open_page("budi@example.com")

    assert {(answer.status_code, answer["Location"]) for answer in own} == {
        (303, f"/subscribe/{alice.team.slug}?done=asked")
    }
    assert {(answer.status_code, answer["Location"]) for answer in others} == {(303, f"{path}?done=asked")}
    assert [email for email, _, _ in mailed()] == [victim] * 4 + ["budi@example.com"]


def test_forms_share_the_limit_of_requested_emails_but_only_with_a_proof_of_work(
    alice: Person, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    time_machine.move_to(clock.now(), tick=False)
    monkeypatch.setattr(throttle, "MAX_EMAILS_PER_MINUTE", 1)

    unproved = open_page("budi@example.com", captcha="bm8=")
    proved, exceeded = open_page("budi@example.com"), open_page("citra@example.com")

    assert [answer.status_code for answer in (unproved, proved, exceeded)] == [422, 303, 429]
    assert "Too many attempts" in words(exceeded)
    assert [contact.email for contact in Contact.objects.for_team(alice.team)] == ["budi@example.com"]


def test_who_does_not_confirm_is_deleted_after_a_week(
    alice: Person, open_page: Callable[..., Any], time_machine: Any
) -> None:
    now = clock.now()
    imported = make_contact(alice.team, "imported@example.com", state="waiting")
    open_page("budi@example.com")
    open_page("citra@example.com")
    [_, (_, _, link)] = mailed()

    time_machine.move_to(now + timedelta(days=6, hours=23), tick=False)
    pending.purge_expired()
    assert Contact.objects.for_team(alice.team).count() == 3
    browse(path_of(link), post={"act": "confirm"})
    time_machine.move_to(now + timedelta(days=7, minutes=1), tick=False)
    pending.purge_expired()

    left = Contact.objects.for_team(alice.team).order_by("pk")
    assert [(contact.email, contact.state) for contact in left] == [
        ("imported@example.com", "waiting"),
        ("citra@example.com", "subscribed"),
    ]
    assert imported.pk == left[0].pk
    assert (used(alice), PendingContact.objects.exists()) == (2, False)


def test_one_who_asks_again_has_the_whole_week_again(
    alice: Person, open_page: Callable[..., Any], time_machine: Any
) -> None:
    now = clock.now()
    open_page("budi@example.com")
    time_machine.move_to(now + timedelta(days=5), tick=False)

    answer = browse(f"/subscribe/{alice.team.slug}")
    open_page("budi@example.com", captcha=solved(answer))
    time_machine.move_to(now + timedelta(days=11), tick=False)
    pending.purge_expired()

    assert Contact.objects.for_team(alice.team).get().email == "budi@example.com"


def test_one_who_is_deleted_before_confirming_gives_no_unit_back(alice: Person, open_page: Callable[..., Any]) -> None:
    counted = alice.api.post("contacts", {"email": "counted@example.com"}).json()["contactId"]
    open_page("budi@example.com")
    budi = Contact.objects.for_team(alice.team).get(email="budi@example.com")

    contacts.remove(team_id=alice.team.pk, ids=[budi.pk])
    assert used(alice) == 1

    contacts.remove(team_id=alice.team.pk, ids=[counted])
    assert used(alice) == 0


@pytest.mark.parametrize("way", ["decide", "many", "merge"])
def test_one_that_the_team_takes_is_counted_from_then_on(
    alice: Person, open_page: Callable[..., Any], way: str
) -> None:
    open_page("budi@example.com")
    budi = Contact.objects.for_team(alice.team).get(email="budi@example.com")

    match way:
        case "decide":
            answer = alice.api.put(
                f"contacts/{budi.pk}/subscription", {"state": "subscribed", "words": "At the counter"}
            )
        case "many":
            body = {"ids": [budi.pk], "state": "subscribed", "words": "At the counter"}
            answer = alice.api.post("contacts/find/subscription", body)
        case _:
            other = alice.api.post("contacts", {"email": "citra@example.com"}).json()["contactId"]
            answer = alice.api.post(f"contacts/{budi.pk}/merge", {"otherId": other, "take": []})

    assert answer.status_code in (200, 204), answer.json()
    assert (used(alice), PendingContact.objects.exists()) == (1, False)


def test_one_who_confirms_where_the_plan_is_full_stays_pending(alice: Person, open_page: Callable[..., Any]) -> None:
    open_page("budi@example.com")
    [(_, _, link)] = mailed()
    plan = alice.team.subscription.plan
    plan.features = build_feature_groups()
    for group in plan.features:
        for sub in group["subFeatures"]:
            if sub["name"] == "contact":
                sub["limit"] = 0
    plan.save()

    answer = browse(path_of(link), post={"act": "confirm"})

    assert "This list is full" in words(answer)
    assert answer.status_code == ContactLimitExceeded.status
    assert Contact.objects.for_team(alice.team).get().state == "waiting"
    assert (used(alice), PendingContact.objects.count()) == (0, 1)
