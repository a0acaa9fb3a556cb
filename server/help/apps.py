from django.apps import AppConfig


class HelpConfig(AppConfig):
    name = "server.help"
    label = "help"
