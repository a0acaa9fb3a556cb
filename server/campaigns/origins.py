"""The origin of campaign mailings, registered in contributions.py."""

from typing import Final

CAMPAIGN: Final = "campaign"
