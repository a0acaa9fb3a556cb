import threading
import time

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from server.accounts import hashers
from server.accounts.errors import PasswordRejected
from server.accounts.services import passwords
from server.core.errors import TooManyRequests


def test_a_password_is_right_or_not() -> None:
    encoded = passwords.hash_password("correct horse")

    assert passwords.is_correct("correct horse", encoded)
    assert not passwords.is_correct("correct horsf", encoded)


@pytest.mark.parametrize("encoded", [None, "", "!", "md5$x$y"])
def test_without_a_usable_hash_nothing_is_right(encoded: str | None) -> None:
    assert not passwords.is_correct("", encoded)
    assert not passwords.is_correct("x" * 40, encoded)


@pytest.mark.parametrize(
    ("password", "cause"),
    [
        ("x" * 9, "10 to 128"),
        ("x" * 129, "10 to 128"),
        ("1234567890", "common"),
        ("ALICE@example.com", "email address"),
    ],
)
def test_a_refusal_says_why(password: str, cause: str) -> None:
    with pytest.raises(PasswordRejected) as refused:
        passwords.check_allowed(password, email="alice@example.com")

    assert refused.value.payload is not None
    assert cause in refused.value.payload["cause"]
    assert refused.value.payload["value"] is None


def test_any_character_will_do() -> None:
    passwords.check_allowed("密码很长很长很长很长", email="alice@example.com")
    passwords.check_allowed("x" * 128, email="alice@example.com")


def test_at_most_four_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lock, gate = threading.Lock(), threading.Event()
    now, most = 0, 0

    def verify(self: object, password: str, encoded: str) -> bool:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        gate.wait(5)
        with lock:
            now -= 1
        return True

    monkeypatch.setattr(Argon2PasswordHasher, "verify", verify)
    threads = [threading.Thread(target=passwords.is_correct, args=("x", "argon2$")) for _ in range(12)]
    for thread in threads:
        thread.start()
    while most < 4:
        time.sleep(0.001)
    gate.set()
    for thread in threads:
        thread.join()

    assert most == 4


def test_who_gets_no_place_in_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashers, "WAIT_SECONDS", 0.01)
    places = [hashers._slots.acquire(blocking=False) for _ in range(4)]
    assert all(places)

    try:
        with pytest.raises(TooManyRequests):
            passwords.is_correct("x", None)
    finally:
        for _ in places:
            hashers._slots.release()
