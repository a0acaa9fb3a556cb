"""Lengths of what a team says about itself, in characters."""

from typing import Final

WEBSITE_LENGTH: Final = 255
