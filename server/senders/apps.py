from importlib import import_module

from django.apps import AppConfig


class SendersConfig(AppConfig):
    name = "server.senders"
    label = "senders"

    def ready(self) -> None:
        import_module("server.senders.onboarding")
