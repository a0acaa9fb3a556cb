"""Fixtures of sender tests: system emails are collected in a list."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import cycle

import pytest

from server.core import system_email
from server.senders.keys import generate_key
from server.senders.services import keys
from server.senders.states import Algorithm
from tests.plugs import provide


@dataclass
class Letter:
    to: str
    template: str
    context: Mapping[str, str]
    language: str


@dataclass
class Postbox:
    """Replaces delivery of system emails."""

    letters: list[Letter] = field(default_factory=list)

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None:
        self.letters.append(Letter(to, template, context, language))

    def token(self) -> str:
        """The token in the newest email."""
        return self.letters[-1].context["link"].rpartition("#")[2]


@pytest.fixture
def postbox(monkeypatch: pytest.MonkeyPatch) -> Postbox:
    box = Postbox()
    provide(monkeypatch, system_email.TRANSPORT, box)
    return box


@lru_cache(maxsize=1)
def _made() -> Iterator[tuple[bytes, str]]:
    return cycle([generate_key(Algorithm.RSA) for _ in range(3)])


@pytest.fixture
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cycles through three real RSA keys, because generating one takes as long as a test."""
    monkeypatch.setattr(
        keys, "generate_key", lambda algorithm: next(_made()) if algorithm == Algorithm.RSA else generate_key(algorithm)
    )
