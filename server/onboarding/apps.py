from importlib import import_module

from django.apps import AppConfig


class OnboardingConfig(AppConfig):
    name = "server.onboarding"
    label = "onboarding"

    def ready(self) -> None:
        import_module("server.onboarding.first_steps")
