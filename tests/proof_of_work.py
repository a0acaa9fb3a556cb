"""Solves the captcha as a browser does, with the library's own solver."""

import altcha

from tests.conftest import ApiClient


def solved(api: ApiClient, account: str = "") -> str:
    """A new challenge from the API, solved: the payload that a form sends."""
    answer = api.get(f"captcha?account={account}" if account else "captcha")
    assert answer.status_code == 200, answer.content
    return solve(answer.json())


def solve(challenge: dict[str, object]) -> str:
    """The payload for a challenge from the API."""
    given = altcha.Challenge.from_dict(challenge)
    solution = altcha.solve_challenge(given)
    assert solution is not None
    payload: str = altcha.Payload(given, solution).to_base64()
    return payload
