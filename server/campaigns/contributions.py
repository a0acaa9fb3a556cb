"""Registers the parts of campaigns that other apps extend or list."""

from server.activity import references
from server.campaigns import activity_references, document_owner, guards, notices, onboarding
from server.campaigns import origins as own_origins
from server.campaigns import rooms as own_rooms
from server.campaigns.ab import kind as ab
from server.campaigns.designs import EDITOR
from server.campaigns.kinds import KINDS
from server.campaigns.regular import kind as regular
from server.campaigns.services import sending
from server.contacts.services import labels, topics
from server.core import in_use, origins, rooms
from server.delivery import origins as mailing_origins
from server.delivery.models import Stream
from server.delivery.origins import MailingOrigin
from server.documents import owners
from server.notifications import kinds
from server.onboarding import steps
from server.plans import limits
from server.plans.features import AB_EMAIL_SENT, CAMPAIGN, EMAIL_SENT
from server.plans.limits import CountedLimit
from server.segments.services import segments
from server.senders.services import senders

for strategy in (regular.KIND, ab.KIND):
    KINDS.add(strategy.name, strategy)
rooms.register(own_rooms.KIND)
for reference in activity_references.REFERENCES:
    references.register(reference)
for step in onboarding.STEPS:
    steps.register(step)
in_use.register(senders.NOUN, in_use.Guard(guards.KIND, guards.name_campaigns_of_senders))
in_use.register(labels.NOUN, in_use.Guard(guards.KIND, guards.name_campaigns_of_labels))
in_use.register(segments.NOUN, in_use.Guard(guards.KIND, guards.name_campaigns_of_segments))
in_use.register(topics.NOUN, in_use.Guard(guards.KIND, guards.name_campaigns_of_topics))
owners.register(EDITOR, document_owner.OWNER)
origins.PAGES_PREFIXES.add("/preview/", None)
mailing_origins.register(
    MailingOrigin(
        own_origins.CAMPAIGN,
        priority=5,
        stream=Stream.MARKETING,
        quota=EMAIL_SENT,
        is_marketing=True,
        hook=sending.sync_with_mailing,
    ),
)
for notice in notices.KINDS:
    kinds.register(notice)
limits.register(CountedLimit(CAMPAIGN))
limits.register(CountedLimit(AB_EMAIL_SENT))
