"""Queries of followed segments."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.models import Contact
from server.segments.models import Membership, MembershipChange, SegmentWatch
from server.segments.schemas import MembershipChangeOut, SegmentFollowingOut
from server.segments.selectors import segments as selectors
from server.segments.watchers import USERS

MAX_RECENT_CHANGES = 10


def get_following(*, team_id: UUID, segment_id: int) -> SegmentFollowingOut:
    """The counts start when the segment was first watched. Raises NotFound."""
    selectors.get_segment(team_id=team_id, segment_id=segment_id)
    watch = SegmentWatch.objects.for_team(team_id).filter(segment_id=segment_id, watcher=USERS).first()
    membership = Membership.objects.for_team(team_id).filter(pk=segment_id).first()
    if watch is None or membership is None:
        return SegmentFollowingOut(followed=False)
    moves = [*_list_newest(team_id, segment_id, entered=True), *_list_newest(team_id, segment_id, entered=False)]
    people = Contact.objects.for_team(team_id).in_bulk({move.contact_id for move in moves})
    shown = [_build_change_out(move, people.get(move.contact_id)) for move in moves]
    return SegmentFollowingOut(
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


def list_followed_ids(team_id: UUID) -> frozenset[int]:
    rows = SegmentWatch.objects.for_team(team_id).filter(watcher=USERS)
    return frozenset(rows.values_list("segment_id", flat=True))


def _list_newest(team_id: UUID, segment_id: int, *, entered: bool) -> Sequence[MembershipChange]:
    rows = MembershipChange.objects.for_team(team_id).filter(segment_id=segment_id, entered=entered)
    return list(rows.order_by("-pk")[:MAX_RECENT_CHANGES])


def _build_change_out(move: MembershipChange, contact: Contact | None) -> MembershipChangeOut:
    return MembershipChangeOut(
        key=move.pk,
        at=move.at,
        contact_id=contact.pk if contact else None,
        fullname=contact.fullname if contact else "",
        email=contact.email if contact else "",
    )
