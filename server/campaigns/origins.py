"""The origin of the mailings of campaigns; it is registered in contributions.py."""

from typing import Final

CAMPAIGN: Final = "campaign"
