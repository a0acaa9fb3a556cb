"""What the app plans plugs into itself: limits of what lower apps make, which know no plan."""

from server.plans import limits
from server.plans.features import MEMBER
from server.teams.selectors import count_members

limits.register(limits.CountedLimit(MEMBER, count_rows=count_members))
