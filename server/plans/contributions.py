"""Registers limits on rows of lower apps, which do not know plans."""

from server.plans import limits
from server.plans.features import MEMBER
from server.teams.selectors import count_members

limits.register(limits.CountedLimit(MEMBER, count_rows=count_members))
