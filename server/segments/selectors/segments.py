"""Queries of segments."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Lower

from server.core.errors import NotFound
from server.segments.models import Segment


def query_segments(team_id: UUID) -> QuerySet[Segment]:
    return Segment.objects.for_team(team_id).order_by(Lower("name"), "pk")


def get_segment(*, team_id: UUID, segment_id: int) -> Segment:
    """Raises NotFound."""
    segment = Segment.objects.for_team(team_id).filter(pk=segment_id).first()
    if segment is None:
        raise NotFound
    return segment


def lock_segment(*, team_id: UUID, segment_id: int) -> Segment:
    """Raises NotFound."""
    segment = Segment.objects.for_team(team_id).select_for_update().filter(pk=segment_id).first()
    if segment is None:
        raise NotFound
    return segment


def list_referring_names(team_id: UUID, segment_id: int) -> Sequence[str]:
    rows = query_segments(team_id).filter(segment_ids__contains=[segment_id])
    return list(rows.values_list("name", flat=True))
