"""Prevents deletion of records that API keys and domains of transactional email use."""

from collections.abc import Iterable
from uuid import UUID

from server.core.in_use import MAX_LISTED_USES
from server.transactional.models import TransactionalDomain
from server.transactional.selectors.subaccounts import filter_active_keys


def list_domain_names(team_id: UUID, ids: list[str]) -> Iterable[str]:
    rows = TransactionalDomain.objects.for_team(team_id).filter(sender_domain_id__in=list(map(UUID, ids)))
    return rows.values_list("sender_domain__name", flat=True)


def list_subaccount_key_names(team_id: UUID, ids: list[str]) -> Iterable[str]:
    """The active keys of these subaccounts, oldest first, at most MAX_LISTED_USES."""
    working = filter_active_keys(team_id).filter(subaccount__in=list(map(UUID, ids))).order_by("created_at")
    return (f"{key.name} ({key.prefix})" for key in working[:MAX_LISTED_USES])
