"""What keeps lower apps from deleting what transactional mail needs."""

from uuid import UUID

from server.core import in_use
from server.transactional.models import TransactionalDomain


def domains_in_use(team_id: UUID, ids: list[str]) -> list[in_use.Use]:
    """The sender domains that send transactional email."""
    rows = TransactionalDomain.objects.for_team(team_id).filter(sender_domain_id__in=list(map(UUID, ids)))
    return in_use.named("transactionalDomain", rows.values_list("sender_domain__name", flat=True))
