from importlib import import_module

from django.apps import AppConfig


class HygieneConfig(AppConfig):
    name = "server.hygiene"
    label = "hygiene"

    def ready(self) -> None:
        # It registers itself; it reads models, which are ready only now.
        import_module("server.hygiene.guards")
