"""What the app senders plugs into lower apps."""

from server.onboarding import steps
from server.senders import onboarding

for step in onboarding.STEPS:
    steps.register(step)
