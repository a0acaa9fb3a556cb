from django.apps import AppConfig


class IdentityConfig(AppConfig):
    name = "server.identity"
    label = "identity"
