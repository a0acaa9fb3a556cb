from datetime import UTC, datetime
from typing import Any

import pytest

from server.accounts.models import User
from server.accounts.services import passwords
from server.identity.services import captcha
from tests.cast import Person

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _cheap_captcha(monkeypatch: pytest.MonkeyPatch, redis_client: object) -> None:
    """The same proof of work in fewer rounds, so that a test spends no second on it."""
    monkeypatch.setattr(captcha, "ITERATIONS", 5)


@pytest.fixture
def alice_with_password(alice: Person) -> Person:
    """Alice, who can sign in with PASSWORD."""
    User.objects.filter(pk=alice.user.pk).update(password=passwords.hashed(PASSWORD))
    alice.user.refresh_from_db()
    return alice


@pytest.fixture
def clock(time_machine: Any) -> Any:
    """Stands still until the test shifts it."""
    time_machine.move_to(datetime.now(UTC), tick=False)
    return time_machine
