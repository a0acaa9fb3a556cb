"""Rules for text that several areas share."""

import re
import secrets
from urllib.parse import urlsplit

_NOT_LABEL = re.compile(r"[^A-Za-z0-9 \-]")
_NOT_FILE_NAME = re.compile(r"[^\w\-]", re.ASCII)
_PLACEHOLDER = re.compile(r"\{[^{}]+\}|\{\{[^{}]+\}\}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_URL_SCHEMES = ("ftp", "http", "https")


def clean_label(name: str) -> str:
    """A label keeps letters, digits, space and hyphen (CONT-49); runs of space become one, the ends are trimmed."""
    return " ".join(_NOT_LABEL.sub("", name).split())


def clean_file_stem(stem: str) -> str:
    """An upload's name keeps word characters and hyphens; where none remain a random name is made."""
    return _NOT_FILE_NAME.sub("", stem) or secrets.token_hex(8)


def normal_url(value: str) -> str:
    """An address that starts with ftp, http or https; https:// is put before one without a scheme.

    Still invalid gives the empty string; a value in curly braces is a placeholder and stays.
    """
    text = value.strip()
    if _PLACEHOLDER.fullmatch(text):
        return text
    if not _SCHEME.match(text) or re.match(r"[^/:]+:\d", text):
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return ""
    if parts.scheme.lower() not in _URL_SCHEMES or not host or any(mark in text for mark in ' \t\r\n<>"'):
        return ""
    return text


def normal_email(value: str) -> str:
    """An address as it is stored and compared: trimmed and in lower case."""
    return value.strip().lower()


def initials(name: str) -> str:
    """The first letters of up to two words; 'MT' when empty (DISP-11)."""
    return "".join(word[0] for word in name.split()[:2]).upper() or "MT"
