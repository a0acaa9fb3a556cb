"""A contact of Alice's, the campaign sent to it, and topics."""

import pytest

from server.contacts.models import Contact, Topic
from server.core import clock
from server.delivery import keys
from server.delivery.models import Mailing
from server.delivery.services import mailings
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import make_mailing


@pytest.fixture
def ayu(alice: Person) -> Contact:
    return make_contact(alice.team, "ayu@example.com")


@pytest.fixture
def mailing(alice: Person, ayu: Contact) -> Mailing:
    """A campaign sent to Ayu."""
    made = make_mailing(alice.team)
    mailings.send_rows(mailing=made, rows=[(ayu.pk, ayu.email, {})])
    return made


@pytest.fixture
def token(mailing: Mailing) -> str:
    return keys.get_key_ring().token(mailing.pk, 0)


@pytest.fixture
def news(alice: Person) -> Topic:
    return Topic.objects.create(
        team=alice.team, name="News", description="Once a month", is_default=True, created_at=clock.now()
    )


@pytest.fixture
def offers(alice: Person) -> Topic:
    return Topic.objects.create(team=alice.team, name="Offers", is_default=False, created_at=clock.now())
