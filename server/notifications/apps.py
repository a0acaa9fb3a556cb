from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NotificationsConfig(AppConfig):
    name = "server.notifications"
    label = "notifications"

    def ready(self) -> None:
        # It registers what is done about events of lower apps; it reads models, which are ready only now.
        import_module("server.notifications.reactions")
        # Who is told follows from what roles may do, also in a worker, which loads no API.
        autodiscover_modules("permissions")
