"""A contact's timeline, notes and consents on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.states import ConsentWay, ContactState, LeavingReason, Stage
from server.contacts.values import NOTE_LENGTH, WORDS_LENGTH, CustomValue, clean_text
from server.core.causes import TEXT_REQUIRED, CauseError
from server.core.schemas import Out, Schema
from server.core.wire_types import BigId, Integer

Kind = Literal[
    "added",
    "imported",
    "changed",
    "labelled",
    "merged",
    "preferred",
    "moved",
    "entered",
    "left",
    "noted",
    "agreed",
    "withdrew",
    "sent",
    "failed",
    "bounced",
    "suppressed",
    "skipped",
    "inDoubt",
    "opened",
    "clicked",
    "unsubscribed",
    "complained",
]


def _lines(text: str) -> str:
    cleaned = "\n".join(clean_text(line) for line in text.splitlines()).strip()
    if not cleaned:
        raise CauseError(TEXT_REQUIRED)
    return cleaned


class NoteIn(Schema):
    """The text of a note."""

    text: Annotated[str, Field(min_length=1, max_length=NOTE_LENGTH), AfterValidator(_lines)]


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
    way: ConsentWay
    at: datetime
    fullname: str = ""
    words: str = ""
    ip: str | None = None
    user_agent: str = ""
    page: str = ""
    reason: LeavingReason | None = None
    file: str | None = None


class ConsentsOut(Out):
    """Consents, newest first."""

    items: Sequence[ConsentOut]


class MailRef(Out):
    """The email of a timeline entry. `campaignId` is set if it belongs to a campaign."""

    subject: str
    campaign_id: UUID | None = None


class ImportRef(Out):
    """The import of a timeline entry, and whether it was undone since."""

    import_id: UUID
    file: str
    undone: bool


class FieldMove(Out):
    """A changed field. `field` is its name in the API; `name` is the name of a custom field."""

    field: str
    name: str
    before: CustomValue
    after: CustomValue


class PreferenceMove(Out):
    """Email preferences that a contact changed; null fields did not change.

    If `paused` is false, the contact receives email again.
    """

    topics_on: Sequence[str] = []
    topics_off: Sequence[str] = []
    paused: bool | None = None
    paused_until: datetime | None = None
    follows: bool | None = None


class StageMoveOut(Out):
    """A move between funnel stages. Null means outside the funnel."""

    before: Stage | None
    after: Stage | None


class SegmentRef(Out):
    """A segment, with its name at the time when the contact entered or left it."""

    segment_id: int
    name: str


class TimelineItem(Out):
    """One entry of a contact’s timeline. `kind` determines which other fields are set."""

    key: str
    kind: Kind
    at: datetime
    fullname: str = ""
    mail: MailRef | None = None
    link: str | None = None
    reply: str | None = None
    device: str | None = None
    reason: LeavingReason | None = None
    changes: Sequence[FieldMove] = []
    labels_on: Sequence[str] = []
    labels_off: Sequence[str] = []
    note: NoteOut | None = None
    consent: ConsentOut | None = None
    imported: ImportRef | None = None
    merged: str | None = None
    preferred: PreferenceMove | None = None
    stage: StageMoveOut | None = None
    segment: SegmentRef | None = None


class TimelineQuery(Schema):
    """A page of the timeline. Without `kinds`, all kinds are returned."""

    kinds: Annotated[list[Kind], Field(max_length=30)] = []
    after: str | None = Field(None, max_length=500)
    size: Integer = Field(30, ge=1, le=100)


class TimelineOut(Out):
    """Entries, newest first. `next` is the cursor of the next page; null at the end."""

    items: Sequence[TimelineItem]
    next: str | None


class MergeIn(Schema):
    """The contact to merge and delete, and the fields to take from that contact: API names or `customField.<id>`."""

    other_id: BigId
    take: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=200)] = []


class EraseIn(Schema):
    """The contact’s email address, entered as confirmation."""

    email: Annotated[str, Field(max_length=300)]


class DecisionIn(Schema):
    """The contact’s new subscription state. `words` records how the contact agreed, and to which text."""

    state: Literal[ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED]
    words: Annotated[str, Field(max_length=WORDS_LENGTH), AfterValidator(clean_text)] = ""
