"""What segments do about decisions on contacts: who moved is noted of the contact that is left."""

from collections.abc import Sequence

from server.contacts.events import ContactErased, ContactMerged
from server.core import rooms
from server.segments.models import SegmentMove


def contact_merged(event: ContactMerged, told: Sequence[str]) -> None:
    """Two contacts are one: where the one who went had been, the one who stayed has been."""
    for team_id in rooms.ids_in(told, rooms.TEAM):
        SegmentMove.objects.for_team(team_id).filter(contact_id=event.gone_id).update(contact_id=event.kept_id)


def contact_erased(event: ContactErased, told: Sequence[str]) -> None:
    """A contact is forgotten: the figures of segments stay, and nothing that says whose they were."""
    for team_id in rooms.ids_in(told, rooms.TEAM):
        SegmentMove.objects.for_team(team_id).filter(contact_id=event.contact_id).delete()
