"""What the app senders plugs into lower apps."""

from server.activity import references
from server.core import origins, system_mail
from server.notifications import kinds
from server.onboarding import steps
from server.senders import activity_references, notices, onboarding, system_emails

for reference in activity_references.REFERENCES:
    references.register(reference)
for step in onboarding.STEPS:
    steps.register(step)
for notice in notices.KINDS:
    kinds.register(notice)
origins.BOTH_PREFIXES.add("/.well-known/acme-challenge/", None)
system_mail.register(system_emails.EMAILS)
