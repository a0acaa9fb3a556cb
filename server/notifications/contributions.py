"""Registers the app notifications with lower apps."""

from server.core import events
from server.identity.events import SessionOpened
from server.notifications import kinds, notices, reactions
from server.plans.events import QuotaReached
from server.teams.events import TeamRestored, TeamSuspended

events.add_reaction(QuotaReached.name, reactions.notify_quota_reached)
events.add_reaction(TeamSuspended.name, reactions.notify_team_suspended)
events.add_reaction(TeamRestored.name, reactions.notify_team_restored)
events.add_reaction(SessionOpened.name, reactions.notify_session_opened)
for notice in notices.KINDS:
    kinds.register(notice)
