from django.apps import AppConfig

from server.core import callers
from server.identity.resolver import IdentityResolver


class IdentityConfig(AppConfig):
    name = "server.identity"
    label = "identity"

    def ready(self) -> None:
        callers.set_resolver(IdentityResolver())
