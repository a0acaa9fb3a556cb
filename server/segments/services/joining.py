"""Adds contacts to a segment manually.

Membership follows only from rules, so contacts join through a label. It is one that the rules already accept, or a new
one that the rules then accept as an alternative.
"""

from contextlib import suppress
from uuid import UUID

from django.db import transaction
from pydantic import ValidationError

from server.contacts.models import ContactLabel
from server.contacts.services import labels
from server.contacts.values import MAX_LABEL_LENGTH
from server.core.callers import Caller
from server.core.errors import FieldsInvalid
from server.core.text import clean_label
from server.segments.causes import SEGMENT_FULL
from server.segments.rules.label import LabelRule
from server.segments.rules.tree import Group, Rules
from server.segments.services import segments
from server.segments.services.segments import SegmentDefinition


def ensure_joining_label(*, team_id: UUID, segment_id: int, by: Caller) -> int:
    """Returns the label that adds contacts to a segment. If there is none, creates it and changes the rules.

    Raises NotFound, and FieldsInvalid if the rules have reached their maximum.
    """
    with transaction.atomic():
        segment = segments.lock_segment(team_id=team_id, segment_id=segment_id)
        rules = Rules.of_stored(segment.rules)
        found = _find_joining_label(rules)
        if found is not None:
            return found
        label = labels.create(team_id=team_id, name=_find_free_label_name(team_id, segment.name), by=by)
        fields = SegmentDefinition(segment.name, _widen_rules(rules, label.pk))
        segments.update(team_id=team_id, segment_id=segment_id, fields=fields)
    return label.pk


def _find_joining_label(rules: Rules) -> int | None:
    """Returns a label that is sufficient to match, or None."""
    if rules.negated or (rules.match == "all" and len(rules.rules) > 1):
        return None
    for rule in rules.rules:
        if isinstance(rule, LabelRule) and rule.operator == "hasAny":
            return rule.label_ids[0]
    return None


def _widen_rules(rules: Rules, label_id: int) -> Rules:
    label = LabelRule(kind="label", operator="hasAny", label_ids=[label_id])
    is_open = rules.match == "any" and not rules.negated
    former = rules.rules if is_open else [Group.model_validate(rules.model_dump())]
    with suppress(ValidationError):  # other code must not raise within this block (parsing.list_issues)
        return Rules(kind="group", match="any", rules=[*former, label])
    raise FieldsInvalid.of("rules", SEGMENT_FULL)


def _find_free_label_name(team_id: UUID, name: str) -> str:
    """Returns the segment's name as a label name, with a number if the name is taken.

    A new label is needed, because the existing one already has contacts.
    """
    taken = {
        one.lower()
        for one in ContactLabel.objects.for_team(team_id).filter(deleted_at=None).values_list("name", flat=True)
    }
    wanted = clean_label(name)[:MAX_LABEL_LENGTH].strip() or "Segment"
    number = 1
    free = wanted
    while free.lower() in taken:
        number += 1
        free = f"{wanted[: MAX_LABEL_LENGTH - len(str(number)) - 1].strip()} {number}"
    return free
