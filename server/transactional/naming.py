"""Normalizes texts for searching and counting."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from server.transactional.models.events import BEGINNING_LENGTH, PAIR_LENGTH
from server.transactional.models.figures import FIGURE_NAME_LENGTH


def storable(text: str) -> str:
    """A text that the database can store: without NUL and without halves of surrogate pairs."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def cleaned(value: Any) -> Any:
    """Applies `storable` to all texts in mappings, lists and tuples."""
    match value:
        case str():
            return storable(value)
        case Mapping():
            return {cleaned(key): cleaned(item) for key, item in value.items()}
        case list() | tuple():
            return [cleaned(item) for item in value]
        case _:
            return value


def beginning_of(subject: str) -> str:
    """The start of a subject, as searches compare it."""
    return subject[:BEGINNING_LENGTH].lower()[:BEGINNING_LENGTH]


def pair_of(key: str, value: str) -> str:
    """A metadata entry in the form for searches."""
    return f"{key}={value}"[:PAIR_LENGTH]


def subject_name(subject: str) -> str:
    """A subject in the form for counting: # replaces each word with a digit."""
    words = ("#" if any(map(str.isdigit, word)) else word for word in subject.split())
    return " ".join(words)[:FIGURE_NAME_LENGTH]


def link_name(url: str) -> str:
    """A URL in the form for counting: without query and fragment, and # replaces each path segment with a digit."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "#"
    path = "/".join("#" if any(map(str.isdigit, part)) else part for part in parts.path.split("/"))
    return f"{parts.scheme}://{parts.netloc}{path}"[:FIGURE_NAME_LENGTH] if url else ""
