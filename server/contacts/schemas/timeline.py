"""A contact's timeline, notes and consents on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.states import ConsentWay, ContactState, LeavingReason, Stage
from server.contacts.values import NOTE_LENGTH, WORDS_LENGTH, CustomValue, clean_text
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
        raise ValueError("Write something.")
    return cleaned


class NoteIn(Schema):
    """What a note says."""

    text: Annotated[str, Field(min_length=1, max_length=NOTE_LENGTH), AfterValidator(_lines)]


class NoteOut(Out):
    """A note; `userId` wrote it, and nobody else may change it."""

    note_id: int
    text: str
    user_id: UUID
    fullname: str
    at: datetime
    edited_at: datetime | None


class NotesQuery(Schema):
    """Notes written before one, the newest first."""

    before: BigId | None = None
    size: Integer = Field(50, ge=1, le=100)


class NotesOut(Out):
    """Notes, the newest first."""

    items: Sequence[NoteOut]


class ConsentOut(Out):
    """That a contact agreed to marketing mail, or withdrew, with its proof; `file` where an import brought it."""

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
    """Consents, the newest first."""

    items: Sequence[ConsentOut]


class MailRef(Out):
    """The mail that something was about; `campaignId` where it was a campaign's."""

    subject: str
    campaign_id: UUID | None = None


class ImportRef(Out):
    """The import that something came by, and whether it has been taken back since."""

    import_id: UUID
    file: str
    undone: bool


class FieldMove(Out):
    """A field that changed; `field` is its name on the wire, `name` what a custom one is called."""

    field: str
    name: str
    before: CustomValue
    after: CustomValue


class PreferenceMove(Out):
    """What a contact chose about its mail; what is absent stayed. `paused` false: mail comes again."""

    topics_on: Sequence[str] = []
    topics_off: Sequence[str] = []
    paused: bool | None = None
    paused_until: datetime | None = None
    follows: bool | None = None


class StageMoveOut(Out):
    """A move through the funnel; null is no stage."""

    before: Stage | None
    after: Stage | None


class SegmentRef(Out):
    """A segment as it was called when the contact entered it, or left it."""

    segment_id: int
    name: str


class TimelineItem(Out):
    """One thing that happened to a contact. Which of the rest is set follows from `kind`."""

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
    """A page of the timeline; without kinds it shows all of them."""

    kinds: Annotated[list[Kind], Field(max_length=30)] = []
    after: str | None = Field(None, max_length=500)
    size: Integer = Field(30, ge=1, le=100)


class TimelineOut(Out):
    """Entries, the newest first; `next` continues where there is more."""

    items: Sequence[TimelineItem]
    next: str | None


class MergeIn(Schema):
    """The contact that goes, and the fields whose value is taken from it: names on the wire, `customField.<id>`."""

    other_id: BigId
    take: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=200)] = []


class EraseIn(Schema):
    """The address of the contact, typed by who erases it."""

    email: Annotated[str, Field(max_length=300)]


class DecisionIn(Schema):
    """Whether mail may go to a contact, decided by the team. `words`: how and to what the contact agreed."""

    state: Literal[ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED]
    words: Annotated[str, Field(max_length=WORDS_LENGTH), AfterValidator(clean_text)] = ""
