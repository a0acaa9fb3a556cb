"""Queries of followed segments."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.models import Contact
from server.segments.models import Membership, SegmentMove, SegmentWatch
from server.segments.schemas import FollowingOut, MovedOut
from server.segments.selectors import segments as selectors
from server.segments.watchers import PEOPLE

NEWEST = 10


def following(*, team_id: UUID, segment_id: int) -> FollowingOut:
    """Returns recent membership changes, and their counts since the segment is watched. Raises NotFound."""
    selectors.get(team_id=team_id, segment_id=segment_id)
    watch = SegmentWatch.objects.for_team(team_id).filter(segment_id=segment_id, watcher=PEOPLE).first()
    membership = Membership.objects.for_team(team_id).filter(pk=segment_id).first()
    if watch is None or membership is None:
        return FollowingOut(followed=False)
    moves = [*_newest(team_id, segment_id, entered=True), *_newest(team_id, segment_id, entered=False)]
    people = Contact.objects.for_team(team_id).in_bulk({move.contact_id for move in moves})
    shown = [_shown(move, people.get(move.contact_id)) for move in moves]
    return FollowingOut(
        followed=True,
        since=membership.since,
        looked_at=membership.looked_at,
        members=membership.members,
        entered=membership.entered,
        left=membership.left,
        newest_in=[one for move, one in zip(moves, shown, strict=True) if move.entered],
        newest_out=[one for move, one in zip(moves, shown, strict=True) if not move.entered],
        revision=membership.revision,
    )


def followed_ids(team_id: UUID) -> frozenset[int]:
    rows = SegmentWatch.objects.for_team(team_id).filter(watcher=PEOPLE)
    return frozenset(rows.values_list("segment_id", flat=True))


def _newest(team_id: UUID, segment_id: int, *, entered: bool) -> Sequence[SegmentMove]:
    rows = SegmentMove.objects.for_team(team_id).filter(segment_id=segment_id, entered=entered)
    return list(rows.order_by("-pk")[:NEWEST])


def _shown(move: SegmentMove, contact: Contact | None) -> MovedOut:
    return MovedOut(
        key=move.pk,
        at=move.at,
        contact_id=contact.pk if contact else None,
        fullname=contact.fullname if contact else "",
        email=contact.email if contact else "",
    )
