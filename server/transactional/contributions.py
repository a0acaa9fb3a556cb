"""Registrations of the transactional app with lower apps."""

from server.activity import references
from server.core import in_use, origins, partitions, rooms, system_email
from server.delivery.tracking import message_tracking
from server.notifications import kinds, quota_names
from server.plans import limits
from server.plans.features import TRANSACTIONAL_SENT
from server.plans.limits import CountedLimit
from server.senders.services import domains
from server.transactional import activity_references, guards, notices, system_emails, webhook_kinds
from server.transactional import rooms as own_rooms
from server.transactional.services import subaccounts, tracking, webhooks
from server.transactional.sql import tracking as following_sql
from server.webhooks import kinds as webhook_event_kinds
from server.webhooks import owners

rooms.register(own_rooms.KIND)
for reference in activity_references.REFERENCES:
    references.register(reference)
in_use.register(domains.NOUN, in_use.Guard("transactionalDomain", guards.list_domain_names))
in_use.register(subaccounts.NOUN, in_use.Guard("apiKey", guards.list_subaccount_key_names))
origins.PAGES_PREFIXES.add("/preview/", None)
system_email.register(system_emails.EMAILS)
for noun in ("message", "body", "recipient", "link", "event", "pair"):
    partitions.PARTITIONED_TABLES.add(f"transactional_{noun}", partitions.PartitionConfig())
message_tracking.MESSAGE_TRACKING.provide(
    message_tracking.MessageTracking(
        land=tracking.ingest_batch, link=following_sql.find_link_target, written_from=following_sql.find_sender_address
    )
)
for notice in notices.KINDS:
    kinds.register(notice)
quota_names.register(TRANSACTIONAL_SENT, notices.TRANSACTIONAL_QUOTA)
limits.register(CountedLimit(TRANSACTIONAL_SENT))
for kind in webhook_kinds.KINDS:
    webhook_event_kinds.register(kind)
owners.register(webhooks.OWNERSHIP)
