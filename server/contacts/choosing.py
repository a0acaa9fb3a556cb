"""Contacts chosen by the rules of a segment: the app of segments, which stands above, says which they are."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import polars as pl

from server.contacts.filters import ContactFilter
from server.core.registry import Port

# (team id, rules of the wire, id of a segment) -> keys of contacts, smallest first
Chooser = Callable[[UUID, dict[str, Any] | None, int | None], pl.Series]

CHOOSER = Port[Chooser]("the choice of contacts by rules")


def chooses(wanted: ContactFilter) -> bool:
    """Whether a filter names rules or a segment."""
    return wanted.rules is not None or wanted.segment_id is not None


def ids_of(team_id: UUID, wanted: ContactFilter) -> pl.Series:
    """The keys of the contacts that fit the rules or the segment, smallest first. Raises NotFound, FieldsInvalid."""
    return CHOOSER.get()(team_id, wanted.rules, wanted.segment_id)
