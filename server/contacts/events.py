"""What the world is told about contacts and imports."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from server.contacts.states import ImportState
from server.core.events import Delivery, Event

Action = Literal["created", "updated", "deleted"]


class ContactChanged(Event):
    """Contacts of a team changed: one event per act, however many; `ids` names at most 100 of them."""

    name: ClassVar[str] = "contacts.contact.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    count: int
    ids: list[int]


class LabelChanged(Event):
    """A label came, changed its name, or went."""

    name: ClassVar[str] = "contacts.label.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    label_id: int


class FieldChanged(Event):
    """A custom field came, changed, or went."""

    name: ClassVar[str] = "contacts.field.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    field_id: int


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
    failed: int
    reason: str
    revision: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


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
