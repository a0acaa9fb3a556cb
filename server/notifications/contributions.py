"""Registers the app notifications with lower apps."""

from server.core import events
from server.identity.events import SessionOpened
from server.notifications import kinds, notices, reactions
from server.plans.events import QuotaReached
from server.teams.events import TeamRestored, TeamSuspended

events.on(QuotaReached.name, reactions.quota_reached)
events.on(TeamSuspended.name, reactions.team_suspended)
events.on(TeamRestored.name, reactions.team_restored)
events.on(SessionOpened.name, reactions.session_opened)
for notice in notices.KINDS:
    kinds.register(notice)
