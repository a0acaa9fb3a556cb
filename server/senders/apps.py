from django.apps import AppConfig


class SendersConfig(AppConfig):
    name = "server.senders"
    label = "senders"
