"""Feed kinds of the contacts app, written by triggers (migrations/sql/triggers.sql) and services."""

from server.contacts.feed import FeedKind
from server.contacts.schemas.feed import ChangedDetails, CreatedDetails, StageDetails, StateDetails

# Includes restored contacts. The initial labels and stage have no entries of their own.
CREATED = FeedKind("contact.created", details=CreatedDetails)
# Excludes labels, state and stage, which have their own kinds.
CHANGED = FeedKind("contact.changed", details=ChangedDetails)
SUBSCRIBED = FeedKind("contact.subscribed", details=StateDetails)
UNSUBSCRIBED = FeedKind("contact.unsubscribed", details=StateDetails)
BOUNCED = FeedKind("contact.bounced", details=StateDetails)
COMPLAINED = FeedKind("contact.complained", details=StateDetails)
# Confirmation is pending again, for example after a merge that adopts the address of a pending contact.
WAITING = FeedKind("contact.waiting", details=StateDetails)
LABEL_ADDED = FeedKind("contact.label_added", subject="label")
LABEL_REMOVED = FeedKind("contact.label_removed", subject="label")
STAGE_CHANGED = FeedKind("contact.stage_changed", details=StageDetails)
# Recorded for the remaining contact. The subject is the deleted one.
MERGED = FeedKind("contact.merged", subject="contact")
DELETED = FeedKind("contact.deleted")

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
