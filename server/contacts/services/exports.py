"""Requests and ends exports of contacts; `export_runs.py` runs them.

Contacts created after the request are not included. A selection by rules is stored with the request (`selections.py`).
"""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

import polars as pl
from django.db import transaction

from server.activity.services import record
from server.contacts import events, export_columns, permissions, rule_selection
from server.contacts.filters import ContactFilter
from server.contacts.models import Contact, ContactExport
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import fields as field_selectors
from server.contacts.services import selections
from server.contacts.services.export_downloads import FILES
from server.contacts.states import BulkState, ExportFormat
from server.core import clock, rooms, unfinished
from server.core.callers import Caller
from server.core.errors import NotAuthorized
from server.core.events import publish
from server.core.exports import lifecycle
from server.core.exports.lifecycle import ExportLifecycle
from server.core.task_states import TaskState
from server.notifications.services.creation import notify
from server.teams.models import Team
from server.teams.time_zones import parse_zone

ROOM = "bulk"  # exports appear together with bulk actions
CONTACTS_KIND, SUBJECT_KIND = "export", "subject"


def start(
    *,
    team_id: UUID,
    chosen: Sequence[int] | ContactFilter,
    columns: Sequence[str],
    by: Caller,
    file_format: ExportFormat = ExportFormat.CSV,
) -> ContactExport:
    """Requests an export of contacts by ids or filter. A job creates it.

    Raises ExportUnfinished while another export of the user runs, FieldsInvalid for an unknown column, the errors of
    segment rules, StorageFull and TooManyUnfinished.
    """
    wanted, ids = (chosen, None) if isinstance(chosen, ContactFilter) else (None, list(chosen))
    keys = _select_by_rules(team_id, wanted)
    known = export_columns.build_export_columns(field_selectors.query_fields(team_id), language=by.language)
    shown = export_columns.select_columns(columns, known)
    newest = Contact.objects.for_team(team_id).order_by("-pk").values_list("pk", flat=True).first()
    return _start(
        ContactExport(
            format=file_format,
            columns=[[column.name, column.title] for column in shown],
            ids=ids,
            filter=None if wanted is None else wanted.model_dump(mode="json"),
            until_id=newest or 0,
        ),
        team_id,
        by,
        keys,
    )


def start_subject(*, team_id: UUID, contact_id: int, by: Caller) -> ContactExport:
    """Requests an export of all data about a contact. A job creates it.

    Raises NotFound, StorageFull, TooManyUnfinished, and ExportUnfinished while the same export runs.
    """
    contact = selectors.get_contact(team_id=team_id, contact_id=contact_id)
    row = ContactExport(format=ExportFormat.ZIP, columns=[], contact_id=contact.pk, until_id=contact.pk, total=1)
    return _start(row, team_id, by)


def _start(row: ContactExport, team_id: UUID, by: Caller, keys: pl.Series | None = None) -> ContactExport:
    row.team_id, row.user_id, row.fullname, row.created_at = team_id, by.user_id, by.fullname, clock.now()
    row.zone = str(parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id)))
    with transaction.atomic():
        unfinished.check_unfinished(ContactExport.objects.for_team(team_id), team_id=team_id)
        lifecycle.start(row)
        if keys is not None:
            selections.store_selection(team_id=team_id, selection_id=row.pk, keys=keys)
        _publish(row)
    return row


def _select_by_rules(team_id: UUID, wanted: ContactFilter | None) -> pl.Series | None:
    if wanted is None or not rule_selection.has_rules(wanted):
        return None
    return selectors.list_ids(team_id=team_id, wanted=wanted)


def stop(*, team_id: UUID, export_id: UUID, by: Caller) -> ContactExport:
    """Stops an export and discards its file. No-op if it has ended.

    Raises NotFound, and NotAuthorized without the export permission.
    """
    with transaction.atomic():
        row = EXPORTS.lock(team_id=team_id, export_id=export_id)
        if not by.may(permissions.EXPORT):
            raise NotAuthorized
        EXPORTS.stop(row)
    return row


def discard_subjects(*, team_id: UUID, contact_ids: Sequence[int]) -> None:
    """Deletes the data exports of contacts. Their files are deleted on commit."""
    rows = ContactExport.objects.for_team(team_id).filter(contact_id__in=contact_ids)
    for export_id in rows.values_list("pk", flat=True):
        transaction.on_commit(partial(FILES.discard, export_id))
    rows.delete()


def build_state(row: ContactExport) -> dict[str, Any]:
    return {
        "bulk_id": row.pk,
        "kind": CONTACTS_KIND if row.contact_id is None else SUBJECT_KIND,
        "user_id": row.user_id,
        "fullname": row.fullname,
        "state": BulkState(row.state),
        "total": row.total,
        "done": row.rows,
        "changed": row.rows,
        "reason": row.reason,
        "revision": row.revision,
        "created_at": row.created_at,
        "finished_at": row.finished_at,
    }


def _publish(row: ContactExport) -> None:
    publish(
        events.BulkActionChanged(**build_state(row)), rooms=[rooms.team(row.team_id), rooms.build_room(ROOM, row.pk)]
    )


def _publish_end(row: ContactExport) -> None:
    selections.delete_selection(team_id=row.team_id, selection_id=row.pk)
    _publish(row)
    if row.state == TaskState.DONE:
        notify("export.finished", team_id=row.team_id, user_id=row.user_id, subject=str(row.pk), rows=row.rows)
        record(team_id=row.team_id, reference="contact", action="EXPORT", name=FILES.name_of(row), by=row)
    elif row.state == TaskState.FAILED:
        notify("export.failed", team_id=row.team_id, user_id=row.user_id, subject=str(row.pk))


EXPORTS = ExportLifecycle(ContactExport, FILES, on_end=_publish_end)
