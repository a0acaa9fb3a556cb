"""Records changes of contacts for their timelines, in the transaction of the change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from server.activity.services import Doer
from server.contacts import timeline
from server.contacts.models import Contact, ContactConsent, StageMove
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.sql import timeline as timeline_sql
from server.contacts.states import ConsentWay
from server.contacts.values import WORDS_LENGTH
from server.core import clock

CHANGED, LABELLED, MERGED, PREFERRED = "changed", "labelled", "merged", "preferred"
# Fields that users can edit.
WRITTEN = (
    "email",
    "firstname",
    "lastname",
    "phone",
    "birthday",
    "gender",
    "city",
    "country",
    "timezone",
    "company",
    "note",
    "funnel",
)


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence of a consent or its withdrawal."""

    way: ConsentWay
    words: str = ""
    ip: str | None = None
    user_agent: str = ""
    page: str = ""
    reason: str = ""
    by: Doer | None = None


@dataclass(frozen=True, slots=True)
class Former:
    """The previous values of a contact."""

    values: Mapping[str, Any]
    custom: Mapping[str, Any]
    label_ids: Sequence[int]

    @classmethod
    def of(cls, contact: Contact) -> "Former":
        return cls({name: getattr(contact, name) for name in WRITTEN}, contact.custom_field, contact.label_ids)


def changed(contact: Contact, former: Former, *, by: Doer | None) -> None:
    differing = [name for name in WRITTEN if former.values[name] != getattr(contact, name)]
    # A trigger records stage changes.
    moves = [_move(name, name, former.values[name], getattr(contact, name)) for name in differing if name != "funnel"]
    if "funnel" in differing:
        moved(team_id=contact.team_id, ids=[contact.pk], at=contact.updated_at, by=by)
    moves += _custom_moves(contact, former)
    if moves:
        _add(contact.team_id, [(contact.pk, {"changes": moves})], kind=CHANGED, by=by)
    gained, lost = set(contact.label_ids) - set(former.label_ids), set(former.label_ids) - set(contact.label_ids)
    if gained or lost:
        labelled(team_id=contact.team_id, changes=[(contact.pk, gained, lost)], by=by)


def moved(*, team_id: UUID, ids: Sequence[int], at: datetime, by: Doer | None) -> None:
    """Adds the user to the stage changes that this transaction made at that time."""
    if by:
        made = StageMove.objects.for_team(team_id).filter(contact_id__in=ids, at=at, user_id__isnull=True)
        made.update(user_id=by.user_id, fullname=by.fullname)
    if len(ids) == 1:
        timeline.grew(ids)


def _custom_moves(contact: Contact, former: Former) -> list[dict[str, Any]]:
    now = contact.custom_field
    differing = [key for key in former.custom.keys() | now.keys() if former.custom.get(key) != now.get(key)]
    if not differing:
        return []
    names = {str(field.pk): field.name for field in field_selectors.fields_of(contact.team_id)}
    return [
        _move(f"customField.{key}", names[key], former.custom.get(key), now.get(key))
        for key in sorted(differing, key=int)
        if key in names
    ]


def labelled(*, team_id: UUID, changes: Sequence[tuple[int, set[int], set[int]]], by: Doer | None) -> None:
    """Records gained and lost labels. `changes` has (contact id, gained, lost)."""
    names = {
        label.pk: label.name
        for label in label_selectors.by_ids(
            team_id=team_id, ids={label for _, gained, lost in changes for label in gained | lost}
        ).values()
    }

    def named(labels: set[int]) -> list[str]:
        return sorted(names[label] for label in labels if label in names)

    rows = [(contact_id, {"labelsOn": named(gained), "labelsOff": named(lost)}) for contact_id, gained, lost in changes]
    _add(team_id, rows, kind=LABELLED, by=by)


def merged(kept: Contact, gone: Contact, *, by: Doer | None) -> None:
    name = f"{gone.fullname} <{gone.email}>" if gone.fullname else gone.email
    _add(kept.team_id, [(kept.pk, {"merged": name})], kind=MERGED, by=by)


def preferred(*, team_id: UUID, contact_id: int, details: Mapping[str, Any]) -> None:
    """Records a contact's own preference changes: fields of schemas.timeline.PreferenceMove."""
    _add(team_id, [(contact_id, {"preferred": details})], kind=PREFERRED, by=None)


def consent(*, team_id: UUID, contact_id: int, given: bool, proof: Proof) -> ContactConsent:
    return ContactConsent.objects.create(
        team_id=team_id,
        contact_id=contact_id,
        at=clock.now(),
        given=given,
        way=proof.way,
        words=proof.words[:WORDS_LENGTH],
        ip=proof.ip,
        user_agent=proof.user_agent[:300],
        page=proof.page,
        reason=proof.reason,
        user_id=proof.by.user_id if proof.by else None,
        fullname=proof.by.fullname if proof.by else "",
    )


def _move(field: str, name: str, before: Any, after: Any) -> dict[str, Any]:
    return {"field": field, "name": name, "before": _plain(before), "after": _plain(after)}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _add(team_id: UUID, rows: Sequence[tuple[int, Mapping[str, Any]]], *, kind: str, by: Doer | None) -> None:
    timeline_sql.add_entries(team_id, rows, kind=kind, at=clock.now(), by=by)
    # The action itself reports more than one contact.
    if len(rows) == 1:
        timeline.grew([rows[0][0]])
