"""What the world is told about contacts and imports."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from server.contacts.states import BulkState, ContactState, Existing, ImportState, Stage, WrongValues
from server.core.events import Delivery, Event
from server.core.schemas import Schema

Action = Literal["created", "updated", "deleted"]


class ContactChanged(Event):
    """Contacts of a team changed: one event per act, however many; `ids` names at most 100 of them."""

    name: ClassVar[str] = "contacts.contact.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    count: int
    ids: list[int]


class TimelineGrown(Event):
    """To who looks at a contact: its timeline has something new, of this moment or before."""

    name: ClassVar[str] = "contacts.timeline.grown"
    delivery: ClassVar[Delivery] = "passing"

    at: datetime


class SubscriptionDecided(Event):
    """To the team: somebody of it has subscribed a contact, or unsubscribed it."""

    name: ClassVar[str] = "contacts.subscription.decided"
    delivery: ClassVar[Delivery] = "passing"

    contact_id: int
    state: ContactState

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_id}"


class SubscriptionsDecided(Event):
    """To the team: somebody of it has subscribed many contacts, or unsubscribed them; at most a thousand in one."""

    name: ClassVar[str] = "contacts.subscriptions.decided"
    delivery: ClassVar[Delivery] = "passing"

    contact_ids: list[int]
    state: ContactState

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_ids[0]}"


class ContactMerged(Event):
    """To the team: two contacts are one; what was of the one who went is of the one who stayed."""

    name: ClassVar[str] = "contacts.contact.merged"
    delivery: ClassVar[Delivery] = "passing"

    kept_id: int
    gone_id: int

    def replaces(self) -> str:
        return f"{self.name}:{self.gone_id}"


class ContactErased(Event):
    """To the team: a contact was forgotten at its own request."""

    name: ClassVar[str] = "contacts.contact.erased"
    delivery: ClassVar[Delivery] = "passing"

    contact_id: int

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_id}"


class ContactsRestored(Event):
    """To the team: a deletion of contacts was undone; at most a thousand in one. `deleted_at` is when they went."""

    name: ClassVar[str] = "contacts.contacts.restored"
    delivery: ClassVar[Delivery] = "passing"

    contact_ids: list[int]
    deleted_at: datetime

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_ids[0]}"


class LabelChanged(Event):
    """A label came, changed its name, or went."""

    name: ClassVar[str] = "contacts.label.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    label_id: int


class StageRenamed(Event):
    """The team calls a stage of the funnel otherwise; an empty name is the usual one."""

    name: ClassVar[str] = "contacts.stage.renamed"
    delivery: ClassVar[Delivery] = "kept"

    stage: Stage
    called: str


class FieldChanged(Event):
    """A custom field came, changed, or went."""

    name: ClassVar[str] = "contacts.field.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    field_id: int


class TesterChanged(Event):
    """A contact tester came, or went."""

    name: ClassVar[str] = "contacts.tester.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    tester_id: int


class ViewChanged(Event):
    """A saved view came, changed, or went, or is what the list opens with: to the team where it is shared, else to
    whose it is."""

    name: ClassVar[str] = "contacts.view.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    view_id: int | None


class UndoFigures(Schema):
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


class ConfirmationFigures(Schema):
    """Whom an import has brought and asks to confirm: how many are to be asked, were, have confirmed and have said no.
    `ask_waits`: the plan has no mail left for so many; it is tried again each hour.
    """

    to_ask: int
    asked: int
    confirmed: int
    declined: int
    ask_waits: bool


class ImportFigures(Event):
    """The whole state of an import, as GET contacts/import/status answers it."""

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
    undo: UndoFigures | None
    confirmation: ConfirmationFigures | None


class ImportStarted(ImportFigures):
    """To the team: an import runs; its progress is heard in the room `import:<id>`."""

    name: ClassVar[str] = "contacts.import.started"
    delivery: ClassVar[Delivery] = "kept"


class ImportProgressed(ImportFigures):
    """To who watches the import, at most three a second; a higher revision replaces a lower one."""

    name: ClassVar[str] = "contacts.import.progressed"
    delivery: ClassVar[Delivery] = "passing"

    def replaces(self) -> str:
        return f"{self.name}:{self.import_id}"


class ImportFinished(ImportFigures):
    """To the team: an import is DONE or FAILED."""

    name: ClassVar[str] = "contacts.import.finished"
    delivery: ClassVar[Delivery] = "kept"


class UndoStarted(ImportFigures):
    """To the team: an import is being taken back; its progress is heard in the room `import:<id>`."""

    name: ClassVar[str] = "contacts.undo.started"
    delivery: ClassVar[Delivery] = "kept"


class UndoFinished(ImportFigures):
    """To the team: an import is UNDONE, or stands as it ended since taking it back could not go on."""

    name: ClassVar[str] = "contacts.undo.finished"
    delivery: ClassVar[Delivery] = "kept"


class BulkFigures(Event):
    """The whole state of a bulk action, as GET contacts/bulk answers it."""

    bulk_id: UUID
    kind: str
    user_id: UUID
    fullname: str
    state: BulkState
    total: int | None
    done: int
    changed: int
    reason: str
    revision: int
    created_at: datetime
    finished_at: datetime | None


class BulkChanged(BulkFigures):
    """To the team: a bulk action began, or ended."""

    name: ClassVar[str] = "contacts.bulk.changed"
    delivery: ClassVar[Delivery] = "kept"


class BulkProgressed(BulkFigures):
    """To who watches the bulk action, at most three a second; a higher revision replaces a lower one."""

    name: ClassVar[str] = "contacts.bulk.progressed"
    delivery: ClassVar[Delivery] = "passing"

    def replaces(self) -> str:
        return f"{self.name}:{self.bulk_id}"


class TopicChanged(Event):
    """A topic came, changed, or went."""

    name: ClassVar[str] = "contacts.topic.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    topic_id: int


class SubscriberSettingChanged(Event):
    """How the team takes subscriptions, as it is now."""

    name: ClassVar[str] = "contacts.subscribers.changed"
    delivery: ClassVar[Delivery] = "kept"

    is_open: bool
    double_optin: bool
    words: str
    color: str
