"""Port that selects contacts by segment rules. The `segments` app, which depends on this one, implements it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import polars as pl

from server.contacts.filters import ContactFilter
from server.core.registry import Port

# (team id, rules as sent by the client, segment id) -> contact ids in ascending order
RuleSelector = Callable[[UUID, dict[str, Any] | None, int | None], pl.Series]

RULE_SELECTOR = Port[RuleSelector]("the choice of contacts by rules")


def has_rules(wanted: ContactFilter) -> bool:
    return wanted.rules is not None or wanted.segment_id is not None


def select_ids(team_id: UUID, wanted: ContactFilter) -> pl.Series:
    """In ascending order. Raises NotFound, FieldsInvalid."""
    return RULE_SELECTOR.get()(team_id, wanted.rules, wanted.segment_id)
