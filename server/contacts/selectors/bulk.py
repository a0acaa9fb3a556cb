"""Queries of bulk actions."""

from uuid import UUID

from server.contacts.models import BulkAction
from server.contacts.states import BulkState

MAX_LISTED = 20


def list_running(team_id: UUID) -> list[BulkAction]:
    rows = BulkAction.objects.for_team(team_id).filter(state=BulkState.RUNNING)
    return list(rows.order_by("pk")[:MAX_LISTED])
