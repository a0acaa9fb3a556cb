"""Mail that the product itself sends: lower apps ask for it, `delivery` sends it."""

from collections.abc import Mapping
from typing import Protocol

from server.core.registry import Port


class Transport(Protocol):
    """Sends one mail made from one of the product's own templates."""

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None: ...


class TransportMissing(Exception):
    """Nothing can send mail yet; the job that asked is tried again."""


TRANSPORT = Port[Transport]("the transport of system emails")


def send(*, to: str, template: str, context: Mapping[str, str], language: str) -> None:
    """Sends the template in the language to the address. Raises TransportMissing when nothing can."""
    if not TRANSPORT.is_provided:
        raise TransportMissing(template)
    TRANSPORT.get().send(to=to, template=template, context=context, language=language)
