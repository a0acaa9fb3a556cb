"""Timeline entries of segments that a contact entered and left."""

from server.contacts.sql.timeline import list_newest
from server.contacts.timeline import TimelineEntry, TimelineRequest, TimelineSource
from server.segments.models import MembershipChange
from server.segments.schemas import SegmentEntryOut, SegmentRef

ENTERED, LEFT = "entered", "left"


def _list_membership_changes(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = MembershipChange.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    if len(asked.kinds) == 1:
        rows = rows.filter(entered=ENTERED in asked.kinds)
    return [
        TimelineEntry(
            row.at,
            row.pk,
            ENTERED if row.entered else LEFT,
            {"segment": SegmentRef(segment_id=row.segment_id, name=row.name)},
        )
        for row in list_newest(rows, asked)
    ]


SOURCES = (TimelineSource("segment", (ENTERED, LEFT), SegmentEntryOut, _list_membership_changes, after="funnel"),)
