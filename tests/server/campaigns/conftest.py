"""Fixtures of campaign tests: contacts, labels, senders and drafts."""

from typing import Any

import pytest

from server.campaigns.models import Campaign
from server.contacts.models import Contact, ContactLabel
from server.contacts.states import ContactState
from server.core import clock
from server.delivery import compiling
from server.delivery.compiling import CompiledEmail, EmailContent, Setting
from server.senders.models import Sender
from server.teams.models import Team
from tests.cast import Person


def make_label(team: Team, name: str) -> ContactLabel:
    """Creates a label without contacts."""
    now = clock.now()
    return ContactLabel.objects.create(team=team, name=name, created_at=now, updated_at=now)


def make_contact(
    team: Team, email: str, *labels: ContactLabel, state: str = ContactState.SUBSCRIBED, **fields: Any
) -> Contact:
    """Creates a contact with these labels and updates their counts."""
    now = clock.now()
    for label in labels:
        label.contact_count += 1
        label.save()
    return Contact.objects.create(
        team=team,
        email=email,
        state=state,
        label_ids=sorted(label.pk for label in labels),
        created_at=now,
        updated_at=now,
        **fields,
    )


def make_sender(team: Team, email: str = "news@kopi.example", *, validated: bool = True) -> Sender:
    """Creates a sender, as the default if it is validated."""
    now = clock.now()
    return Sender.objects.create(
        team=team,
        name="Kopi",
        email=email,
        domain=email.rpartition("@")[2],
        validated_at=now if validated else None,
        is_default=validated,
        created_at=now,
    )


def make_campaign(team: Team, **fields: Any) -> Campaign:
    """Creates a draft that lacks only recipients and a sender."""
    now = clock.now()
    given = {"name": "May news", "subject": "Hello {{ firstname }}", "body": "Hello **{{ firstname }}**"} | fields
    return Campaign.objects.create(team=team, created_at=now, updated_at=now, **given)


@pytest.fixture
def newsletter(alice: Person) -> ContactLabel:
    """A label of Alice's team with three contacts, one of them unsubscribed."""
    label = make_label(alice.team, "Newsletter")
    make_contact(alice.team, "ani@pelanggan.example", label, firstname="Ani", city="Medan")
    make_contact(alice.team, "budi@pelanggan.example", label, firstname="Budi")
    make_contact(alice.team, "citra@pelanggan.example", label, state=ContactState.UNSUBSCRIBED)
    return label


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Records each compilation: whether tracking was on."""
    found: list[bool] = []
    compile_once = compiling._compile

    def count(content: EmailContent, setting: Setting, known: frozenset[str] | None) -> CompiledEmail:
        found.append(setting.follows)
        return compile_once(content, setting, known)

    monkeypatch.setattr(compiling, "_compile", count)
    return found
