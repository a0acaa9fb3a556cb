"""Domain registrars, selected by a setting. Each is a module that implements the protocol."""

from collections.abc import Callable, Mapping

from django.conf import settings

from server.core.errors import PathNotFound
from server.senders.registrar.protocol import Registrar
from server.senders.registrar.sandbox import Sandbox

REGISTRARS: Mapping[str, Callable[[], Registrar]] = {"sandbox": Sandbox}


def find_registrar() -> Registrar | None:
    make = REGISTRARS.get(settings.REGISTRAR)
    return make() if make else None


def get_registrar() -> Registrar:
    registrar = find_registrar()
    if registrar is None:
        raise PathNotFound
    return registrar
