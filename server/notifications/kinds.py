"""Kinds of notifications. Each app registers its own, with their texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from string import Formatter
from typing import Literal

from server.core.registry import Registry
from server.notifications.texts import INDONESIAN, Format, Text, format_integer, language_of

Level = Literal["info", "success", "warning", "alert"]


class Audience(StrEnum):
    """Who of the team gets it."""

    TEAM = "team"
    ADMINS = "admins"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Kind:
    """What all notifications of one kind share. `alert` is shown above the screen until it is read."""

    name: str
    level: Level
    english: Text
    indonesian: Text
    # How a parameter is written, if it is a string that is not shown as it is. All integers get separators.
    formats: Mapping[str, Format] = field(default_factory=dict)
    audience: Audience = Audience.TEAM
    # Only members with this permission are notified.
    permission: str | None = None
    # The screen it leads to, with places for parameters.
    link: str = ""
    # Only the first of several about the same subject within this time is created.
    once_in: timedelta | None = None
    # Kinds that are no longer true once this one is. Their notifications about the same subject become read.
    ends: frozenset[str] = frozenset()

    @property
    def params(self) -> frozenset[str]:
        """Names of the parameters that the texts and the link need."""
        templates = [self.link]
        for text in (self.english, self.indonesian):
            templates += [text.title, text.message]
        return frozenset(name for template in templates for _, name, _, _ in Formatter().parse(template) if name)

    def render(self, params: Mapping[str, str | int], *, language: str) -> Text:
        """The text in the reader's language. Values are not escaped: a client shows them as text, never as markup."""
        known_language = language_of(language)
        text = self.indonesian if known_language == INDONESIAN else self.english
        values = {name: self._format_value(name, value, known_language) for name, value in params.items()}
        return Text(text.title.format_map(values), text.message.format_map(values))

    def _format_value(self, name: str, value: str | int, language: str) -> str:
        if isinstance(value, int):
            return format_integer(value, language)
        return self.formats[name](value, language) if name in self.formats else value


KINDS = Registry[str, Kind]("notification kind")


def register(kind: Kind) -> None:
    """Lets `notify` create notifications of this kind."""
    KINDS.add(kind.name, kind)
