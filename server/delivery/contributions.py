"""Registrations of the delivery app with lower apps."""

from server.contacts import feed, keeping, refusals, timeline
from server.contacts.events import (
    ContactErased,
    ContactMerged,
    ContactsRestored,
    SubscriptionDecided,
    SubscriptionsDecided,
    UndoStarted,
)
from server.core import events, partitions, system_mail
from server.core.origins import PAGES_PREFIXES
from server.delivery import contact_timeline, feed_kinds, imported, notices, origins, paths, reactions, system_emails
from server.delivery.services.system import SystemTransport
from server.notifications import kinds, quota_names
from server.plans import limits
from server.plans.errors import SendLimitExceeded
from server.plans.features import EMAIL_SENT
from server.plans.limits import CountedLimit
from server.senders.events import SenderDomainChanged

system_mail.TRANSPORT.provide(SystemTransport())
system_mail.register(system_emails.EMAILS)
for origin in origins.OWN:
    origins.register(origin)
for prefix in (*paths.TRACKING, *paths.PAGES):
    PAGES_PREFIXES.add(prefix, None)
partitions.PARENTS.add("delivery_send_log", partitions.Partitioned(unique_columns=("mailing_id", "position")))
partitions.PARENTS.add("delivery_event", partitions.Partitioned())
for kind in feed_kinds.KINDS:
    feed.register(kind)
for source in contact_timeline.SOURCES:
    timeline.register(source)
refusals.READER.provide(imported.refusing)
keeping.FINDERS.add("mailed", imported.mailed)
events.on(ContactErased.name, reactions.contact_erased)
events.on(ContactMerged.name, reactions.contact_merged)
events.on(ContactsRestored.name, reactions.contacts_restored)
events.on(SubscriptionDecided.name, reactions.subscription_decided)
events.on(SubscriptionsDecided.name, reactions.subscriptions_decided)
events.on(SenderDomainChanged.name, reactions.domain_changed)
events.on(UndoStarted.name, reactions.undo_started)
for notice in notices.KINDS:
    kinds.register(notice)
quota_names.register(EMAIL_SENT, notices.EMAIL_QUOTA)
limits.register(CountedLimit(EMAIL_SENT, SendLimitExceeded))
