"""Reactions to merged and erased contacts."""

from collections.abc import Sequence

from server.contacts.events import ContactErased, ContactMerged
from server.core import rooms
from server.segments.models import MembershipChange


def contact_merged(event: ContactMerged, told: Sequence[str]) -> None:
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        MembershipChange.objects.for_team(team_id).filter(contact_id=event.gone_id).update(contact_id=event.kept_id)


def contact_erased(event: ContactErased, told: Sequence[str]) -> None:
    """The counts of the segments remain."""
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        MembershipChange.objects.for_team(team_id).filter(contact_id=event.contact_id).delete()
