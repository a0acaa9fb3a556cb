"""States of contacts and imports, with their transitions."""

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


# Only the recipient can undo a bounce or complaint, by resubscribing (CONT-86).
CONTACT_TRANSITIONS = Transitions(
    {
        ContactState.SUBSCRIBED: frozenset({ContactState.UNSUBSCRIBED, ContactState.BOUNCED, ContactState.COMPLAINED}),
        ContactState.WAITING: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED, ContactState.BOUNCED}),
        ContactState.UNSUBSCRIBED: frozenset({ContactState.SUBSCRIBED, ContactState.COMPLAINED}),
        ContactState.BOUNCED: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED, ContactState.COMPLAINED}),
        ContactState.COMPLAINED: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED}),
    }
)


# Transitions that the team can make for a contact, with its consent. They do not undo a bounce or complaint.
MANUAL_TRANSITIONS = Transitions(
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


class ConsentSource(TextChoices):
    """How a consent was given or withdrawn."""

    PERSON = "person"  # entered by a member of the team
    IMPORT = "import"
    MAIL = "mail"  # the link or button in an email
    PAGE = "page"  # a public page
    FORM = "form"
    API = "api"
    RULE = "rule"  # an automatic rule of the team


class UnsubscribeReason(TextChoices):
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


# A failed undo returns the import to its previous state, so that it can be undone again.
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


class ExistingContactPolicy(TextChoices):
    """How an import treats existing contacts. Empty cells never change stored values."""

    SKIP = "skip"
    FILL = "fill"  # only empty fields of the contact
    OVERWRITE = "overwrite"


class InvalidValuePolicy(TextChoices):
    """How an import treats a row with a valid address and another value that can’t be read."""

    SET_ASIDE = "setAside"
    LEAVE_EMPTY = "leaveEmpty"


class AddressRisk(TextChoices):
    """Risks found in addresses. Rows with such addresses can be excluded from an import."""

    ROLE = "role"  # shared inboxes such as info@ and sales@
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
    ZIP = "zip"  # all data about one contact


# The overall rating of a list, and its findings in display order.
ListRating = Literal["good", "look", "risky"]
ListFindingKind = Literal[
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
LIST_FINDING_KINDS: tuple[ListFindingKind, ...] = get_args(ListFindingKind)
