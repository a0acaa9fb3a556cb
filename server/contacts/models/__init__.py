"""Models of contacts, by noun. Django finds an app's models in this package."""

from server.contacts.models.bulk import BulkAction, SelectionPart
from server.contacts.models.contacts import Contact, ContactMark
from server.contacts.models.deletions import ContactDeletion, DeletedRecord
from server.contacts.models.exports import ContactExport
from server.contacts.models.feed import FeedCursor, FeedEntry
from server.contacts.models.fields import CustomField
from server.contacts.models.funnel import StageChange, StageName
from server.contacts.models.imports import ImportConsent, ImportImage, ImportJob, ImportMapping, ImportTouch, ImportUndo
from server.contacts.models.labels import ContactLabel
from server.contacts.models.subscribers import ContactPreference, PendingContact, SubscriberSetting, Topic
from server.contacts.models.testers import ContactTester
from server.contacts.models.timeline import ContactConsent, ContactEntry, ContactNote
from server.contacts.models.views import ContactListColumns, ContactView, DefaultContactView

__all__ = [
    "BulkAction",
    "Contact",
    "ContactConsent",
    "ContactDeletion",
    "ContactEntry",
    "ContactExport",
    "ContactLabel",
    "ContactListColumns",
    "ContactMark",
    "ContactNote",
    "ContactPreference",
    "ContactTester",
    "ContactView",
    "CustomField",
    "DefaultContactView",
    "DeletedRecord",
    "FeedCursor",
    "FeedEntry",
    "ImportConsent",
    "ImportImage",
    "ImportJob",
    "ImportMapping",
    "ImportTouch",
    "ImportUndo",
    "PendingContact",
    "SelectionPart",
    "StageChange",
    "StageName",
    "SubscriberSetting",
    "Topic",
]
