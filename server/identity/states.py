"""Choices of signing in."""

from typing import Literal

# Where the code of the second step comes from.
Method = Literal["app", "email", "recovery"]
