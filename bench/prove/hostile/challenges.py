"""Solving a proof of work as a browser does."""

from typing import Any

import altcha


def solve(challenge: dict[str, Any]) -> str:
    """The payload that a form sends for a challenge from the API."""
    given = altcha.Challenge.from_dict(challenge)
    solution = altcha.solve_challenge(given)
    if solution is None:
        raise ValueError("The challenge has no solution")
    return str(altcha.Payload(given, solution).to_base64())
