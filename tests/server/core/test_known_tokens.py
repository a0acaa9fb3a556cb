"""The tokens that a process has accepted."""

import pytest

from server.core.accepted_tokens import AcceptedTokens, accepted_tokens
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_key


def test_the_token_used_longest_ago_is_forgotten() -> None:
    known = AcceptedTokens(max_known=2)
    for token in ("a", "b", "a", "c"):
        known.add(token)

    assert [known.key(token) is not None for token in ("a", "b", "c")] == [True, False, True]


@pytest.mark.django_db
def test_a_token_is_known_once_an_operation_accepted_it(alice: Person) -> None:
    made_up = ApiClient("made-up")
    assert made_up.get("users/profile").status_code == 401
    assert made_up.get("captcha").status_code == 200
    assert alice.api.get("users/profile").status_code == 200

    assert accepted_tokens.key("made-up") is None
    assert accepted_tokens.key(alice.token) is not None


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_client")
def test_a_key_is_known_once_an_operation_accepted_it(alice: Person) -> None:
    _, secret = make_key(alice.team, scopes=["read"])
    assert TrxClient(f"{secret}x").get("template").status_code == 401
    assert TrxClient(secret).get("template").status_code == 200

    assert accepted_tokens.key(f"{secret}x") is None
    assert accepted_tokens.key(secret) is not None
