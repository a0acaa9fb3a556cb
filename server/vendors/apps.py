from django.apps import AppConfig


class VendorsConfig(AppConfig):
    name = "server.vendors"
    label = "vendors"
