from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    name = "server.core"
    label = "core"

    def ready(self) -> None:
        # Permissions too: a worker loads no API, but its notifications depend on them.
        autodiscover_modules("permissions", "contributions")
