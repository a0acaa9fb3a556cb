"""A team's open page, on which one subscribes."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from server.contacts.models import Contact, ContactConsent, ContactPreference, SubscriberSetting, Topic
from server.core import clock
from server.delivery.models import Suppression
from server.teams.models import Team
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.pages.browsing import browse, mailed, nothing_written, path_of, run_jobs, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def open_page(alice: Person) -> Callable[..., Any]:
    """The team's page, open; posts a form."""
    SubscriberSetting.objects.create(team=alice.team, is_open=True, words="Mail about coffee", updated_at=clock.now())

    def post(email: str, **fields: Any) -> Any:
        answer = browse(f"/subscribe/{alice.team.slug}", post={"email": email, "agree": "1", **fields})
        run_jobs()
        return answer

    return post


def test_double_opt_in_subscribes_who_confirms(
    alice: Person, open_page: Callable[..., Any], news: Topic, offers: Topic
) -> None:
    asked = open_page("Budi@Example.com", firstname="Budi", topic=[offers.pk])

    assert "Look into your mailbox" in words(browse(asked["Location"]))
    budi = Contact.objects.for_team(alice.team).get()
    assert (budi.email, budi.firstname, budi.state) == ("budi@example.com", "Budi", "waiting")
    assert not ContactConsent.objects.for_team(alice.team).exists()
    [(email, subject, link)] = mailed()
    assert (email, subject) == ("budi@example.com", "Confirm your subscription to {{ team }}")
    assert "Kopi will send mail to budi@example.com" in words(browse(path_of(link)))

    answer = browse(path_of(link), post={"act": "confirm"}, address="198.51.100.7")

    assert "You are subscribed" in words(browse(answer["Location"]))
    budi.refresh_from_db()
    assert budi.state == "subscribed"
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
        ("ayu@example.com", "You are subscribed to {{ team }}"),
        ("new@example.com", "Confirm your subscription to {{ team }}"),
    ]
    assert not Contact.objects.for_team(alice.team).filter(email="bot@example.com").exists()


def test_without_double_opt_in_one_is_subscribed_at_once(alice: Person, open_page: Callable[..., Any]) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=False)

    answer = open_page("budi@example.com")

    assert "You are on the list" in words(browse(answer["Location"]))
    assert Contact.objects.for_team(alice.team).get().state == "subscribed"
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.words, consent.page, consent.ip) == ("Mail about coffee", "subscribe", "203.0.113.9")
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


@pytest.mark.parametrize(
    ("fields", "fault"), [({"email": "x"}, "Give an email address"), ({"agree": ""}, "Tick the box to agree")]
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
