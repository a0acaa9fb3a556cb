"""Feed kinds of the contacts app, written by triggers (migrations/sql/triggers.sql) and services."""

from server.contacts.feed import Kind
from server.contacts.schemas.feed import ChangedDetails, CreatedDetails, StageDetails, StateDetails

# Includes restored contacts. The initial labels and stage have no entries of their own.
CREATED = Kind("contact.created", details=CreatedDetails)
# Excludes labels, state and stage, which have their own kinds.
CHANGED = Kind("contact.changed", details=ChangedDetails)
SUBSCRIBED = Kind("contact.subscribed", details=StateDetails)
UNSUBSCRIBED = Kind("contact.unsubscribed", details=StateDetails)
BOUNCED = Kind("contact.bounced", details=StateDetails)
COMPLAINED = Kind("contact.complained", details=StateDetails)
# Confirmation is pending again, for example after a merge that adopts the address of a pending contact.
WAITING = Kind("contact.waiting", details=StateDetails)
LABEL_ADDED = Kind("contact.label_added", subject="label")
LABEL_REMOVED = Kind("contact.label_removed", subject="label")
STAGE_CHANGED = Kind("contact.stage_changed", details=StageDetails)
# Recorded for the remaining contact. The subject is the deleted one.
MERGED = Kind("contact.merged", subject="contact")
DELETED = Kind("contact.deleted")

KINDS = (
    CREATED,
    CHANGED,
    SUBSCRIBED,
    UNSUBSCRIBED,
    BOUNCED,
    COMPLAINED,
    WAITING,
    LABEL_ADDED,
    LABEL_REMOVED,
    STAGE_CHANGED,
    MERGED,
    DELETED,
)
