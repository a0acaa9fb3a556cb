from importlib import import_module

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "server.documents"
    label = "documents"

    def ready(self) -> None:
        # It registers the wire's source and room; it reads models, which are ready only now.
        import_module("server.documents.source")
