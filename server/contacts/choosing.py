"""Port that selects contacts by segment rules. The `segments` app, which depends on this one, implements it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import polars as pl

from server.contacts.filters import ContactFilter
from server.core.registry import Port

# (team id, rules as sent by the client, segment id) -> contact ids in ascending order
Chooser = Callable[[UUID, dict[str, Any] | None, int | None], pl.Series]

CHOOSER = Port[Chooser]("the choice of contacts by rules")


def chooses(wanted: ContactFilter) -> bool:
    return wanted.rules is not None or wanted.segment_id is not None


def ids_of(team_id: UUID, wanted: ContactFilter) -> pl.Series:
    """Returns the ids of contacts that match the rules or segment, ascending. Raises NotFound, FieldsInvalid."""
    return CHOOSER.get()(team_id, wanted.rules, wanted.segment_id)
