"""Queries of imports."""

from uuid import UUID

from django.db.models import Exists, Max, Min, OuterRef, QuerySet

from server.contacts.models import Contact, ImportConsent, ImportJob, ImportTouch
from server.contacts.states import ImportState
from server.core.errors import NotFound


def get_import(*, team_id: UUID, import_id: UUID) -> ImportJob:
    """Raises NotFound."""
    job = ImportJob.objects.for_team(team_id).select_related("undo").filter(pk=import_id).first()
    if job is None:
        raise NotFound
    return job


def query_started(team_id: UUID) -> QuerySet[ImportJob]:
    rows = ImportJob.objects.for_team(team_id).select_related("undo").exclude(state=ImportState.PREPARED)
    return rows.order_by("-created_at", "-pk")


def find_current(team_id: UUID) -> ImportJob | None:
    """Returns the running import, or else the latest one."""
    running = query_started(team_id).filter(state__in=[ImportState.RUNNING, ImportState.UNDOING]).first()
    return running or query_started(team_id).first()


def has_consented(team_id: UUID) -> bool:
    """CONT-63: whether the team has confirmed that its contacts opted in."""
    return ImportConsent.objects.for_team(team_id).exists()


def query_created(job: ImportJob) -> QuerySet[Contact]:
    touches = ImportTouch.objects.for_team(job.team_id).filter(import_id=job.pk, is_new=True)
    span = touches.aggregate(low=Min("low"), high=Max("high"))
    own = touches.filter(at=OuterRef("created_at"), low__lte=OuterRef("pk"), high__gte=OuterRef("pk"))
    rows = Contact.objects.for_team(job.team_id).filter(pk__gte=span["low"] or 0, pk__lte=span["high"] or 0)
    return rows.filter(Exists(own))
