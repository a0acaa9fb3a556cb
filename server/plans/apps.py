from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.module_loading import import_string


def seed_plans(using: str, **_: Any) -> None:
    """Creates the plans after every migrate, except after a migration back to a state without the table."""
    if "plans_plan" in connections[using].introspection.table_names():
        # By name: models are not ready when this file is imported.
        import_string("server.plans.services.offered_plans.seed_plans")()


class PlansConfig(AppConfig):
    name = "server.plans"
    label = "plans"

    def ready(self) -> None:
        post_migrate.connect(seed_plans, sender=self, dispatch_uid="plans.seed")
