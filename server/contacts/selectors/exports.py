"""Queries of exports."""

from uuid import UUID

from django.db.models import QuerySet

from server.contacts.models import ContactExport
from server.contacts.states import BulkState

MAX_LISTED = 20


def list_running(team_id: UUID) -> list[ContactExport]:
    return list(query_exports(team_id).filter(state=BulkState.RUNNING).order_by("pk")[:MAX_LISTED])


def query_exports(team_id: UUID) -> QuerySet[ContactExport]:
    return ContactExport.objects.for_team(team_id)


def exists(*, team_id: UUID, export_id: UUID) -> bool:
    return query_exports(team_id).filter(pk=export_id).exists()
