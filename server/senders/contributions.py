"""Registers the parts of senders that other apps extend or list."""

from server.activity import references
from server.core import origins, system_email
from server.notifications import kinds
from server.onboarding import steps
from server.plans import limits
from server.plans.features import SENDER, SENDER_DOMAIN
from server.plans.limits import CountedLimit
from server.senders import activity_references, notices, onboarding, system_emails
from server.senders.errors import SenderLimitExceeded

for reference in activity_references.REFERENCES:
    references.register(reference)
for step in onboarding.STEPS:
    steps.register(step)
for notice in notices.KINDS:
    kinds.register(notice)
origins.SHARED_PREFIXES.add("/.well-known/acme-challenge/", None)
system_email.register(system_emails.EMAILS)
limits.register(CountedLimit(SENDER, SenderLimitExceeded))
limits.register(CountedLimit(SENDER_DOMAIN))
