"""Background work on a team's contacts that can be killed, one row each, for the proof of contacts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Model

from bench.people import ENCODING, people
from bench.prove import contact_books
from bench.prove.import_books import left_by
from server.contacts.filters import ContactFilter
from server.contacts.models import BulkAction, ContactExport, ContactLabel, CustomField, ImportJob, ImportUndo
from server.contacts.services import bulk, exports, labels
from server.contacts.services.importing import imports, undos
from server.contacts.services.importing.imports import ImportChoices
from server.contacts.states import ExportFormat
from server.core.exports.lifecycle import build_job_key
from server.core.models import Job
from server.segments.columns import building
from tests.cast import Person

Books = dict[str, Any]


NOT_FROM_JAKARTA = {
    "kind": "group",
    "rules": [{"kind": "field", "field": "city", "operator": "isNot", "value": "Jakarta"}],
}


@dataclass(frozen=True, slots=True)
class Act:
    """One kind of such work.

    `begin` starts it and returns the key of its job, `row` is the model with its progress, `left` describes its result.
    """

    begin: Callable[[Person, Path, int], str]
    row: type[Model]
    counter: str
    left: Callable[[UUID], Books]

    def reached(self, team_id: UUID) -> float:
        """The committed share of the work, 0 to 1."""
        newest = self.row.objects.for_team(team_id).order_by("-pk").values_list(self.counter, "total").first()  # type: ignore[attr-defined]
        done, total = newest or (0, None)
        return done / total if total else 0.0

    def runs(self, team_id: UUID) -> bool:
        rows = self.row.objects.for_team(team_id)  # type: ignore[attr-defined]
        return bool(rows.filter(finished_at__isnull=True).exists())


def _import(person: Person, folder: Path, rows: int) -> str:
    return _imported(person, folder, people(rows), label="Newsletter")


def _again(person: Person, folder: Path, rows: int) -> str:
    """The same people with other phone numbers, and a fifth more."""
    return _imported(person, folder, people(rows + rows // 5, phones="+62813"), label="Again")


def _imported(person: Person, folder: Path, lines: Iterable[bytes], *, label: str) -> str:
    team_id, by = person.team.pk, person.caller
    path = folder / f"{person.team.slug}.csv"
    with path.open("wb") as file:
        file.writelines(lines)
    marked = labels.create(team_id=team_id, name=label, by=by)
    job = imports.prepare(team_id=team_id, upload=path, name="people.csv", by=by, encoding=ENCODING)
    imports.start(team_id=team_id, import_id=job.pk, choices=ImportChoices(label_ids=[marked.pk], consent=True), by=by)
    return imports.build_job_key(job.pk)


def _undo(person: Person, _folder: Path, _rows: int) -> str:
    newest = ImportJob.objects.for_team(person.team).order_by("-pk")[0]
    return imports.build_job_key(undos.start(team_id=person.team.pk, import_id=newest.pk, by=person.caller).pk)


def _label(person: Person, _folder: Path, _rows: int) -> str:
    """Adds a label to all contacts outside Jakarta and removes another one, using built columns."""
    team_id, by = person.team.pk, person.caller
    building.refresh_team(team_id)
    old = ContactLabel.objects.for_team(team_id).get(name="Newsletter")
    new = labels.create(team_id=team_id, name="Away", by=by)
    return _bulk(person, "label", {"add": [new.pk], "remove": [old.pk]})


def _delete(person: Person, _folder: Path, _rows: int) -> str:
    """Deletes all contacts outside Jakarta. Their new label is only marked as pending, and in no column yet."""
    return _bulk(person, "delete", {})


def _bulk(person: Person, kind: str, options: bulk.BulkOptions) -> str:
    wanted = ContactFilter(search=None, rules=NOT_FROM_JAKARTA)
    row = bulk.start(team_id=person.team.pk, kind=kind, wanted=wanted, options=options, by=person.caller)
    return f"bulk:{row.pk}"


def _export(person: Person, _folder: Path, _rows: int) -> str:
    return _exported(person, "csv")


def _workbook(person: Person, _folder: Path, _rows: int) -> str:
    return _exported(person, "xlsx")


def _exported(person: Person, kind: str) -> str:
    fields = CustomField.objects.for_team(person.team).order_by("pk").values_list("pk", flat=True)
    columns = ["email", "firstname", "lastname", "phone", "city", "label", *(f"custom:{key}" for key in fields)]
    filters = {"csv": {"rules": NOT_FROM_JAKARTA}, "xlsx": {"search": "ayu"}}
    chosen = ContactFilter.model_validate(filters[kind])
    row = exports.start(
        team_id=person.team.pk, chosen=chosen, columns=columns, file_format=ExportFormat(kind), by=person.caller
    )
    return build_job_key(row)


# The order in which a team runs them.
ACTS: Mapping[str, Act] = {
    "import": Act(_import, ImportJob, "done", left_by),
    "label": Act(_label, BulkAction, "done", contact_books.left_by_bulk),
    "again": Act(_again, ImportJob, "done", left_by),
    "undo": Act(_undo, ImportUndo, "done", contact_books.left_by_undo),
    "export": Act(_export, ContactExport, "gathered", contact_books.left_by_export),
    "workbook": Act(_workbook, ContactExport, "rows", contact_books.left_by_export),
    "delete": Act(_delete, BulkAction, "done", contact_books.left_by_bulk),
}


def job_of(key: str) -> int:
    return Job.objects.filter(key=key).order_by("-pk")[0].pk
