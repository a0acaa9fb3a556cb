"""Events of contacts and imports."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from server.contacts.states import (
    BulkState,
    ContactState,
    ExistingContactPolicy,
    ImportState,
    InvalidValuePolicy,
    Stage,
)
from server.core.events import Delivery, DomainEvent
from server.core.schemas import Schema

Action = Literal["created", "updated", "deleted"]


class ContactChanged(DomainEvent):
    """Contacts of the team changed. One event per action; `ids` has at most 100 of them.

    `request_id` is the X-Request-ID of the request that changed them, directly or by a background task; empty if none
    did.
    """

    name: ClassVar[str] = "contacts.contact.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    count: int
    ids: list[int]
    request_id: str


class TimelineGrown(DomainEvent):
    """The timeline of a contact has new entries, current or backdated. Published to clients that watch the contact."""

    name: ClassVar[str] = "contacts.timeline.grown"
    delivery: ClassVar[Delivery] = "passing"

    at: datetime


class SubscriptionDecided(DomainEvent):
    """A member of the team subscribed or unsubscribed a contact."""

    name: ClassVar[str] = "contacts.subscription.decided"
    delivery: ClassVar[Delivery] = "passing"

    contact_id: int
    state: ContactState

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_id}"


class SubscriptionsDecided(DomainEvent):
    """Members of the team subscribed or unsubscribed many contacts, at most 1,000 per event."""

    name: ClassVar[str] = "contacts.subscriptions.decided"
    delivery: ClassVar[Delivery] = "passing"

    contact_ids: list[int]
    state: ContactState

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_ids[0]}"


class ContactMerged(DomainEvent):
    """Two contacts were merged. `goneId` was deleted and its data now belongs to `keptId`."""

    name: ClassVar[str] = "contacts.contact.merged"
    delivery: ClassVar[Delivery] = "passing"

    kept_id: int
    gone_id: int

    def replaces(self) -> str:
        return f"{self.name}:{self.gone_id}"


class ContactErased(DomainEvent):
    """A contact was erased at the contact’s request."""

    name: ClassVar[str] = "contacts.contact.erased"
    delivery: ClassVar[Delivery] = "passing"

    contact_id: int

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_id}"


class ContactsRestored(DomainEvent):
    """A deletion of contacts was undone, at most 1,000 contacts per event. `deletedAt` is when they were deleted."""

    name: ClassVar[str] = "contacts.contacts.restored"
    delivery: ClassVar[Delivery] = "passing"

    contact_ids: list[int]
    deleted_at: datetime

    def replaces(self) -> str:
        return f"{self.name}:{self.contact_ids[0]}"


class LabelChanged(DomainEvent):
    """A label was created, renamed or deleted."""

    name: ClassVar[str] = "contacts.label.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    label_id: int


class StageRenamed(DomainEvent):
    """A stage of the funnel was renamed. An empty name means that the default name is used again."""

    name: ClassVar[str] = "contacts.stage.renamed"
    delivery: ClassVar[Delivery] = "kept"

    stage: Stage
    called: str


class FieldChanged(DomainEvent):
    """A custom field was created, changed or deleted."""

    name: ClassVar[str] = "contacts.field.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    field_id: int


class TesterChanged(DomainEvent):
    """A contact tester was created or deleted."""

    name: ClassVar[str] = "contacts.tester.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    tester_id: int


class ViewChanged(DomainEvent):
    """A saved view was created, changed or deleted, or became the default view.

    Published to the team if the view is shared, otherwise to its owner.
    """

    name: ClassVar[str] = "contacts.view.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    view_id: int | None


class ImportUndoProgress(Schema):
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


class ConfirmationProgress(Schema):
    """Confirmation of the contacts that an import has added. `toAsk` is the number of contacts that need to confirm.

    Of these, `asked` were sent a confirmation email, `confirmed` agreed and `declined` refused. `askWaits` is true if
    emails wait because the plan has too few left; sending is retried every hour.
    """

    to_ask: int
    asked: int
    confirmed: int
    declined: int
    ask_waits: bool


class ImportSnapshot(DomainEvent):
    """The whole state of an import, as GET contacts/import/status returns it."""

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
    undo: ImportUndoProgress | None
    confirmation: ConfirmationProgress | None


class ImportStarted(ImportSnapshot):
    """An import started. Its progress is published in the room `import:<id>`."""

    name: ClassVar[str] = "contacts.import.started"
    delivery: ClassVar[Delivery] = "kept"


class ImportProgressed(ImportSnapshot):
    """Progress of an import, at most three times a second. Published to clients that watch it.

    A higher revision replaces a lower one.
    """

    name: ClassVar[str] = "contacts.import.progressed"
    delivery: ClassVar[Delivery] = "passing"

    def replaces(self) -> str:
        return f"{self.name}:{self.import_id}"


class ImportFinished(ImportSnapshot):
    """An import finished with the state DONE or FAILED."""

    name: ClassVar[str] = "contacts.import.finished"
    delivery: ClassVar[Delivery] = "kept"


class ImportUndoStarted(ImportSnapshot):
    """Undoing an import started. Its progress is published in the room `import:<id>`."""

    name: ClassVar[str] = "contacts.undo.started"
    delivery: ClassVar[Delivery] = "kept"


class ImportUndoFinished(ImportSnapshot):
    """Undoing an import finished. The import now has the state UNDONE, or its previous state if undoing failed."""

    name: ClassVar[str] = "contacts.undo.finished"
    delivery: ClassVar[Delivery] = "kept"


class BulkActionSnapshot(DomainEvent):
    """The whole state of a bulk action, as GET contacts/bulk returns it."""

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


class BulkActionChanged(BulkActionSnapshot):
    """A bulk action started or ended."""

    name: ClassVar[str] = "contacts.bulk.changed"
    delivery: ClassVar[Delivery] = "kept"


class BulkActionProgressed(BulkActionSnapshot):
    """Progress of a bulk action, at most three times a second. Published to clients that watch it.

    A higher revision replaces a lower one.
    """

    name: ClassVar[str] = "contacts.bulk.progressed"
    delivery: ClassVar[Delivery] = "passing"

    def replaces(self) -> str:
        return f"{self.name}:{self.bulk_id}"


class TopicChanged(DomainEvent):
    """A topic was created, changed or deleted."""

    name: ClassVar[str] = "contacts.topic.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    topic_id: int


class SubscriberSettingChanged(DomainEvent):
    """The subscription settings of the team changed. Carries all of them."""

    name: ClassVar[str] = "contacts.subscribers.changed"
    delivery: ClassVar[Delivery] = "kept"

    is_open: bool
    double_optin: bool
    words: str
    color: str
