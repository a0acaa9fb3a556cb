"""Why values of the support console are refused."""

from server.core.causes import define

POOL_USE_AMBIGUOUS = define("poolUseAmbiguous", "Choose a team or a plan, not both.")
