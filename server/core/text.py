"""Text normalization that several areas share."""

import re
from urllib.parse import urlsplit

import idna
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

_NOT_LABEL = re.compile(r"[^A-Za-z0-9 \-]")
_PLACEHOLDER = re.compile(r"\{[^{}]+\}|\{\{[^{}]+\}\}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_URL_SCHEMES = ("ftp", "http", "https")
MAX_DOMAIN_CHARACTERS = 253  # characters (RFC 1035, 2.3.4)
_check_address = EmailValidator(allowlist=[])


def clean_label(name: str) -> str:
    """Keeps letters, digits, space and hyphen (CONT-49); runs of spaces become one, the ends are trimmed."""
    return " ".join(_NOT_LABEL.sub("", name).split())


def normalize_url(value: str) -> str:
    """A URL that starts with ftp, http or https. https:// is prepended to one without a scheme.

    Returns an empty string if the result is invalid. A value in curly braces is a placeholder and stays.
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


def get_domain(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def normalize_email(value: str) -> str:
    """The stored and compared form of an address: trimmed, in lower case, with its domain in ASCII (IDNA)."""
    address = value.strip().lower()
    local, at, domain = address.rpartition("@")
    ascii_name = to_ascii_domain(domain) if at else None
    return address if ascii_name is None else f"{local}@{ascii_name}"


def to_ascii_domain(domain: str) -> str | None:
    """The domain in the form of the DNS (IDNA 2008, UTS 46), or None if it has no such form."""
    if domain.isascii():
        return domain
    if len(domain) > MAX_DOMAIN_CHARACTERS:
        return None
    try:
        return idna.encode(domain, uts46=True).decode()
    except idna.IDNAError:
        return None


def is_email(value: str) -> bool:
    """Whether Django accepts the address, without its exception for localhost."""
    try:
        _check_address(value)
    except ValidationError:
        return False
    return True


def build_initials(name: str) -> str:
    """The first letters of up to two words; 'MT' if empty (DISP-11)."""
    return "".join(word[0] for word in name.split()[:2]).upper() or "MT"
