from django.apps import AppConfig


class LookupsConfig(AppConfig):
    name = "server.lookups"
    label = "lookups"
