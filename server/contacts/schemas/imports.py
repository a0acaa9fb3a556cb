"""Schemas of imports."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.states import (
    AddressRisk,
    ExistingContactPolicy,
    ImportState,
    InvalidValuePolicy,
    ListFindingKind,
    ListRating,
)
from server.contacts.values import MAX_MAPPING_NAME_LENGTH, clean_text
from server.core.bounded_types import NOT_BOOLEAN, BigId, Flag
from server.core.causes import NAME_REQUIRED, CauseError
from server.core.schemas import Out, Schema


def _require_name(text: str) -> str:
    cleaned = clean_text(text)
    if not cleaned:
        raise CauseError(NAME_REQUIRED)
    return cleaned


class ImportDryRunOut(Out):
    """Predicted result of importing the file. `exact` is false if the file was too long to analyze completely.

    `new` and `existing` count addresses, `duplicates` rows that repeat an address, `bad` rows that would be rejected,
    and `emptied` rows imported without an unreadable value; `emptiedNew` are those with a new address.
    """

    new: int = 0
    existing: int = 0
    duplicates: int = 0
    bad: int = 0
    emptied: int = 0
    emptied_new: int = 0
    rows: int = 0
    exact: bool = True


# Decimal mark of numbers. Defaults to the detected mark of each column.
DecimalMark = Literal[".", ","]


class ListFindingOut(Out):
    """An issue with the list: its number of occurrences, and samples."""

    kind: ListFindingKind
    count: int
    samples: list[str]


class ListAssessmentOut(Out):
    """Quality of the list, based on `rows` rows with `addresses` different addresses.

    `syntax` and `duplicate` count rows; the other findings count addresses.
    """

    word: ListRating
    rows: int
    addresses: int
    findings: list[ListFindingOut]


class MappingRef(Out):
    """The mapping that the suggestion is based on. `name` is empty if it was stored automatically.

    `isSame` is true if its file had exactly the same columns.
    """

    mapping_id: int
    name: str
    file: str
    fullname: str
    used_at: datetime
    is_same: bool


class ColumnOut(Out):
    """A column of the file: its heading, its first cells, and the suggested target."""

    heading: str
    cells: list[str]
    target: str | None


class ImportUndoOut(Out):
    """Progress or result of undoing an import. `reason` says why it could not continue."""

    fullname: str
    total: int
    done: int
    removed: int
    restored: int
    kept: int
    reason: str
    started_at: datetime
    finished_at: datetime | None


class ImportUndoPreviewOut(Out):
    """Result of undoing the import for the contacts checked by this request.

    Contacts would be `removed`, `restored` to their previous data, or `kept` because they changed since. `done` of
    `total` contacts have been checked. Continue with `nextId` and `nextBlock`; both are null after the last. Undoing is
    possible until `until`.
    """

    removed: int
    restored: int
    kept: int
    done: int
    total: int
    next_id: int | None = None
    next_block: int | None = None
    until: datetime | None


class ImportUndoPreviewQuery(Schema):
    """Where to continue, from the previous response. Omit both in the first request."""

    after_id: Annotated[int, Field(ge=0, lt=1 << 63), NOT_BOOLEAN] = 0
    after_block: Annotated[int, Field(ge=-1, lt=1 << 63), NOT_BOOLEAN] = -1


class ConfirmationOut(Out):
    """Confirmation of the contacts that an import has added. `toAsk` is the number of contacts that need to confirm.

    Of these, `asked` were sent a confirmation email, `confirmed` agreed and `declined` refused. `askWaits` is true if
    emails wait because the plan has too few left; sending is retried every hour.
    """

    to_ask: int
    asked: int
    confirmed: int
    declined: int
    ask_waits: bool


class ImportOut(Out):
    """An import.

    `failed` counts rejected rows, `skipped` rows of existing contacts that were not changed, `leftOut` rows excluded by
    choice, and `emptied` rows imported without an unreadable value. The error file has the rows of `failed` and
    `emptied`. The import can be undone until `undoUntil`.
    """

    # CONT-38

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
    existing: ExistingContactPolicy
    wrong_values: InvalidValuePolicy
    reason: str
    revision: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    undo_until: datetime | None
    undo: ImportUndoOut | None
    confirmation: ConfirmationOut | None


class PreparedImportOut(ImportOut):
    """An import that is ready to start, with the analysis of its file.

    `sheets` are the sheets of a workbook; `sheet` is the index of the selected one.
    """

    size_bytes: int
    form: str
    encoding: str
    sheets: list[str]
    sheet: int | None
    delimiter: str
    date_order: str
    decimal_mark: DecimalMark = Field(description="`comma` if a column has numbers such as 1.234,5.")
    columns: list[ColumnOut]
    forecast: ImportDryRunOut
    verdict: ListAssessmentOut
    mapping_from: MappingRef | None
    consent_needed: bool


class ChooseSheetIn(Schema):
    """Another sheet of a workbook that is ready to import, by index."""

    import_id: UUID
    sheet: Annotated[int, Field(ge=0, lt=1_000), NOT_BOOLEAN]


# A failed-rows file has two columns more than the maximum.
Mapping = Annotated[list[str | None], Field(max_length=102)]


class ImportPreviewIn(Schema):
    """A mapping to try on a prepared file: a target or null for each column."""

    import_id: UUID
    mapping: Mapping
    date_order: Literal["dmy", "mdy"] | None = None
    decimal_mark: DecimalMark | None = None
    wrong_values: InvalidValuePolicy = InvalidValuePolicy.SET_ASIDE


class ImportAssessmentIn(Schema):
    """The index of the column with the email addresses."""

    import_id: UUID
    column: Annotated[int, Field(ge=0, lt=1_000), NOT_BOOLEAN]


class ImportAssessmentOut(Out):
    """Predicted import result and list quality, if the requested column has the email addresses."""

    forecast: ImportDryRunOut
    verdict: ListAssessmentOut


class ImportExampleOut(Out):
    """A cell of the file, and the value to be stored.

    If the cell does not fit, `stored` is null and `reason` says why.
    """

    row: int
    read: str
    stored: str | None
    reason: str


class ImportColumnPreviewOut(Out):
    """How a column would be read: its number of filled cells, those that do not fit, and examples of both."""

    filled: int
    wrong: int
    examples: list[ImportExampleOut]


class ImportPreviewOut(Out):
    """`columns` are in the order of the file; null for a column that is not imported.

    `forecast` applies to the whole mapping.
    """

    columns: list[ImportColumnPreviewOut | None]
    forecast: ImportDryRunOut


class MappingOut(MappingRef):
    """A mapping of the team, applied to the columns of the file: a target or null for each.

    `fit` is the share of columns that match, from 0 to 1.
    """

    columns: int
    mapping: list[str | None]
    fit: float


class MappingsQuery(Schema):
    """The file to apply the mappings to. Without `importId`, all mappings are returned."""

    import_id: UUID | None = None


class MappingsOut(Out):
    """The team’s mappings, best fit first."""

    items: list[MappingOut]


MappingName = Annotated[str, Field(min_length=1, max_length=MAX_MAPPING_NAME_LENGTH), AfterValidator(_require_name)]


class MappingIn(Schema):
    """Saves the mapping of a file under a name."""

    import_id: UUID
    name: MappingName
    mapping: Mapping


class MappingChange(Schema):
    """A new name for a mapping. Naming an automatically stored mapping keeps it permanently."""

    name: MappingName


class StartImportIn(Schema):
    """Starts a prepared import.

    `mapping` has a target or null for each column; without it, the suggested mapping is used. With `confirms`, each
    added contact waits until it has followed the confirmation link in an email.
    """

    import_id: UUID
    mapping: Mapping | None = None
    label_ids: Annotated[list[BigId], Field(max_length=20)] = []
    date_order: Literal["dmy", "mdy"] | None = None
    decimal_mark: DecimalMark | None = None
    consent: Flag = False
    existing: ExistingContactPolicy = ExistingContactPolicy.OVERWRITE
    wrong_values: InvalidValuePolicy = InvalidValuePolicy.SET_ASIDE
    leave_out: Annotated[list[AddressRisk], Field(max_length=3)] = []
    confirms: Flag = False


class ImportStatusQuery(Schema):
    """The import. Without `importId`, the running or latest one."""

    import_id: UUID | None = None


class ImportStatusOut(Out):
    """The running import, or the latest one. Null if there is none."""

    item: ImportOut | None


class ImportHistoryPage(Out):
    """Started imports, newest first."""

    items: Sequence[ImportOut]
    total: int
    page: int
    size: int


class ImportTargetOut(Out):
    """A field that a column can be imported into. `target` is `custom:<id>` for a custom field."""

    target: str
    title: str
    required: bool


class ImportSettingOut(Out):
    """Limits and options for uploading a file."""

    # CONT-62, CONT-63

    most_bytes: int
    extensions: list[str]
    delimiters: list[str]
    encodings: list[str]
    targets: list[ImportTargetOut]
    consent_needed: bool
    contacts_left: int
    poll_seconds: int
