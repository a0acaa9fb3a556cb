"""What the app senders plugs into lower apps."""

from server.notifications import kinds
from server.onboarding import steps
from server.senders import notices, onboarding

for step in onboarding.STEPS:
    steps.register(step)
for notice in notices.KINDS:
    kinds.register(notice)
