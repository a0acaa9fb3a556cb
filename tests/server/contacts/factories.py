"""Factories of contacts."""

from typing import Any

from server.contacts.models import Contact, ContactLabel
from server.core import clock
from server.plans import quota
from server.plans.features import CONTACT
from server.teams.models import Team


def make_contact(team: Team, email: str, **fields: Any) -> Contact:
    """Creates a subscribed contact and updates the counters. Pass labels as `label_ids`."""
    now = clock.now()
    contact = Contact.objects.create(team=team, email=email, **({"created_at": now, "updated_at": now} | fields))
    quota.use(team_id=team.pk, limit=CONTACT)
    for label in ContactLabel.objects.for_team(team).filter(pk__in=contact.label_ids):
        ContactLabel.objects.filter(pk=label.pk).update(contact_count=label.contact_count + 1)
    return contact


def make_label(team: Team, name: str) -> ContactLabel:
    """Creates an unused label."""
    return ContactLabel.objects.create(team=team, name=name, created_at=clock.now(), updated_at=clock.now())
