from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import import_string

from server.core import system_mail


class DeliveryConfig(AppConfig):
    name = "server.delivery"
    label = "delivery"

    def ready(self) -> None:
        import_module("server.delivery.contact_timeline")
        import_module("server.delivery.imported")
        import_module("server.delivery.permissions")
        import_module("server.delivery.reactions")
        # By name: what sends imports models, which are loaded only now.
        system_mail.set_transport(import_string("server.delivery.services.system.SystemTransport")())
