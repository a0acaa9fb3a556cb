from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "server.stats"
    label = "stats"
