"""Kinds of notifications. Each app registers its own, with their texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from string import Formatter
from typing import Literal

from server.core.registry import Registry
from server.notifications.texts import INDONESIAN, Format, NotificationText, format_integer, resolve_language

Level = Literal["info", "success", "warning", "alert"]


class Audience(StrEnum):
    """The recipients within the team."""

    TEAM = "team"
    ADMINS = "admins"
    USER = "user"


@dataclass(frozen=True, slots=True)
class NotificationKind:
    """The common properties of all notifications of one kind. `alert` is shown above the screen until it is read."""

    name: str
    level: Level
    english: NotificationText
    indonesian: NotificationText
    # Formatters for string parameters that are not shown as they are. All integers get separators.
    formats: Mapping[str, Format] = field(default_factory=dict)
    audience: Audience = Audience.TEAM
    # Only members with this permission are notified.
    permission: str | None = None
    # The screen it links to, with placeholders for parameters.
    link: str = ""
    # Of several about the same subject within this time, only the first is created.
    once_in: timedelta | None = None
    # Kinds that this one makes obsolete. Their notifications about the same subject become read.
    ends: frozenset[str] = frozenset()

    @property
    def params(self) -> frozenset[str]:
        templates = [self.link]
        for text in (self.english, self.indonesian):
            templates += [text.title, text.message]
        return frozenset(name for template in templates for _, name, _, _ in Formatter().parse(template) if name)

    def render(self, params: Mapping[str, str | int], *, language: str) -> NotificationText:
        """The text in the reader's language. Values are not escaped: a client shows them as text, never as markup."""
        known_language = resolve_language(language)
        text = self.indonesian if known_language == INDONESIAN else self.english
        values = {name: self._format_value(name, value, known_language) for name, value in params.items()}
        return NotificationText(text.title.format_map(values), text.message.format_map(values))

    def _format_value(self, name: str, value: str | int, language: str) -> str:
        if isinstance(value, int):
            return format_integer(value, language)
        return self.formats[name](value, language) if name in self.formats else value


KINDS = Registry[str, NotificationKind]("notification kind")


def register(kind: NotificationKind) -> None:
    KINDS.add(kind.name, kind)
