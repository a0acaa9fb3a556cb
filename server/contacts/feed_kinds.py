"""What contacts themselves add to the feed, by triggers (migrations/sql/triggers.sql) and by services."""

from server.contacts.feed import Kind
from server.contacts.schemas.feed import ChangedDetails, CreatedDetails, StageDetails, StateDetails

# Also the restoration of a deleted contact. The labels and the stage that it is created with have no entries.
CREATED = Kind("contact.created", details=CreatedDetails)
# Columns other than labels, state and stage, which have kinds of their own.
CHANGED = Kind("contact.changed", details=ChangedDetails)
SUBSCRIBED = Kind("contact.subscribed", details=StateDetails)
UNSUBSCRIBED = Kind("contact.unsubscribed", details=StateDetails)
BOUNCED = Kind("contact.bounced", details=StateDetails)
COMPLAINED = Kind("contact.complained", details=StateDetails)
# Has yet to confirm, as after a merge that takes the address of one who has.
WAITING = Kind("contact.waiting", details=StateDetails)
LABEL_ADDED = Kind("contact.label_added", subject="label")
LABEL_REMOVED = Kind("contact.label_removed", subject="label")
STAGE_CHANGED = Kind("contact.stage_changed", details=StageDetails)
# Of the contact that stays; the other one is the subject, and is deleted.
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
