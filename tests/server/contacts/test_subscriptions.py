import pytest

from server.contacts.models import Contact
from server.contacts.services import subscriptions
from server.core.errors import ActionNotAllowed, NotFound
from server.core.models import OutboxEvent
from tests.cast import Person
from tests.server.contacts.factories import make_contact

pytestmark = pytest.mark.django_db


def test_unsubscribing_twice_is_one_change(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    subscriptions.unsubscribe(team_id=alice.team.pk, contact_id=contact.pk)
    subscriptions.unsubscribe(team_id=alice.team.pk, contact_id=contact.pk)

    contact.refresh_from_db()
    assert (contact.state, contact.revision) == ("unsubscribed", 2)
    assert OutboxEvent.objects.count() == 1


def test_the_recipient_comes_back_after_a_complaint(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    subscriptions.record_complaint(team_id=alice.team.pk, contact_id=contact.pk)
    with pytest.raises(ActionNotAllowed):
        subscriptions.record_bounce(team_id=alice.team.pk, contact_id=contact.pk)
    subscriptions.resubscribe(team_id=alice.team.pk, contact_id=contact.pk)

    assert Contact.objects.for_team(alice.team).get().state == "subscribed"


def test_another_teams_contact_is_not_found(alice: Person, mallory: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    with pytest.raises(NotFound):
        subscriptions.unsubscribe(team_id=mallory.team.pk, contact_id=contact.pk)

    contact.refresh_from_db()
    assert contact.state == "subscribed"
