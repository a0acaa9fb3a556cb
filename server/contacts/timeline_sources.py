"""Timeline entries of the contacts app: changes, labels, notes, consents, imports and creation."""

from typing import Any
from uuid import UUID

from server.contacts.models import (
    Contact,
    ContactConsent,
    ContactEntry,
    ContactNote,
    ImportJob,
    ImportTouch,
    StageChange,
)
from server.contacts.schemas.timeline import (
    ChangeEntryOut,
    ConsentEntryOut,
    ImportEntryOut,
    ImportRef,
    NoteEntryOut,
    StageChangeOut,
    StageEntryOut,
)
from server.contacts.selectors import consents, notes
from server.contacts.sql.timeline import BLOCK_BITS, list_newest
from server.contacts.states import ConsentSource, ImportState
from server.contacts.timeline import TimelineEntry, TimelineRequest, TimelineSource


def _list_changes(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = ContactEntry.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id, kind__in=asked.kinds)
    return [
        TimelineEntry(row.at, row.pk, row.kind, {**row.details, "fullname": row.fullname})
        for row in list_newest(rows, asked)
    ]


def _list_notes(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = ContactNote.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    return [
        TimelineEntry(row.at, row.pk, "noted", {"note": notes.build_note_out(row), "fullname": row.fullname})
        for row in list_newest(rows, asked)
    ]


def _list_consents(asked: TimelineRequest) -> list[TimelineEntry]:
    # An unsubscribe by email appears in the timeline as an event of that email.
    rows = ContactConsent.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    rows = rows.exclude(way=ConsentSource.MAIL)
    if len(asked.kinds) == 1:
        rows = rows.filter(given="agreed" in asked.kinds)
    return [
        TimelineEntry(
            row.at,
            row.pk,
            "agreed" if row.given else "withdrew",
            {"consent": consents.build_consent_out(row), "fullname": row.fullname},
        )
        for row in list_newest(rows, asked)
    ]


def _list_stage_changes(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = StageChange.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    return [
        TimelineEntry(
            row.at,
            row.pk,
            "moved",
            {
                "stage": StageChangeOut(before=row.before or None, after=row.after or None),
                "fullname": row.fullname,
            },
        )
        for row in list_newest(rows, asked)
    ]


def _list_imports(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = ImportTouch.objects.for_team(asked.team_id).filter(
        is_new=False, block=asked.contact_id >> BLOCK_BITS, contact_ids__contains=[asked.contact_id]
    )
    touches = list_newest(rows, asked)
    known = {job.pk: job for job in _list_jobs(asked.team_id, {row.import_id for row in touches})}
    return [
        TimelineEntry(row.at, row.pk, "imported", _build_import_details(known.get(row.import_id))) for row in touches
    ]


def _list_creation(asked: TimelineRequest) -> list[TimelineEntry]:
    contact = Contact.objects.for_team(asked.team_id).filter(pk=asked.contact_id).first()
    if contact is None:
        return []
    if asked.before_at is not None and (contact.created_at, 0) >= (asked.before_at, asked.before_id):
        return []
    job = consents.find_creating_import(contact)
    return [TimelineEntry(contact.created_at, 0, "added", _build_import_details(job) if job else {})]


def _list_jobs(team_id: UUID, ids: set[UUID]) -> list[ImportJob]:
    return list(ImportJob.objects.for_team(team_id).filter(pk__in=ids)) if ids else []


def _build_import_details(job: ImportJob | None) -> dict[str, Any]:
    if job is None:
        return {}
    origin = ImportRef(import_id=job.pk, file=job.file, undone=job.state == ImportState.UNDONE)
    return {"imported": origin, "fullname": job.fullname}


SOURCES = (
    TimelineSource("contact", ("added",), ImportEntryOut, _list_creation),
    TimelineSource("import", ("imported",), ImportEntryOut, _list_imports),
    TimelineSource("entry", ("changed", "labelled", "merged", "preferred"), ChangeEntryOut, _list_changes),
    TimelineSource("funnel", ("moved",), StageEntryOut, _list_stage_changes),
    TimelineSource("note", ("noted",), NoteEntryOut, _list_notes),
    TimelineSource("consent", ("agreed", "withdrew"), ConsentEntryOut, _list_consents),
)
