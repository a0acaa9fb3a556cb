"""Imports on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from server.contacts.states import ImportState
from server.core.schemas import Out, Schema


class Forecast(Out):
    """What a file would do, row by row; `exact` is false where the file was too long to look at all of it in time.

    `new` and `existing` are addresses, `duplicates` rows that repeat one, `bad` rows that can't be taken.
    """

    new: int = 0
    existing: int = 0
    duplicates: int = 0
    bad: int = 0
    rows: int = 0
    exact: bool = True


class ColumnOut(Out):
    """A column of the file: its heading, its first cells, and what it would be imported as."""

    heading: str
    cells: list[str]
    target: str | None


class ImportOut(Out):
    """CONT-38: an import, whole. `failed` counts the rows of the error file."""

    import_id: UUID
    file: str
    fullname: str
    state: ImportState
    total: int
    done: int
    added: int
    updated: int
    failed: int
    reason: str
    revision: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class PreparedOut(ImportOut):
    """An import that waits to be started: what was told from the file."""

    size_bytes: int
    encoding: str
    delimiter: str
    date_order: str
    columns: list[ColumnOut]
    forecast: Forecast
    consent_needed: bool


class StartIn(Schema):
    """Starts a prepared import. `mapping` has a target (or null) per column, the suggested one where left out."""

    import_id: UUID
    mapping: Annotated[list[str | None], Field(max_length=100)] | None = None
    label_ids: Annotated[list[int], Field(max_length=20)] = []
    date_order: Literal["dmy", "mdy"] | None = None
    consent: bool = False


class StatusQuery(Schema):
    """Which import; the running or last one where left out."""

    import_id: UUID | None = None


class StatusOut(Out):
    """The import that runs or, when none does, the last one; null before the first."""

    item: ImportOut | None


class HistoryPage(Out):
    """Imports that were started, newest first."""

    items: Sequence[ImportOut]
    total: int
    page: int
    size: int


class TargetOut(Out):
    """What a column can be imported as; `target` is `custom:<id>` for a custom field."""

    target: str
    title: str
    required: bool


class SettingOut(Out):
    """What the wizard needs to know before a file is chosen (CONT-62, CONT-63)."""

    most_bytes: int
    extensions: list[str]
    delimiters: list[str]
    encodings: list[str]
    targets: list[TargetOut]
    consent_needed: bool
    contacts_left: int
    poll_seconds: int
