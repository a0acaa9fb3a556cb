"""Normalizes texts for searching and counting."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from server.transactional.models.counters import METRIC_NAME_LENGTH
from server.transactional.models.events import PAIR_LENGTH, SUBJECT_START_LENGTH


def remove_unstorable(text: str) -> str:
    """A text that the database can store: without NUL and without halves of surrogate pairs."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def clean_values(value: Any) -> Any:
    match value:
        case str():
            return remove_unstorable(value)
        case Mapping():
            return {clean_values(key): clean_values(item) for key, item in value.items()}
        case list() | tuple():
            return [clean_values(item) for item in value]
        case _:
            return value


def get_subject_start(subject: str) -> str:
    return subject[:SUBJECT_START_LENGTH].lower()[:SUBJECT_START_LENGTH]


def format_metadata_pair(key: str, value: str) -> str:
    return f"{key}={value}"[:PAIR_LENGTH]


def mask_subject(subject: str) -> str:
    """A subject in the form for counting: # replaces each word with a digit."""
    words = ("#" if any(map(str.isdigit, word)) else word for word in subject.split())
    return " ".join(words)[:METRIC_NAME_LENGTH]


def mask_url(url: str) -> str:
    """A URL in the form for counting: without query and fragment, and # replaces each path segment with a digit."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "#"
    path = "/".join("#" if any(map(str.isdigit, part)) else part for part in parts.path.split("/"))
    return f"{parts.scheme}://{parts.netloc}{path}"[:METRIC_NAME_LENGTH] if url else ""
