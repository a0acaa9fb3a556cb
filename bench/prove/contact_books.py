"""The results of bulk actions, undos and exports of contacts, for proofs that compare two of them."""

import hashlib
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import openpyxl
from django.db.models import Count, F

from bench.prove.import_books import contacts_of, labels_of, standing_of
from server.activity.models import Activity
from server.contacts.models import BulkAction, ContactEntry, ContactExport, ImportImage, ImportJob, SelectionPart
from server.contacts.services.export_downloads import FILES
from server.contacts.services.importing import undo_reports
from server.core.models import OutboxEvent
from server.notifications.models import Notification

OF_BULK = ["kind", "state", "total", "done", "changed", "reason"]
# Without the number of before-images, which depends on how the import was split into chunks.
OF_UNDO = ["removed", "restored", "kept", "reason"]
OF_EXPORT = ["format", "state", "total", "gathered", "rows", "reason"]


def left_by_bulk(team_id: UUID) -> dict[str, Any]:
    row = BulkAction.objects.for_team(team_id).order_by("-pk")[0]
    return {
        "contacts": contacts_of(team_id),
        "labels": labels_of(team_id),
        "quota": standing_of(team_id),
        "act": {name: getattr(row, name) for name in OF_BULK},
        "entries": _counted(ContactEntry.objects.for_team(team_id), "kind"),
        "told": _list_events(team_id, "contacts.contact.changed"),
        "recorded": _counted(Activity.objects.for_team(team_id), "action"),
        "kept keys": SelectionPart.objects.for_team(team_id).count(),
    }


def left_by_undo(team_id: UUID) -> dict[str, Any]:
    job = ImportJob.objects.for_team(team_id).order_by("-pk")[0]
    report = undo_reports.get_path(job.pk)
    lines = sorted(report.read_bytes().splitlines()) if report.exists() else []
    return {
        "contacts": contacts_of(team_id),
        "labels": labels_of(team_id),
        "quota": standing_of(team_id),
        "import": job.state,
        "undo": {name: getattr(job.undo, name) for name in OF_UNDO},
        "report": (len(lines), hashlib.sha256(b"\n".join(lines)).hexdigest()),
        "images": ImportImage.objects.for_team(team_id).filter(import_id=job.pk).count(),
        "told": _list_events(team_id, "contacts.contact.changed"),
        "notified": Notification.objects.for_team(team_id).filter(kind="import.undone").count(),
    }


def left_by_export(team_id: UUID) -> dict[str, Any]:
    row = ContactExport.objects.for_team(team_id).order_by("-pk")[0]
    lines = sorted(_lines(row))
    return {
        "export": {name: getattr(row, name) for name in OF_EXPORT},
        "lines": (len(lines), hashlib.sha256("\n".join(lines).encode()).hexdigest()),
        "files": sorted(path.name for path in FILES.path_of(row).parent.iterdir()),
        "contacts": contacts_of(team_id),
        "quota": standing_of(team_id),
        "told": Notification.objects.for_team(team_id).filter(kind="export.finished").count(),
        "recorded": _counted(Activity.objects.for_team(team_id), "action"),
        "kept keys": SelectionPart.objects.for_team(team_id).count(),
    }


def _lines(row: ContactExport) -> Iterator[str]:
    path = FILES.path_of(row)
    if row.format == "csv":
        yield from path.read_text("utf-8-sig").splitlines()
        return
    sheet = openpyxl.load_workbook(path, read_only=True).active
    yield from (repr(cells) for cells in sheet.iter_rows(values_only=True))


def _counted(rows: Any, name: str) -> list[tuple[Any, ...]]:
    return sorted(rows.values(name).annotate(rows=Count("pk")).values_list(name, "rows"))


def _list_events(team_id: UUID, name: str) -> list[tuple[str, int]]:
    told = OutboxEvent.objects.filter(name=name, rooms__contains=[f"team:{team_id}"]).order_by("pk")
    return list(told.annotate(action=F("payload__action"), count=F("payload__count")).values_list("action", "count"))
