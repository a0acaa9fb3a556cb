"""Contacts on the wire."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import ContactState
from server.contacts.values import (
    COMPANY_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    PHONE_LENGTH,
    CustomValue,
    Gender,
    clean_email,
    clean_phone,
    clean_text,
)
from server.core.pagination import Page, PageQuery
from server.core.schemas import Out, Schema

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


def _note(text: str) -> str:
    return "\n".join(clean_text(line) for line in text.splitlines()).strip()


Email = Annotated[str, Field(max_length=EMAIL_LENGTH + 20), AfterValidator(_email)]
Phone = Annotated[str, Field(max_length=PHONE_LENGTH), AfterValidator(_phone)]
Name = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(clean_text)]
Ids = Annotated[list[int], Field(max_length=MOST_AT_ONCE)]


class ContactFields(Schema):
    """What may be written of a contact; what is left out stays as it is. `customField` is {field id: value}."""

    firstname: Name = ""
    lastname: Name = ""
    phone: Phone = ""
    birthday: date | None = None
    gender: Gender | Literal[""] = ""
    city: Name = ""
    country: Name = ""
    company: Annotated[str, Field(max_length=COMPANY_LENGTH), AfterValidator(clean_text)] = ""
    note: Annotated[str, Field(max_length=NOTE_LENGTH), AfterValidator(_note)] = ""
    funnel: Name = ""
    label_ids: Annotated[list[int], Field(max_length=100)] = []
    custom_field: dict[int, CustomValue] = {}


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
    """CONT-01 to 15, CONT-18."""

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
    company: str
    note: str
    funnel: str
    optin: bool
    state: ContactState
    labels: Sequence[LabelRef]
    custom_field: dict[str, CustomValue]
    created_at: datetime
    updated_at: datetime
    revision: int


class ContactPage(Page[ContactOut]):
    """A page of contacts; `next` continues the list from its end, however much was added meanwhile."""

    next: str | None


class ContactFilter(Schema):
    """Which contacts: all that carry any of the labels, are in one of the states, and match the search.

    `whole` searches inside the words too (on Enter); as one types, a word is found by how it begins.
    """

    search: str | None = Field(None, max_length=200)
    whole: bool = False
    label_ids: Annotated[list[int], Field(max_length=100)] = []
    states: Annotated[list[ContactState], Field(max_length=5)] = []


class ContactListQuery(PageQuery):
    """The list's query. With `after`, the `next` of an earlier page, `page` is not looked at."""

    whole: bool = False
    label_ids: Annotated[list[int], Field(max_length=100)] = []
    states: Annotated[list[ContactState], Field(max_length=5)] = []
    after: str | None = Field(None, max_length=500)

    def filter(self) -> ContactFilter:
        return ContactFilter(search=self.search, whole=self.whole, label_ids=self.label_ids, states=self.states)


class FindIn(ContactFilter):
    """The list's query as a body, for filters too long for an address."""

    page: int = Field(1, ge=1, le=1_000_000)
    size: int = Field(10, ge=1, le=100)
    sort: str | None = Field(None, max_length=64)
    after: str | None = Field(None, max_length=500)

    def query(self) -> ContactListQuery:
        return ContactListQuery(**self.model_dump())


class CountOut(Out):
    """How many match; counted to at most 10,000, `exact` says whether that is all of them."""

    count: int
    exact: bool


class StandingOut(Out):
    """The contacts of a team against its plan. A `limit` of -1 is none; `subscribed` as CountOut counts."""

    count: int
    limit: int
    left: int


class IdsIn(Schema):
    """Contacts by id."""

    ids: Annotated[list[int], Field(min_length=1, max_length=MOST_AT_ONCE)]


class ChangedOut(Out):
    """How many contacts a bulk act changed; with `queued` the rest follows in the background."""

    count: int
    queued: bool = False


class ApplyLabelIn(Schema):
    """Labels put on and taken off contacts, chosen by id or else by filter."""

    ids: Ids = []
    filter: ContactFilter | None = None
    add: Annotated[list[int], Field(max_length=20)] = []
    remove: Annotated[list[int], Field(max_length=20)] = []
