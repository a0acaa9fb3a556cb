"""Contacts on the wire."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import ContactState, Stage
from server.contacts.values import (
    COMPANY_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    PHONE_LENGTH,
    TIMEZONE_LENGTH,
    CustomValue,
    Gender,
    clean_country,
    clean_email,
    clean_lines,
    clean_phone,
    clean_text,
    clean_timezone,
)
from server.core.pagination import SORT, Page, PageQuery
from server.core.schemas import Out, Schema
from server.core.wire_types import BigId, CalendarDate, Flag, Integer

MOST_AT_ONCE = 1_000


def _email(text: str) -> str:
    email = clean_email(text)
    if email is None:
        raise ValueError("Give an email address such as name@example.com.")
    return email


def _phone(text: str) -> str:
    phone = clean_phone(text)
    if phone is None:
        raise ValueError("Give a phone number of 6 to 15 digits.")
    return phone


def _timezone(text: str) -> str:
    timezone = clean_timezone(text)
    if timezone is None:
        raise ValueError("Choose a timezone such as Asia/Jakarta.")
    return timezone


Email = Annotated[str, Field(max_length=EMAIL_LENGTH + 20), AfterValidator(_email)]
Phone = Annotated[str, Field(max_length=PHONE_LENGTH), AfterValidator(_phone)]
# Room for the offset that a name is shown with.
Timezone = Annotated[str, Field(max_length=TIMEZONE_LENGTH + 20), AfterValidator(_timezone)]
Name = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(clean_text)]
Ids = Annotated[list[BigId], Field(max_length=MOST_AT_ONCE)]
# Stages of the funnel; `none` is that of contacts in none.
Stages = Annotated[list[Stage | Literal["none"]], Field(max_length=len(Stage) + 1)]


class ContactFields(Schema):
    """What may be written of a contact; what is left out stays as it is. `customField` is {field id: value}."""

    firstname: Name = ""
    lastname: Name = ""
    phone: Phone = ""
    birthday: CalendarDate | None = None
    gender: Gender | Literal[""] = ""
    city: Name = ""
    country: Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(clean_country)] = ""
    timezone: Timezone = ""
    company: Annotated[str, Field(max_length=COMPANY_LENGTH), AfterValidator(clean_text)] = ""
    note: Annotated[str, Field(max_length=NOTE_LENGTH), AfterValidator(clean_lines)] = ""
    funnel: Stage | Literal[""] = ""
    label_ids: Annotated[list[BigId], Field(max_length=100)] = []
    custom_field: dict[BigId, CustomValue] = {}


class ContactIn(ContactFields):
    """A new contact."""

    email: Email


class ContactChange(ContactFields):
    """A change of a contact."""

    email: Email | None = None


class LabelRef(Out):
    """A label as it stands at a contact; `color` counts into the client's palette of eight."""

    id: int
    name: str
    color: int


class ContactOut(Out):
    """CONT-01 to 15, CONT-18. `timezoneGuess` is set where `timezone` is empty and country and city tell one."""

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
    """A page of contacts; `next` continues the list from its end, however much was added meanwhile."""

    next: str | None


class ContactFilter(Schema):
    """Which contacts: all that carry any of the labels, are in one of the states and one of the stages, match the
    search, and fit the rules or the segment where one is given (segments/rules.py).

    `whole` searches inside the words too (on Enter); as one types, a word is found by how it begins.
    """

    search: str | None = Field(None, max_length=200)
    whole: Flag = False
    label_ids: Annotated[list[BigId], Field(max_length=100)] = []
    states: Annotated[list[ContactState], Field(max_length=5)] = []
    stages: Stages = []
    segment_id: BigId | None = None
    rules: dict[str, Any] | None = None


class ContactListQuery(PageQuery):
    """The list's query. With `after`, the `next` of an earlier page, `page` is not looked at."""

    whole: Flag = False
    label_ids: Annotated[list[BigId], Field(max_length=100)] = []
    states: Annotated[list[ContactState], Field(max_length=5)] = []
    stages: Stages = []
    segment_id: BigId | None = None
    after: str | None = Field(None, max_length=500)

    def filter(self) -> ContactFilter:
        return ContactFilter(**self.model_dump(include=set(ContactFilter.model_fields)))


class FindIn(ContactFilter):
    """The list's query as a body, for filters too long for an address."""

    page: Integer = Field(1, ge=1, le=1_000_000)
    size: Integer = Field(10, ge=1, le=100)
    sort: str | None = Field(None, max_length=64, pattern=SORT)
    after: str | None = Field(None, max_length=500)

    def query(self) -> "FoundQuery":
        return FoundQuery(**self.model_dump())


class FoundQuery(ContactListQuery):
    """The list's query where it came as a body."""

    rules: dict[str, Any] | None = None


class CountOut(Out):
    """How many match; counted to at most 10,000, `exact` says whether that is all of them."""

    count: int
    exact: bool


class StandingOut(Out):
    """The contacts of a team against its plan. A `limit` of -1 is none; `subscribed` as CountOut counts."""

    count: int
    limit: int
    left: int


class DeleteIn(Schema):
    """Contacts by id, or else all that a filter finds."""

    ids: Ids = []
    filter: ContactFilter | None = None


class ChangedOut(Out):
    """How many contacts an act changed; with `queued` that many are being changed in the background."""

    count: int
    queued: bool = False


class DeletedOut(ChangedOut):
    """How many contacts were deleted. By `undoId` they can be restored for ten minutes; null where that can't be."""

    undo_id: UUID | None = None


class RestoredOut(Out):
    """How many contacts came back; `skipped` did not, since their address was added again meanwhile."""

    count: int
    skipped: int


class ApplyLabelIn(Schema):
    """Labels put on and taken off contacts, chosen by id or else by filter."""

    ids: Ids = []
    filter: ContactFilter | None = None
    add: Annotated[list[BigId], Field(max_length=20)] = []
    remove: Annotated[list[BigId], Field(max_length=20)] = []


class MoveStageIn(Schema):
    """The stage of the funnel that contacts, chosen by id or else by filter, are moved to; empty is none."""

    ids: Ids = []
    filter: ContactFilter | None = None
    stage: Stage | Literal[""]
