"""A person who unsubscribes while their contact is deleted gets no marketing email after an undo."""

import pytest

from server.contacts.models import Contact
from server.contacts.services import deletions
from server.contacts.services.history import ConsentProof
from server.contacts.states import ConsentSource, ContactState
from server.delivery.models import Suppression
from server.delivery.services import subscriptions
from server.delivery.states import SuppressionReason
from tests.cast import Person
from tests.server.contacts.factories import make_contact

pytestmark = pytest.mark.django_db


def states(person: Person) -> dict[str, str]:
    return dict(Contact.objects.for_team(person.team).values_list("email", "state"))


def test_who_left_while_away_is_unsubscribed_after_the_undo(alice: Person) -> None:
    team_id = alice.team.pk
    ayu, budi = make_contact(alice.team, "ayu@example.com"), make_contact(alice.team, "budi@example.com")
    deleted = deletions.delete(team_id=team_id, ids=[ayu.pk, budi.pk], by=alice.caller)
    assert deleted.deletion_id is not None
    proof = ConsentProof(ConsentSource.MAIL)
    subscriptions.unsubscribe_contact(team_id=team_id, contact_id=ayu.pk, email=ayu.email, proof=proof)

    deletions.undo_deletion(team_id=team_id, deletion_id=deleted.deletion_id, by=alice.caller)
    subscriptions.update_contacts()

    assert states(alice) == {"ayu@example.com": ContactState.UNSUBSCRIBED, "budi@example.com": ContactState.SUBSCRIBED}
    assert Suppression.objects.for_team(alice.team).get().reason == SuppressionReason.UNSUBSCRIBED


def test_what_was_said_before_the_deletion_is_not_told_again(alice: Person) -> None:
    team_id = alice.team.pk
    ayu = make_contact(alice.team, "ayu@example.com")
    subscriptions.suppress_address(team_id=team_id, email=ayu.email, proof=ConsentProof(ConsentSource.PAGE))
    deleted = deletions.delete(team_id=team_id, ids=[ayu.pk], by=alice.caller)
    assert deleted.deletion_id is not None

    deletions.undo_deletion(team_id=team_id, deletion_id=deleted.deletion_id, by=alice.caller)

    assert states(alice) == {"ayu@example.com": ContactState.UNSUBSCRIBED}
    assert Suppression.objects.for_team(alice.team).get().is_told


def test_a_campaign_does_not_count_whom_an_undo_could_bring_back(alice: Person) -> None:
    ayu, _ = make_contact(alice.team, "ayu@example.com"), make_contact(alice.team, "budi@example.com")
    made = alice.api.post("email-marketing", {"name": "Harvest", "recipients": {"all": True}}).json()["id"]

    def count() -> int:
        return int(alice.api.get(f"email-marketing/{made}/count-recipient").json()["count"])

    before = count()
    deleted = deletions.delete(team_id=alice.team.pk, ids=[ayu.pk], by=alice.caller)
    meanwhile = count()
    assert deleted.deletion_id is not None
    deletions.undo_deletion(team_id=alice.team.pk, deletion_id=deleted.deletion_id, by=alice.caller)

    assert (before, meanwhile, count()) == (2, 1, 2)
