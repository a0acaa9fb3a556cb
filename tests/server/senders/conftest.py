"""What tests of senders share: the way out of system mail, kept in a list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from server.core import system_mail


@dataclass
class Letter:
    to: str
    template: str
    context: Mapping[str, str]
    language: str


@dataclass
class Postbox:
    """Stands in for delivery."""

    letters: list[Letter] = field(default_factory=list)

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None:
        self.letters.append(Letter(to, template, context, language))

    def token(self) -> str:
        """The token in the newest letter."""
        return self.letters[-1].context["link"].rpartition("/")[2]


@pytest.fixture
def postbox(monkeypatch: pytest.MonkeyPatch) -> Postbox:
    box = Postbox()
    monkeypatch.setattr(system_mail, "_transport", [box])
    return box
