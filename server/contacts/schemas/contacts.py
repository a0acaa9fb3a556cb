"""Schemas of contacts."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.accounts.models import EMAIL_LENGTH
from server.contacts.causes import TIME_ZONE_NAME_UNKNOWN
from server.contacts.filters import MAX_IDS_PER_REQUEST, ContactFilter, Stages
from server.contacts.states import ContactState, Stage
from server.contacts.values import (
    MAX_COMPANY_LENGTH,
    MAX_CONTACT_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_PHONE_LENGTH,
    MAX_TIMEZONE_LENGTH,
    CustomValue,
    Gender,
    clean_country,
    clean_email,
    clean_lines,
    clean_phone,
    clean_text,
    clean_timezone,
)
from server.core.bounded_types import BigId, CalendarDate, Flag, Integer
from server.core.causes import NOT_EMAIL, NOT_PHONE_NUMBER, CauseError
from server.core.edits import MAX_BASE_VALUES, MAX_NAME_LENGTH
from server.core.pagination import SORT, Page, PageQuery
from server.core.schemas import Out, Schema


def _validate_email(text: str) -> str:
    email = clean_email(text)
    if email is None:
        raise CauseError(NOT_EMAIL, example="name@example.com")
    return email


def _validate_phone(text: str) -> str:
    phone = clean_phone(text)
    if phone is None:
        raise CauseError(NOT_PHONE_NUMBER, min=6, max=15)
    return phone


def _validate_timezone(text: str) -> str:
    timezone = clean_timezone(text)
    if timezone is None:
        raise CauseError(TIME_ZONE_NAME_UNKNOWN, example="Asia/Jakarta")
    return timezone


Email = Annotated[str, Field(max_length=EMAIL_LENGTH + 20), AfterValidator(_validate_email)]
Phone = Annotated[str, Field(max_length=MAX_PHONE_LENGTH), AfterValidator(_validate_phone)]
# Allows for the UTC offset shown with a name.
Timezone = Annotated[str, Field(max_length=MAX_TIMEZONE_LENGTH + 20), AfterValidator(_validate_timezone)]
Name = Annotated[str, Field(max_length=MAX_CONTACT_NAME_LENGTH), AfterValidator(clean_text)]
ContactIds = Annotated[list[BigId], Field(max_length=MAX_IDS_PER_REQUEST)]


class ContactFields(Schema):
    """Fields of a contact in a request. Omitted fields are unchanged. `customField` is {field id: value}."""

    firstname: Name = ""
    lastname: Name = ""
    phone: Phone = ""
    birthday: CalendarDate | None = None
    gender: Gender | Literal[""] = ""
    city: Name = ""
    country: Annotated[str, Field(max_length=MAX_CONTACT_NAME_LENGTH), AfterValidator(clean_country)] = ""
    timezone: Timezone = ""
    company: Annotated[str, Field(max_length=MAX_COMPANY_LENGTH), AfterValidator(clean_text)] = ""
    note: Annotated[str, Field(max_length=MAX_NOTE_LENGTH), AfterValidator(clean_lines)] = ""
    funnel: Stage | Literal[""] = ""
    label_ids: Annotated[list[BigId], Field(max_length=100)] = []
    custom_field: dict[BigId, CustomValue] = {}


class ContactIn(ContactFields):
    """A new contact."""

    email: Email


class ContactChange(ContactFields):
    """Changes to a contact. Omitted fields are unchanged.

    `base` has previous values of fields in the request, by name; `customField.<id>` for a custom field. If a stored
    value differs from it and from the new one, the request fails with `editConflict`.
    """

    email: Email | None = None
    base: Annotated[
        dict[Annotated[str, Field(max_length=MAX_NAME_LENGTH)], CustomValue], Field(max_length=MAX_BASE_VALUES)
    ] = {}


class LabelRef(Out):
    """A label of a contact. `color` is an index into a palette of eight colors."""

    id: int
    name: str
    color: int


class ContactOut(Out):
    """A contact. `timezoneGuess` is set if `timezone` is empty and can be derived from country and city."""

    # CONT-01 to 15, CONT-18.

    contact_id: int
    email: str
    firstname: str
    lastname: str
    fullname: str
    phone: str
    birthday: date | None
    gender: str
    city: str
    country: str
    timezone: str
    timezone_guess: str | None
    company: str
    note: str
    funnel: str
    optin: bool
    state: ContactState
    labels: list[LabelRef]
    custom_field: dict[str, CustomValue]
    created_at: datetime
    updated_at: datetime
    revision: int


class ContactPage(Page[ContactOut]):
    """A page of contacts. `next` is the cursor of the next page. It stays correct when contacts are added."""

    next: str | None


class ContactListQuery(PageQuery):
    """Filters and order of the list. `page` is ignored if `after` has the `next` cursor of a previous page."""

    whole: Flag = False
    label_ids: Annotated[list[BigId], Field(max_length=100)] = []
    states: Annotated[list[ContactState], Field(max_length=5)] = []
    stages: Stages = []
    segment_id: BigId | None = None
    after: str | None = Field(None, max_length=500)

    def filter(self) -> ContactFilter:
        return ContactFilter(**self.model_dump(include=set(ContactFilter.model_fields)))


class ContactSearchIn(ContactFilter):
    """The filters of the list as a request body, for filters that are too long for a URL."""

    page: Integer = Field(1, ge=1, le=1_000_000)
    size: Integer = Field(10, ge=1, le=100)
    sort: str | None = Field(None, max_length=64, pattern=SORT)
    after: str | None = Field(None, max_length=500)

    def query(self) -> "ContactSearchQuery":
        return ContactSearchQuery(**self.model_dump())


class ContactSearchQuery(ContactListQuery):
    """The list query sent as a request body."""

    rules: dict[str, Any] | None = None


class ContactCountOut(Out):
    """Number of matches, counted up to 10,000. `exact` is false if there are more."""

    count: int
    exact: bool


class ContactUsageOut(Out):
    """Contacts of the team compared with the limit of its plan. A `limit` of -1 means unlimited."""

    count: int
    limit: int
    left: int


class DeleteContactsIn(Schema):
    """Contacts by ID, or all that match a filter."""

    ids: ContactIds = []
    filter: ContactFilter | None = None


class ContactsChangedOut(Out):
    """Number of contacts changed. If `queued` is true, they are being changed in the background."""

    count: int
    queued: bool = False


class ContactsDeletedOut(ContactsChangedOut):
    """Number of contacts deleted. They can be restored with `undoId` for ten minutes; null if that is not possible."""

    undo_id: UUID | None = None


class ContactsRestoredOut(Out):
    """Number of contacts restored. `skipped` counts those whose address was added again since."""

    count: int
    skipped: int


class ApplyLabelIn(Schema):
    """Labels to add and remove, and the contacts by ID or filter."""

    ids: ContactIds = []
    filter: ContactFilter | None = None
    add: Annotated[list[BigId], Field(max_length=20)] = []
    remove: Annotated[list[BigId], Field(max_length=20)] = []


class MoveStageIn(Schema):
    """The funnel stage to move contacts to, and the contacts by ID or filter.

    An empty `stage` removes them from the funnel.
    """

    ids: ContactIds = []
    filter: ContactFilter | None = None
    stage: Stage | Literal[""]
