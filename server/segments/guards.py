"""Prevents the deletion of records that segments use, and selects contacts by rules for other apps."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

import polars as pl
from pydantic import ValidationError

from server.contacts.values import FieldType
from server.core import parsing
from server.core.errors import BadRequest, FieldsInvalid
from server.segments.fields import CUSTOM_PREFIX, KIND_BY_FIELD_TYPE, RuleCatalogue
from server.segments.models import Segment
from server.segments.rules.field.kind import is_usable
from server.segments.rules.field.schema import FieldRule
from server.segments.rules.label import LabelRule
from server.segments.rules.tree import Rule, Rules, iter_rules
from server.segments.selectors import matches
from server.segments.selectors import segments as selectors


def select_contacts(team_id: UUID, rules: dict[str, Any] | None, segment_id: int | None) -> pl.Series:
    """Selects by rules as a request has them, or by segment. Raises NotFound, FieldsInvalid."""
    if segment_id is not None:
        stored = Rules.of_stored(selectors.get_segment(team_id=team_id, segment_id=segment_id).rules)
        return matches.list_ids(team_id=team_id, rules=stored)
    wanted = _parse_rules(rules)
    RuleCatalogue.of(team_id).check(wanted)
    return matches.list_ids(team_id=team_id, rules=wanted)


def _parse_rules(rules: dict[str, Any] | None) -> Rules:
    try:
        return Rules.model_validate(rules)
    except ValidationError as error:
        found = parsing.list_issues(error)
    if found is None:
        raise BadRequest
    at = ".".join(str(part) for part in ("rules", *found[0]["loc"]))
    raise FieldsInvalid.of_bound(at, found[0]["cause"])


def name_segments(team_id: UUID, names: Callable[[Rule], Iterable[str]], ids: list[str]) -> Iterator[str]:
    """Yields the segments with a rule for which `names` returns one of the ids."""
    rows = Segment.objects.for_team(team_id).order_by("pk").values_list("name", "rules")
    return (
        name
        for name, stored in rows
        if any(one in ids for rule in iter_rules(Rules.of_stored(stored)) for one in names(rule))
    )


def name_segments_of_labels(team_id: UUID, ids: list[str]) -> Iterator[str]:
    return name_segments(team_id, lambda rule: map(str, rule.label_ids) if isinstance(rule, LabelRule) else (), ids)


def name_segments_of_fields(team_id: UUID, ids: list[str]) -> Iterator[str]:
    return name_segments(
        team_id, lambda rule: (rule.field.removeprefix(CUSTOM_PREFIX),) if isinstance(rule, FieldRule) else (), ids
    )


def name_segments_of_types(team_id: UUID, ids: list[str]) -> Iterator[str]:
    """Yields the segments with rules that a field's new type does not support. `ids` are `<field>:<type>`."""
    kinds = {
        f"{CUSTOM_PREFIX}{field_id}": KIND_BY_FIELD_TYPE[FieldType(kind)]
        for field_id, kind in (one.split(":") for one in ids)
    }

    def misfits(rule: Rule) -> Iterable[str]:
        if isinstance(rule, FieldRule) and rule.field in kinds and not is_usable(rule, kinds[rule.field]):
            yield rule.field

    return name_segments(team_id, misfits, list(kinds))
