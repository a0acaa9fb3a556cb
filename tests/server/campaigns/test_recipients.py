"""To how many a campaign goes."""

from datetime import timedelta

import pytest

from server.contacts.models import ContactLabel
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import Suppression
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label

pytestmark = pytest.mark.django_db


def suppress(person: Person, email: str, *, days: int | None = None) -> None:
    now = clock.now()
    expires_at = None if days is None else now + timedelta(days=days)
    Suppression.objects.create(
        team=person.team, email=email, reason="hardBounce", expires_at=expires_at, created_at=now
    )


def count(person: Person, **fields: object) -> dict[str, int]:
    campaign = make_campaign(person.team, **fields)
    found: dict[str, int] = person.api.get(f"email-marketing/{campaign.pk}/count-recipient").json()
    return found


def test_nothing_chosen_is_nobody(alice: Person, newsletter: ContactLabel) -> None:
    assert count(alice) == {"count": 0, "suppressed": 0}


def test_only_subscribed_contacts_of_the_team_count(alice: Person, mallory: Person, newsletter: ContactLabel) -> None:
    make_contact(mallory.team, "ani@pelanggan.example")
    for state in ContactState:
        make_contact(alice.team, f"{state.value}@pelanggan.example", state=state)

    assert count(alice, to_all=True) == {"count": 3, "suppressed": 0}


def test_a_contact_with_two_of_the_labels_counts_once(alice: Person, newsletter: ContactLabel) -> None:
    other = make_label(alice.team, "Buyers")
    make_contact(alice.team, "dewi@pelanggan.example", newsletter, other)
    make_contact(alice.team, "eka@pelanggan.example", other)

    assert count(alice, label_ids=[newsletter.pk]) == {"count": 3, "suppressed": 0}
    assert count(alice, label_ids=[newsletter.pk, other.pk]) == {"count": 4, "suppressed": 0}


def test_suppressed_addresses_are_counted_apart(alice: Person, mallory: Person, newsletter: ContactLabel) -> None:
    suppress(alice, "ani@pelanggan.example")
    suppress(alice, "budi@pelanggan.example", days=-1)  # run out
    suppress(mallory, "budi@pelanggan.example")  # another team's
    suppress(alice, "stranger@pelanggan.example")

    assert count(alice, label_ids=[newsletter.pk]) == {"count": 1, "suppressed": 1}
