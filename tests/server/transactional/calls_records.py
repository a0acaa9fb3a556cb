"""Records and bodies of subaccounts, templates and labels for the generated tests (tests/foreign_ids.py)."""

import secrets
from collections.abc import Callable
from typing import Any
from uuid import UUID

from server.core import clock
from server.teams.models import Team
from server.transactional.models import Subaccount, TemplateVersion, TransactionalLabel, TransactionalTemplate


def subaccount_id(team: Team) -> UUID:
    return Subaccount.objects.create(team=team, name=secrets.token_hex(4), created_at=clock.now()).pk


def label_id(team: Team) -> UUID:
    return TransactionalLabel.objects.create(team=team, name=secrets.token_hex(4), created_at=clock.now()).pk


def template_id(team: Team) -> UUID:
    """A template with its first draft."""
    now = clock.now()
    template = TransactionalTemplate.objects.create(
        team=team, name="Struk", slug=secrets.token_hex(4), created_at=now, updated_at=now
    )
    TemplateVersion.objects.create(team=team, template=template, number=1, subject="Halo", text="Halo", created_at=now)
    return template.pk


IDS: dict[str, Callable[[Team], Any]] = {
    "trx-api/subaccounts/{subaccount_id}": subaccount_id,
    "trx-api/label/{label_id}": label_id,
    "trx-api/template/{template_id}": template_id,
    "trx-api/template/{template_id}/versions/{number}": lambda team: 1,
}
BODIES: dict[str, Callable[[Team], Any]] = {
    "trx_subaccounts_create": lambda team: {"name": "Gerai Dago"},
    "trx_subaccounts_update": lambda team: {"name": "Gerai", "email": "", "active": True, "monthlyLimit": None},
    "trx_labels_create": lambda team: {"name": "nota"},
    "trx_labels_update": lambda team: {"name": "nota"},
    "trx_settings_change": lambda team: {"bodyDays": 7},
    "trx_templates_create": lambda team: {"name": "Struk"},
    "trx_templates_update": lambda team: {"name": "Struk", "slug": "struk"},
    "trx_templates_save": lambda team: {"subject": "Halo", "text": "Halo"},
    "trx_templates_test": lambda team: {},
}
