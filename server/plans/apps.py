from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import import_string


def seed_plans(**_: Any) -> None:
    """After every migrate, so that no installation is without plans. By name: models are not ready at import."""
    import_string("server.plans.services.packages.seed")()


class PlansConfig(AppConfig):
    name = "server.plans"
    label = "plans"

    def ready(self) -> None:
        post_migrate.connect(seed_plans, sender=self, dispatch_uid="plans.seed")
