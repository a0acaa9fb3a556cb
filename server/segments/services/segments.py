"""Writes of segments."""

from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction

from server.core import advisory, clock, in_use, rooms
from server.core.edits import check_base
from server.core.errors import NotFound
from server.core.events import publish
from server.segments.errors import SegmentCircle, SegmentExists
from server.segments.events import Action, SegmentChanged
from server.segments.fields import RuleCatalogue
from server.segments.models import Segment
from server.segments.rules.segment import SegmentRule
from server.segments.rules.tree import Rules, iter_rules
from server.segments.selectors import segments as selectors
from server.segments.services import watching
from server.segments.watchers import USERS

NOUN = "segments.segment"
KIND = "segment"  # the kind of record in `in_use`


@dataclass(frozen=True, slots=True)
class SegmentDefinition:
    """The name and rules of a segment."""

    name: str
    rules: Rules


def create(*, team_id: UUID, fields: SegmentDefinition) -> Segment:
    """Raises SegmentExists, FieldsInvalid for an invalid rule."""
    now = clock.now()
    with transaction.atomic():
        _serialize_writes(team_id)
        RuleCatalogue.of(team_id).check(fields.rules)
        segment = Segment(
            team_id=team_id,
            name=fields.name,
            rules=_dump_rules(fields.rules),
            segment_ids=_list_referenced_ids(fields.rules),
            created_at=now,
            updated_at=now,
        )
        _save_once(segment)
        _publish(segment, "created")
    return segment


def update(*, team_id: UUID, segment_id: int, fields: SegmentDefinition) -> Segment:
    """Raises NotFound, SegmentCircle, and the errors of `create`."""
    with transaction.atomic():
        known = _lock_all(team_id)
        segment = known.get(segment_id) or selectors.get_segment(team_id=team_id, segment_id=segment_id)
        RuleCatalogue.of(team_id).check(fields.rules)
        segment.segment_ids = _list_referenced_ids(fields.rules)
        _check_circle(known, segment)
        segment.name, segment.rules = fields.name, _dump_rules(fields.rules)
        segment.updated_at = clock.now()
        segment.revision += 1
        _save_once(segment)
        _publish(segment, "updated")
    return segment


def update_from_base(
    *, team_id: UUID, segment_id: int, base: SegmentDefinition | None, fields: SegmentDefinition
) -> Segment:
    """Updates a segment unless the stored one differs from `base`, which the edit started from.

    Raises EditConflict and the errors of `update`.
    """
    with transaction.atomic():
        if base is not None:
            segment = lock_segment(team_id=team_id, segment_id=segment_id)
            stored = {"name": segment.name, "rules": _dump_rules(Rules.of_stored(segment.rules))}
            check_base(_build_wire_values(base), stored=stored, new=_build_wire_values(fields))
        return update(team_id=team_id, segment_id=segment_id, fields=fields)


def lock_segment(*, team_id: UUID, segment_id: int) -> Segment:
    """Locks and returns a segment, together with all others of the team. Raises NotFound."""
    segment = _lock_all(team_id).get(segment_id)
    if segment is None:
        raise NotFound
    return segment


def _lock_all(team_id: UUID) -> dict[int, Segment]:
    """Locks all segments of the team in one order."""
    _serialize_writes(team_id)
    return {one.pk: one for one in Segment.objects.for_team(team_id).order_by("pk").select_for_update()}


def _serialize_writes(team_id: UUID) -> None:
    """Two concurrent writes could otherwise create an undetected cycle, or a reference to a deleted segment."""
    advisory.lock("segments.write", str(team_id))


def _build_wire_values(fields: SegmentDefinition) -> dict[str, object]:
    return {"name": fields.name, "rules": _dump_rules(fields.rules)}


def delete(*, team_id: UUID, segment_id: int) -> None:
    """Raises NotFound, InUse."""
    with transaction.atomic():
        segment = lock_segment(team_id=team_id, segment_id=segment_id)
        in_use.raise_if_used(in_use.build_uses(KIND, selectors.list_referring_names(team_id, segment_id)))
        in_use.check(NOUN, team_id=team_id, ids=[str(segment_id)])
        _publish(segment, "deleted")
        segment.delete()


def follow(*, team_id: UUID, segment_id: int, followed: bool) -> None:
    """Turns recording of membership changes for users on or off. Raises NotFound, CountTimeout."""
    change = watching.watch if followed else watching.unwatch
    with transaction.atomic():
        change(team_id=team_id, segment_id=segment_id, watcher=USERS)
        _publish(selectors.get_segment(team_id=team_id, segment_id=segment_id), "updated")


def _dump_rules(rules: Rules) -> object:
    return rules.model_dump(mode="json", by_alias=True)


def _list_referenced_ids(rules: Rules) -> list[int]:
    return sorted({rule.segment_id for rule in iter_rules(rules) if isinstance(rule, SegmentRule)})


def _check_circle(known: dict[int, Segment], segment: Segment) -> None:
    seen: set[int] = set()
    waiting = list(segment.segment_ids)
    while waiting:
        one = waiting.pop()
        if one == segment.pk:
            raise SegmentCircle(payload={"field": "rules"})
        if one not in seen:
            seen.add(one)
            waiting.extend(known[one].segment_ids)


def _save_once(segment: Segment) -> None:
    try:
        with transaction.atomic():
            segment.save()
    except IntegrityError as error:
        raise SegmentExists(payload={"field": "name", "value": segment.name}) from error


def _publish(segment: Segment, action: Action) -> None:
    publish(SegmentChanged(action=action, segment_id=segment.pk), rooms=[rooms.team(segment.team_id)])
