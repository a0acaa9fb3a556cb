"""Texts of notifications in both languages, and the formatting of values in them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

ENGLISH, INDONESIAN = "en", "id"
LANGUAGES = (ENGLISH, INDONESIAN)

# Receives a value and the language.
Format = Callable[[str, str], str]

MONTHS: dict[str, tuple[str, ...]] = {
    ENGLISH: (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    INDONESIAN: (
        *("Januari", "Februari", "Maret", "April", "Mei", "Juni"),
        *("Juli", "Agustus", "September", "Oktober", "November", "Desember"),
    ),
}


@dataclass(frozen=True, slots=True)
class NotificationText:
    """A title and a sentence with the details. Both can have placeholders for parameters."""

    title: str
    message: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence."""

    english: str
    indonesian: str

    def in_language(self, language: str) -> str:
        return self.indonesian if language == INDONESIAN else self.english


def resolve_language(language: str) -> str:
    """The language if it is supported, else English."""
    return language if language in LANGUAGES else ENGLISH


def format_integer(value: int, language: str) -> str:
    return f"{value:,}" if language == ENGLISH else f"{value:,}".replace(",", ".")


def format_decimal(value: str, language: str) -> str:
    return value if language == ENGLISH else value.replace(".", ",")


def format_day(value: str, language: str) -> str:
    """Formats an ISO date."""
    day = date.fromisoformat(value)
    return f"{day.day} {MONTHS[language][day.month - 1]} {day.year}"
