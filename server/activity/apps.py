from django.apps import AppConfig


class ActivityConfig(AppConfig):
    name = "server.activity"
    label = "activity"
