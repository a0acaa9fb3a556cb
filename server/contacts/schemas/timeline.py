"""Schemas of timeline entries, notes and consents. See timeline_pages for pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.states import ConsentSource, ContactState, Stage, UnsubscribeReason
from server.contacts.values import MAX_CONSENT_TEXT_LENGTH, MAX_NOTE_LENGTH, CustomValue, clean_text
from server.core.bounded_types import BigId, Integer
from server.core.causes import TEXT_REQUIRED, CauseError
from server.core.schemas import Out, Schema


def _clean_note(text: str) -> str:
    cleaned = "\n".join(clean_text(line) for line in text.splitlines()).strip()
    if not cleaned:
        raise CauseError(TEXT_REQUIRED)
    return cleaned


class NoteIn(Schema):
    """The text of a note."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_NOTE_LENGTH), AfterValidator(_clean_note)]


class NoteOut(Out):
    """A note. Only its author, `userId`, can change it."""

    note_id: int
    text: str
    user_id: UUID
    fullname: str
    at: datetime
    edited_at: datetime | None


class NotesQuery(Schema):
    """Notes older than `before`, newest first."""

    before: BigId | None = None
    size: Integer = Field(50, ge=1, le=100)


class NotesOut(Out):
    """Notes, newest first."""

    items: Sequence[NoteOut]


class ConsentOut(Out):
    """Consent to marketing email, or its withdrawal, with proof. `file` is set if it came from an import."""

    what: Literal["marketing"] = "marketing"
    given: bool
    way: ConsentSource
    at: datetime
    fullname: str = ""
    words: str = ""
    ip: str | None = None
    user_agent: str = ""
    page: str = ""
    reason: UnsubscribeReason | None = None
    file: str | None = None


class ConsentsOut(Out):
    """Consents, newest first."""

    items: Sequence[ConsentOut]


class ImportRef(Out):
    """The import of a timeline entry, and whether it was undone since."""

    import_id: UUID
    file: str
    undone: bool


class FieldChangeOut(Out):
    """A changed field. `field` is its name in the API; `name` is the name of a custom field."""

    field: str
    name: str
    before: CustomValue
    after: CustomValue


class PreferenceChangeOut(Out):
    """Email preferences that a contact changed; null fields did not change.

    If `paused` is false, the contact receives email again.
    """

    topics_on: Sequence[str] = []
    topics_off: Sequence[str] = []
    paused: bool | None = None
    paused_until: datetime | None = None
    follows: bool | None = None


class StageChangeOut(Out):
    """A move between funnel stages. Null means outside the funnel."""

    before: Stage | None
    after: Stage | None


class EntryOut(Out):
    """The fields of each entry. A source of entries has a subclass with the fields that only its own have."""

    key: str
    kind: str
    at: datetime
    fullname: str = ""


class ImportEntryOut(EntryOut):
    """A contact was created or changed by an import."""

    imported: ImportRef | None = None


class ChangeEntryOut(EntryOut):
    """The team or the contact changed the contact."""

    changes: Sequence[FieldChangeOut] = []
    labels_on: Sequence[str] = []
    labels_off: Sequence[str] = []
    merged: str | None = None
    preferred: PreferenceChangeOut | None = None


class StageEntryOut(EntryOut):
    """A contact moved between funnel stages."""

    stage: StageChangeOut | None = None


class NoteEntryOut(EntryOut):
    """A member of the team wrote a note."""

    note: NoteOut | None = None


class ConsentEntryOut(EntryOut):
    """A contact gave or withdrew consent."""

    consent: ConsentOut | None = None


class MergeIn(Schema):
    """The contact to merge and delete, and the fields to take from that contact: API names or `customField.<id>`."""

    other_id: BigId
    take: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=200)] = []


class EraseIn(Schema):
    """The contact’s email address, entered as confirmation."""

    email: Annotated[str, Field(max_length=300)]


class SubscriptionDecisionIn(Schema):
    """The contact’s new subscription state. `words` records how the contact agreed, and to which text."""

    state: Literal[ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED]
    words: Annotated[str, Field(max_length=MAX_CONSENT_TEXT_LENGTH), AfterValidator(clean_text)] = ""
