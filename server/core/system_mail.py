"""Mail that the product itself sends: the slot that `delivery` fills, so that lower apps can ask for it."""

from collections.abc import Mapping
from typing import Protocol


class Transport(Protocol):
    """Sends one mail made from one of the product's own templates."""

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None: ...


class TransportMissing(Exception):
    """Nothing can send mail yet; the job that asked is tried again."""


_transport: list[Transport] = []


def set_transport(transport: Transport) -> None:
    """Fills the slot; called once, by delivery's app configuration."""
    _transport[:] = [transport]


def send(*, to: str, template: str, context: Mapping[str, str], language: str) -> None:
    """Sends the template in the language to the address. Raises TransportMissing when nothing fills the slot."""
    if not _transport:
        raise TransportMissing(template)
    _transport[0].send(to=to, template=template, context=context, language=language)
