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
    StageMove,
)
from server.contacts.schemas.timeline import (
    ChangeEntryOut,
    ConsentEntryOut,
    ImportEntryOut,
    ImportRef,
    NoteEntryOut,
    StageEntryOut,
    StageMoveOut,
)
from server.contacts.selectors import consents, notes
from server.contacts.sql.timeline import BLOCK_BITS, newest
from server.contacts.states import ConsentWay, ImportState
from server.contacts.timeline import TimelineEntry, TimelineRequest, TimelineSource


def _entries(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = ContactEntry.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id, kind__in=asked.kinds)
    return [
        TimelineEntry(row.at, row.pk, row.kind, {**row.details, "fullname": row.fullname})
        for row in newest(rows, asked)
    ]


def _notes(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = ContactNote.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    return [
        TimelineEntry(row.at, row.pk, "noted", {"note": notes.shape(row), "fullname": row.fullname})
        for row in newest(rows, asked)
    ]


def _consents(asked: TimelineRequest) -> list[TimelineEntry]:
    # An unsubscribe by email appears in the timeline as an event of that email.
    rows = ContactConsent.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    rows = rows.exclude(way=ConsentWay.MAIL)
    if len(asked.kinds) == 1:
        rows = rows.filter(given="agreed" in asked.kinds)
    return [
        TimelineEntry(
            row.at,
            row.pk,
            "agreed" if row.given else "withdrew",
            {"consent": consents.shape(row), "fullname": row.fullname},
        )
        for row in newest(rows, asked)
    ]


def _moves(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = StageMove.objects.for_team(asked.team_id).filter(contact_id=asked.contact_id)
    return [
        TimelineEntry(
            row.at,
            row.pk,
            "moved",
            {
                "stage": StageMoveOut(before=row.before or None, after=row.after or None),
                "fullname": row.fullname,
            },
        )
        for row in newest(rows, asked)
    ]


def _imports(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = ImportTouch.objects.for_team(asked.team_id).filter(
        is_new=False, block=asked.contact_id >> BLOCK_BITS, contact_ids__contains=[asked.contact_id]
    )
    touches = newest(rows, asked)
    known = {job.pk: job for job in _jobs(asked.team_id, {row.import_id for row in touches})}
    return [TimelineEntry(row.at, row.pk, "imported", _imported(known.get(row.import_id))) for row in touches]


def _making(asked: TimelineRequest) -> list[TimelineEntry]:
    contact = Contact.objects.for_team(asked.team_id).filter(pk=asked.contact_id).first()
    if contact is None:
        return []
    if asked.before_at is not None and (contact.created_at, 0) >= (asked.before_at, asked.before_id):
        return []
    job = consents.import_that_made(contact)
    return [TimelineEntry(contact.created_at, 0, "added", _imported(job) if job else {})]


def _jobs(team_id: UUID, ids: set[UUID]) -> list[ImportJob]:
    return list(ImportJob.objects.for_team(team_id).filter(pk__in=ids)) if ids else []


def _imported(job: ImportJob | None) -> dict[str, Any]:
    if job is None:
        return {}
    origin = ImportRef(import_id=job.pk, file=job.file, undone=job.state == ImportState.UNDONE)
    return {"imported": origin, "fullname": job.fullname}


SOURCES = (
    TimelineSource("contact", ("added",), ImportEntryOut, _making),
    TimelineSource("import", ("imported",), ImportEntryOut, _imports),
    TimelineSource("entry", ("changed", "labelled", "merged", "preferred"), ChangeEntryOut, _entries),
    TimelineSource("funnel", ("moved",), StageEntryOut, _moves),
    TimelineSource("note", ("noted",), NoteEntryOut, _notes),
    TimelineSource("consent", ("agreed", "withdrew"), ConsentEntryOut, _consents),
)
