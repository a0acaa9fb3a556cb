"""Emails from the product itself: apps contribute their texts, lower apps request them, `delivery` sends them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from server.core.registry import Port, Registry


@dataclass(frozen=True, slots=True)
class EmailText:
    """Subject and Markdown body of a system email in one language. The tags are the names of the context."""

    subject: str
    body: str


class Transport(Protocol):
    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None: ...


class TransportMissing(Exception):
    """No transport is registered yet; the job is retried."""


# By name and language.
EMAILS = Registry[tuple[str, str], EmailText]("system email")
TRANSPORT = Port[Transport]("the transport of system emails")


def register(emails: Mapping[tuple[str, str], EmailText]) -> None:
    for key, text in emails.items():
        EMAILS.add(key, text)


def get_text(template: str, language: str) -> EmailText:
    """The text in the language, or else in English. Raises KeyError."""
    return EMAILS.get((template, language)) or EMAILS[template, "en"]


def send(*, to: str, template: str, context: Mapping[str, str], language: str) -> None:
    if not TRANSPORT.is_provided:
        raise TransportMissing(template)
    TRANSPORT.get().send(to=to, template=template, context=context, language=language)
