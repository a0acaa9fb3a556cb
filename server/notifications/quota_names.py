"""Names of a plan's limits within sentences. The app that counts a limit registers its name.

Limits without a name are small and reached on purpose, so they cause no notifications.
"""

from server.core.registry import Registry
from server.notifications.texts import Phrase
from server.plans.features import PlanLimit

NAMES = Registry[str, Phrase]("quota name")


def register(limit: PlanLimit, name: Phrase) -> None:
    NAMES.add(f"{limit.area}.{limit.name}", name)


def format_quota(quota: str, language: str) -> str:
    """The registered name of `<area>.<name>`."""
    return NAMES[quota].in_language(language)
