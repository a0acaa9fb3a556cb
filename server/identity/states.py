"""Choices of signing in."""

from typing import Literal

# The source of the code in the second step.
Method = Literal["app", "email", "recovery"]
