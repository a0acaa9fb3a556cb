"""Registrations of the delivery app with lower apps."""

from server.contacts import feed, timeline, undo_retention, unmailable
from server.contacts.events import (
    ContactErased,
    ContactMerged,
    ContactsRestored,
    ImportUndoStarted,
    SubscriptionDecided,
    SubscriptionsDecided,
)
from server.core import events, partitions, system_email
from server.core.origins import PAGES_PREFIXES
from server.delivery import contact_timeline, feed_kinds, imported, notices, origins, paths, reactions, system_emails
from server.delivery.services.system import SystemTransport
from server.notifications import kinds, quota_names
from server.plans import limits
from server.plans.errors import SendLimitExceeded
from server.plans.features import EMAIL_SENT
from server.plans.limits import CountedLimit
from server.senders.events import SenderDomainChanged

system_email.TRANSPORT.provide(SystemTransport())
system_email.register(system_emails.EMAILS)
for origin in origins.OWN_ORIGINS:
    origins.register(origin)
for prefix in (*paths.TRACKING_PREFIXES, *paths.PAGE_PREFIXES):
    PAGES_PREFIXES.add(prefix, None)
partitions.PARTITIONED_TABLES.add(
    "delivery_send_log", partitions.PartitionConfig(unique_columns=("mailing_id", "position"))
)
partitions.PARTITIONED_TABLES.add("delivery_event", partitions.PartitionConfig())
for kind in feed_kinds.KINDS:
    feed.register_kind(kind)
for source in contact_timeline.SOURCES:
    timeline.register_source(source)
unmailable.UNMAILABLE_READER.provide(imported.find_unmailable)
undo_retention.RETAINED_CONTACT_FINDERS.add("mailed", imported.find_emailed_contacts)
events.add_reaction(ContactErased.name, reactions.handle_contact_erased)
events.add_reaction(ContactMerged.name, reactions.handle_contact_merged)
events.add_reaction(ContactsRestored.name, reactions.handle_contacts_restored)
events.add_reaction(SubscriptionDecided.name, reactions.handle_subscription_decided)
events.add_reaction(SubscriptionsDecided.name, reactions.handle_subscriptions_decided)
events.add_reaction(SenderDomainChanged.name, reactions.handle_domain_changed)
events.add_reaction(ImportUndoStarted.name, reactions.handle_undo_started)
for notice in notices.KINDS:
    kinds.register(notice)
quota_names.register(EMAIL_SENT, notices.EMAIL_QUOTA)
limits.register(CountedLimit(EMAIL_SENT, SendLimitExceeded))
