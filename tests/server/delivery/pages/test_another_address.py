"""The page for changing the address."""

from datetime import timedelta

import pytest
import time_machine

from server.contacts.models import Contact
from server.core import clock
from server.delivery import keys
from server.delivery.models import Suppression
from server.delivery.services import mailings, replacing
from server.identity.services import throttle
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import make_mailing
from tests.server.delivery.pages.browsing import browse, kinds, mailed, nothing_written, path_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def token_of(person: Person) -> str:
    """The token of a campaign sent to a contact of the person's team."""
    contact, mailing = make_contact(person.team, "dewi@example.com"), make_mailing(person.team)
    mailings.send_rows(mailing=mailing, rows=[(contact.pk, contact.email, {})])
    return keys.get_key_ring().token(mailing.pk, 0)


def test_an_address_changes_when_its_mailbox_has_answered(alice: Person, ayu: Contact, token: str) -> None:
    asked = browse(f"/replace-subscription/{token}", post={"email": " Ayu@New.example "})

    assert "We’ve sent a link to the address you entered" in words(browse(asked["Location"]))
    [(email, _, link)] = mailed()
    assert email == "ayu@new.example"
    ayu.refresh_from_db()
    assert ayu.email == "ayu@example.com"
    assert "Emails from Kopi will go to ayu@new.example instead of ayu@example.com." in words(browse(path_of(link)))

    answer = browse(path_of(link), post={"act": "confirm"})

    assert answer["Location"].startswith("/success-replace-subscription/")
    assert "Emails from Kopi now go to ayu@new.example." in words(browse(answer["Location"]))
    ayu.refresh_from_db()
    assert (ayu.email, ayu.state) == ("ayu@new.example", "subscribed")
    assert kinds(ayu) == ["changed", "added"]
    # The link works once.
    assert browse(path_of(link), post={"act": "confirm"}).status_code == 404


@pytest.mark.parametrize(
    ("given", "fault"), [("nothing", "Enter an email address"), ("AYU@example.com", "You already use this address")]
)
def test_a_wrong_new_address_is_told_at_its_field(token: str, given: str, fault: str) -> None:
    with nothing_written():
        answer = browse(f"/replace-subscription/{token}", post={"email": given})

    assert answer.status_code == 422
    assert fault in words(answer)
    assert b'aria-describedby="email-fault"' in answer.content


def test_the_link_to_a_new_address_lasts_two_days(ayu: Contact, token: str) -> None:
    browse(f"/replace-subscription/{token}", post={"email": "ayu@new.example"})
    [(_, _, link)] = mailed()

    with time_machine.travel(clock.now() + timedelta(days=2, minutes=1)):
        assert browse(path_of(link), post={"act": "confirm"}).status_code == 404

    ayu.refresh_from_db()
    assert ayu.email == "ayu@example.com"


def test_an_address_that_another_contact_has_takes_over(alice: Person, ayu: Contact, token: str) -> None:
    other = make_contact(alice.team, "ayu@new.example", state="unsubscribed")
    browse(f"/replace-subscription/{token}", post={"email": other.email})
    [(_, _, link)] = mailed()

    answer = browse(path_of(link), post={"act": "confirm"})

    assert "Emails from Kopi now go to ayu@new.example." in words(browse(answer["Location"]))
    states = dict(Contact.objects.for_team(alice.team).values_list("email", "state"))
    assert states == {"ayu@example.com": "unsubscribed", "ayu@new.example": "subscribed"}
    assert [row.email for row in Suppression.objects.for_team(alice.team)] == ["ayu@example.com"]


def test_one_mailbox_gets_three_links_an_hour(token: str) -> None:
    answers = [browse(f"/replace-subscription/{token}", post={"email": "victim@example.com"}) for _ in range(5)]

    assert {answer["Location"] for answer in answers} == {f"/replace-subscription/{token}?done=mailed"}
    assert len(mailed()) == 3


def test_one_mailbox_gets_so_many_links_an_hour_from_all_teams_together(
    mallory: Person, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "MAX_STRANGER_EMAILS_PER_HOUR", 4)
    other = token_of(mallory)

    answers = [browse(f"/replace-subscription/{token}", post={"email": "victim@example.com"}) for _ in range(3)]
    others = [browse(f"/replace-subscription/{other}", post={"email": "VICTIM@example.com"}) for _ in range(3)]

    assert {answer["Location"] for answer in answers} == {f"/replace-subscription/{token}?done=mailed"}
    assert {answer["Location"] for answer in others} == {f"/replace-subscription/{other}?done=mailed"}
    assert [email for email, _, _ in mailed()] == ["victim@example.com"] * 4


def test_one_contact_requests_so_many_changes_an_hour(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replacing, "MAX_REQUESTS_PER_HOUR", 2)

    answers = [browse(f"/replace-subscription/{token}", post={"email": f"v{n}@example.com"}) for n in range(3)]

    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert [email for email, _, _ in mailed()] == ["v0@example.com", "v1@example.com"]


def test_changes_share_the_limit_of_requested_emails(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MAX_EMAILS_PER_MINUTE", 1)

    with time_machine.travel(clock.now(), tick=False):
        answers = [browse(f"/replace-subscription/{token}", post={"email": f"v{n}@example.com"}) for n in range(2)]

    assert [answer.status_code for answer in answers] == [303, 429]
    assert [email for email, _, _ in mailed()] == ["v0@example.com"]
