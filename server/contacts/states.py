"""States of contacts and imports, and the moves between them."""

from typing import Literal, get_args

from django.db.models import TextChoices

from server.core.task_states import TaskState
from server.core.transitions import Transitions


class ContactState(TextChoices):
    """Whether a contact can receive email. Only `subscribed` contacts can."""

    SUBSCRIBED = "subscribed"
    WAITING = "waiting"  # asked to confirm (CONT-87)
    UNSUBSCRIBED = "unsubscribed"
    BOUNCED = "bounced"
    COMPLAINED = "complained"


# A bounce or a complaint is undone by the recipient alone, who subscribes again (CONT-86).
CONTACT_TRANSITIONS = Transitions(
    {
        ContactState.SUBSCRIBED: frozenset({ContactState.UNSUBSCRIBED, ContactState.BOUNCED, ContactState.COMPLAINED}),
        ContactState.WAITING: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED, ContactState.BOUNCED}),
        ContactState.UNSUBSCRIBED: frozenset({ContactState.SUBSCRIBED, ContactState.COMPLAINED}),
        ContactState.BOUNCED: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED, ContactState.COMPLAINED}),
        ContactState.COMPLAINED: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED}),
    }
)


# What the team may decide for a contact, given its word: to undo a bounce or a complaint is not among it.
DECIDED_TRANSITIONS = Transitions(
    {
        ContactState.SUBSCRIBED: frozenset({ContactState.UNSUBSCRIBED}),
        ContactState.WAITING: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED}),
        ContactState.UNSUBSCRIBED: frozenset({ContactState.SUBSCRIBED}),
        ContactState.BOUNCED: frozenset({ContactState.UNSUBSCRIBED}),
        ContactState.COMPLAINED: frozenset({ContactState.UNSUBSCRIBED}),
    }
)


class Stage(TextChoices):
    """Stages of the funnel, first to last. Teams can rename them but not reorder them."""

    # CHAN-29

    AWARENESS = "awareness"
    INTEREST = "interest"
    DECISION = "decision"
    ACTION = "action"
    LOYALTY = "loyalty"


class ConsentWay(TextChoices):
    """How a consent was given or withdrawn."""

    PERSON = "person"  # somebody of the team wrote it down
    IMPORT = "import"
    MAIL = "mail"  # the link or the button of a mail
    PAGE = "page"  # a page of ours
    FORM = "form"
    API = "api"
    RULE = "rule"  # a standing rule of the team


class LeavingReason(TextChoices):
    """Why a recipient unsubscribed, as selected on the unsubscribe page."""

    TOO_MANY = "tooMany"
    NOT_RELEVANT = "notRelevant"
    NEVER_ASKED = "neverAsked"
    OTHER = "other"


class ImportState(TextChoices):
    """State of an import. UNDOING and UNDONE follow when it is undone."""

    # CONT-62

    PREPARED = "PREPARED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    UNDOING = "UNDOING"
    UNDONE = "UNDONE"


# An undo that can't go on leaves the import as it ended, so that it can be begun again.
IMPORT_TRANSITIONS = Transitions(
    {
        ImportState.PREPARED: frozenset({ImportState.RUNNING}),
        ImportState.RUNNING: frozenset({ImportState.DONE, ImportState.FAILED}),
        ImportState.DONE: frozenset({ImportState.UNDOING}),
        ImportState.FAILED: frozenset({ImportState.UNDOING}),
        ImportState.UNDOING: frozenset({ImportState.UNDONE, ImportState.DONE, ImportState.FAILED}),
        ImportState.UNDONE: frozenset(),
    }
)


class Existing(TextChoices):
    """How an import treats existing contacts. Empty cells never change stored values."""

    SKIP = "skip"
    FILL = "fill"  # only what is empty in the contact
    OVERWRITE = "overwrite"


class WrongValues(TextChoices):
    """How an import treats a row with a valid address and another value that can’t be read."""

    SET_ASIDE = "setAside"
    LEAVE_EMPTY = "leaveEmpty"


class Doubt(TextChoices):
    """Risks found in addresses. Rows with such addresses can be excluded from an import."""

    ROLE = "role"  # info@, sales@: nobody's own
    DISPOSABLE = "disposable"
    REFUSED = "refused"  # bounced, complained or unsubscribed before


class BulkState(TextChoices):
    """RUNNING changes once, to one of the other states."""

    RUNNING = TaskState.RUNNING.value
    DONE = TaskState.DONE.value
    STOPPED = TaskState.STOPPED.value
    FAILED = TaskState.FAILED.value


class ExportFormat(TextChoices):
    """File format of an export."""

    CSV = "csv"
    XLSX = "xlsx"
    ZIP = "zip"  # everything that is kept about one person


# The overall quality of a list of addresses, and its findings in the order in which they are shown.
Word = Literal["good", "look", "risky"]
Finding = Literal[
    "syntax",
    "bounced",
    "complained",
    "unsubscribed",
    "suppressed",
    "disposable",
    "role",
    "duplicate",
    "existing",
    "free",
]
FINDINGS: tuple[Finding, ...] = get_args(Finding)
