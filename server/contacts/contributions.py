"""What the app contacts plugs into lower apps."""

from server.contacts import onboarding, timeline, timeline_sources
from server.contacts import rooms as own_rooms
from server.core import rooms
from server.onboarding import steps

for kind in own_rooms.KINDS:
    rooms.register(kind)
for step in onboarding.STEPS:
    steps.register(step)
for source in timeline_sources.SOURCES:
    timeline.register(source)
