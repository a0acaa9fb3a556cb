from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "server.teams"
    label = "teams"
