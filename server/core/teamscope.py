"""Team scoping: every query of tenant-owned rows starts at `for_team` (docs/architecture/data.md)."""

from typing import Protocol, Self, TypeVar
from uuid import UUID

from django.db.models import Manager, Model, QuerySet

from server.core.patches.compiled_queries import QueryParameter

Owned_co = TypeVar("Owned_co", bound=Model, covariant=True)


class HasTeamId(Protocol):
    @property
    def pk(self) -> UUID: ...


class TeamQuerySet(QuerySet[Owned_co]):
    def for_team(self, team: HasTeamId | UUID | QueryParameter) -> Self:
        return self.filter(team_id=team if isinstance(team, UUID | QueryParameter) else team.pk)


TeamManager = Manager.from_queryset(TeamQuerySet)
