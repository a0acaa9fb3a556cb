"""Imports on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.states import Doubt, Existing, ImportState, WrongValues
from server.contacts.values import MAPPING_NAME_LENGTH, clean_text
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, BigId, Flag


def _name(text: str) -> str:
    cleaned = clean_text(text)
    if not cleaned:
        raise ValueError("Give it a name.")
    return cleaned


class Forecast(Out):
    """What a file would do, row by row; `exact` is false where the file was too long to look at all of it in time.

    `new` and `existing` are addresses, `duplicates` rows that repeat one, `bad` rows that can't be taken, `emptied`
    rows that are taken without a value that can't be read, `emptiedNew` those of them whose address is new.
    """

    new: int = 0
    existing: int = 0
    duplicates: int = 0
    bad: int = 0
    emptied: int = 0
    emptied_new: int = 0
    rows: int = 0
    exact: bool = True


# Before the decimals of a number. The file's own one, column by column, where none is given.
DecimalMark = Literal[".", ","]
Word = Literal["good", "look", "risky"]
Finding = Literal[
    "syntax",
    "bounced",
    "complained",
    "unsubscribed",
    "suppressed",
    "disposable",
    "role",
    "duplicate",
    "existing",
    "free",
]
FINDINGS: tuple[Finding, ...] = get_args(Finding)


class FindingOut(Out):
    """Something that was found in a list: how often, and some of it."""

    kind: Finding
    count: int
    samples: list[str]


class ListVerdictOut(Out):
    """How good a list looks, told from `rows` rows with `addresses` different addresses.

    `syntax` and `duplicate` count rows, the other findings addresses.
    """

    word: Word
    rows: int
    addresses: int
    findings: list[FindingOut]


class MappingRef(Out):
    """The mapping that a file's suggestion was taken from; `name` is empty for one that was remembered.

    `isSame` says that it was of a file with the very same columns.
    """

    mapping_id: int
    name: str
    file: str
    fullname: str
    used_at: datetime
    is_same: bool


class ColumnOut(Out):
    """A column of the file: its heading, its first cells, and what it would be imported as."""

    heading: str
    cells: list[str]
    target: str | None


class UndoOut(Out):
    """How far an import is taken back, or how that ended; `reason` says why it could not go on."""

    fullname: str
    total: int
    done: int
    removed: int
    restored: int
    kept: int
    reason: str
    started_at: datetime
    finished_at: datetime | None


class UndoForecast(Out):
    """What taking an import back would do with the contacts that this call has looked at: removed, put back as they
    were, and kept since they were changed meanwhile. `done` of `total` were looked at; the next call goes on at
    `nextId` and `nextBlock`, null after the last. Until `until` it can be done.
    """

    removed: int
    restored: int
    kept: int
    done: int
    total: int
    next_id: int | None = None
    next_block: int | None = None
    until: datetime | None


class UndoForecastQuery(Schema):
    """Where the look goes on, as the former call told it; at the beginning where left out."""

    after_id: Annotated[int, Field(ge=0, lt=1 << 63), NOT_BOOLEAN] = 0
    after_block: Annotated[int, Field(ge=-1, lt=1 << 63), NOT_BOOLEAN] = -1


class ConfirmationOut(Out):
    """Whom an import has brought and asks to confirm: how many are to be asked, were, have confirmed and have said no.
    `askWaits`: the plan has no mail left for so many; it is tried again each hour.
    """

    to_ask: int
    asked: int
    confirmed: int
    declined: int
    ask_waits: bool


class ImportOut(Out):
    """CONT-38: an import, whole. `failed` counts the rows that were set aside, `skipped` those of contacts that were
    left as they were, `leftOut` those that were left out by choice, `emptied` those that were taken without a value
    that can't be read. The error file has the rows of `failed` and of `emptied`. Until `undoUntil` the import can be
    taken back.
    """

    import_id: UUID
    file: str
    fullname: str
    state: ImportState
    total: int
    done: int
    added: int
    updated: int
    skipped: int
    left_out: int
    failed: int
    emptied: int
    existing: Existing
    wrong_values: WrongValues
    reason: str
    revision: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    undo_until: datetime | None
    undo: UndoOut | None
    confirmation: ConfirmationOut | None


class PreparedOut(ImportOut):
    """An import that waits to be started: what was told from the file.

    `sheets` names the sheets of a workbook that can be chosen, `sheet` is the place of the one that is.
    """

    size_bytes: int
    form: str
    encoding: str
    sheets: list[str]
    sheet: int | None
    delimiter: str
    date_order: str
    decimal_mark: DecimalMark = Field(description="Comma where a column has numbers such as 1.234,5.")
    columns: list[ColumnOut]
    forecast: Forecast
    verdict: ListVerdictOut
    mapping_from: MappingRef | None
    consent_needed: bool


class ChooseSheetIn(Schema):
    """Another sheet of a workbook that waits to be started, by its place."""

    import_id: UUID
    sheet: Annotated[int, Field(ge=0, lt=1_000), NOT_BOOLEAN]


# A file of failed rows that comes back has two columns more than a file may have.
Mapping = Annotated[list[str | None], Field(max_length=102)]


class ImportPreviewIn(Schema):
    """How a prepared file would be understood with this mapping: a target, or null, for each column."""

    import_id: UUID
    mapping: Mapping
    date_order: Literal["dmy", "mdy"] | None = None
    decimal_mark: DecimalMark | None = None
    wrong_values: WrongValues = WrongValues.SET_ASIDE


class ImportVerdictIn(Schema):
    """Which column of a prepared file holds the addresses, by its place."""

    import_id: UUID
    column: Annotated[int, Field(ge=0, lt=1_000), NOT_BOOLEAN]


class ImportVerdictOut(Out):
    """What the file would do, and how good its list looks, with the addresses in that column."""

    forecast: Forecast
    verdict: ListVerdictOut


class ImportExampleOut(Out):
    """A cell as it stands in a row of the file, and what would be stored; null, and why, where it doesn't fit."""

    row: int
    read: str
    stored: str | None
    reason: str


class ImportColumnPreviewOut(Out):
    """How a column would be understood: its cells that aren't empty, those that don't fit, and some of both."""

    filled: int
    wrong: int
    examples: list[ImportExampleOut]


class ImportPreviewOut(Out):
    """`columns` in the file's order, null for one that is left out; `forecast` is that of the whole mapping."""

    columns: list[ImportColumnPreviewOut | None]
    forecast: Forecast


class MappingOut(MappingRef):
    """A mapping of the team, and what it makes of the columns of the file that was asked about: a target or null each.

    `fit` is the share of columns that both have.
    """

    columns: int
    mapping: list[str | None]
    fit: float


class MappingsQuery(Schema):
    """The file that the mappings are for; all mappings are told where it is left out."""

    import_id: UUID | None = None


class MappingsOut(Out):
    """What the team's files became before, what fits best first."""

    items: list[MappingOut]


MappingName = Annotated[str, Field(min_length=1, max_length=MAPPING_NAME_LENGTH), AfterValidator(_name)]


class MappingIn(Schema):
    """Keeps what the columns of a file become, under a name."""

    import_id: UUID
    name: MappingName
    mapping: Mapping


class MappingChange(Schema):
    """Another name for a mapping. One that was remembered is kept by it."""

    name: MappingName


class StartIn(Schema):
    """Starts a prepared import. `mapping` has a target (or null) per column, the suggested one where left out.

    With `confirms` each contact that it adds waits, and is mailed a link to confirm.
    """

    import_id: UUID
    mapping: Mapping | None = None
    label_ids: Annotated[list[BigId], Field(max_length=20)] = []
    date_order: Literal["dmy", "mdy"] | None = None
    decimal_mark: DecimalMark | None = None
    consent: Flag = False
    existing: Existing = Existing.OVERWRITE
    wrong_values: WrongValues = WrongValues.SET_ASIDE
    leave_out: Annotated[list[Doubt], Field(max_length=3)] = []
    confirms: Flag = False


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
