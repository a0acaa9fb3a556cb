"""Saved searches of a team."""

from uuid import UUID

from django.db import IntegrityError, transaction

from server.core import clock, owner_limits
from server.core.causes import NAME_IN_USE, NAME_REQUIRED
from server.core.errors import FieldsInvalid, NotFound
from server.transactional import search_grammar
from server.transactional.causes import TOO_MANY_SEARCHES
from server.transactional.models import SavedSearch
from server.transactional.selectors.events import MAX_SEARCHES


def save(*, team_id: UUID, name: str, query: str, by: UUID | None) -> SavedSearch:
    """Saves a search. Raises SearchInvalid, and FieldsInvalid for a name that is taken or one search too many."""
    search_grammar.parse(query)
    name = " ".join(name.split())
    if not name:
        raise FieldsInvalid.of("name", NAME_REQUIRED)
    try:
        with transaction.atomic():
            if owner_limits.is_full(SavedSearch.objects.for_team(team_id), MAX_SEARCHES, owner=team_id):
                raise FieldsInvalid.of("name", TOO_MANY_SEARCHES, max=MAX_SEARCHES)
            return SavedSearch.objects.create(
                team_id=team_id, name=name, query=query, created_by=by, created_at=clock.now()
            )
    except IntegrityError as error:
        raise FieldsInvalid.of("name", NAME_IN_USE, name) from error


def delete(*, team_id: UUID, search_id: int) -> None:
    dropped, _ = SavedSearch.objects.for_team(team_id).filter(pk=search_id).delete()
    if not dropped:
        raise NotFound
