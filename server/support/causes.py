"""Causes of invalid values in the support console."""

from server.core.causes import define

POOL_USE_AMBIGUOUS = define("poolUseAmbiguous", "Choose a team or a plan, not both.")
