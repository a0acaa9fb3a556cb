"""Length limits of a team's fields, in characters."""

from typing import Final

WEBSITE_LENGTH: Final = 255
