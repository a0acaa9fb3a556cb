"""Emails that the product itself sends: apps contribute their texts, lower apps ask for one, `delivery` sends it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from server.core.registry import Port, Registry


@dataclass(frozen=True, slots=True)
class EmailText:
    """Subject and Markdown body of a system email in one language; the tags are the names of the context."""

    subject: str
    body: str


class Transport(Protocol):
    """Sends one of the system emails."""

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None: ...


class TransportMissing(Exception):
    """Nothing can send mail yet; the job that asked is tried again."""


# By name and language.
EMAILS = Registry[tuple[str, str], EmailText]("system email")
TRANSPORT = Port[Transport]("the transport of system emails")


def register(emails: Mapping[tuple[str, str], EmailText]) -> None:
    """Adds the emails of an app. Raises ValueError if another app has one of the names."""
    for key, text in emails.items():
        EMAILS.add(key, text)


def text_of(template: str, language: str) -> EmailText:
    """The text in the language, or in English if there is none. Raises KeyError."""
    return EMAILS.get((template, language)) or EMAILS[template, "en"]


def send(*, to: str, template: str, context: Mapping[str, str], language: str) -> None:
    """Sends the template in the language to the address. Raises TransportMissing when nothing can."""
    if not TRANSPORT.is_provided:
        raise TransportMissing(template)
    TRANSPORT.get().send(to=to, template=template, context=context, language=language)
