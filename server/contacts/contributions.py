"""Registers the parts of contacts that other apps extend or list."""

from server.activity import references
from server.contacts import (
    activity_references,
    feed,
    feed_kinds,
    feed_metrics,
    notices,
    onboarding,
    timeline,
    timeline_sources,
)
from server.contacts import rooms as own_rooms
from server.contacts.errors import ContactLimitExceeded
from server.contacts.services import bulk, bulk_operations, contact_feed
from server.core import partitions, rooms
from server.notifications import kinds, quota_names
from server.onboarding import steps
from server.plans import limits
from server.plans.features import CONTACT, CONTACT_TESTER, CUSTOM_FIELD
from server.plans.limits import CountedLimit

for kind in own_rooms.KINDS:
    rooms.register(kind)
for reference in activity_references.REFERENCES:
    references.register(reference)
partitions.PARTITIONED_TABLES.add(
    "contacts_feedentry",
    partitions.PartitionConfig(keep_months=feed.RETENTION_MONTHS, find_first_needed=contact_feed.find_oldest_unread),
)
feed_metrics.register_collector()
for fact in feed_kinds.KINDS:
    feed.register_kind(fact)
for step in onboarding.STEPS:
    steps.register(step)
for source in timeline_sources.SOURCES:
    timeline.register_source(source)
for notice in notices.KINDS:
    kinds.register(notice)
quota_names.register(CONTACT, notices.CONTACT_QUOTA)
for name, operation in bulk_operations.OPERATIONS.items():
    bulk.register_operation(name, operation)
limits.register(CountedLimit(CONTACT, ContactLimitExceeded))
limits.register(CountedLimit(CUSTOM_FIELD))
limits.register(CountedLimit(CONTACT_TESTER))
