"""Records changes of contacts for their timelines, in the transaction of the change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from server.activity.services import Author
from server.contacts import timeline
from server.contacts.models import Contact, ContactConsent, StageChange
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.sql import timeline as timeline_sql
from server.contacts.states import ConsentSource
from server.contacts.values import MAX_CONSENT_TEXT_LENGTH
from server.core import clock

CHANGED, LABELLED, MERGED, PREFERRED = "changed", "labelled", "merged", "preferred"
# Fields that users can edit.
EDITABLE_FIELDS = (
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
class ConsentProof:
    """Evidence of a consent or its withdrawal."""

    way: ConsentSource
    words: str = ""
    ip: str | None = None
    user_agent: str = ""
    page: str = ""
    reason: str = ""
    by: Author | None = None


@dataclass(frozen=True, slots=True)
class PreviousValues:
    values: Mapping[str, Any]
    custom: Mapping[str, Any]
    label_ids: Sequence[int]

    @classmethod
    def of(cls, contact: Contact) -> "PreviousValues":
        return cls({name: getattr(contact, name) for name in EDITABLE_FIELDS}, contact.custom_field, contact.label_ids)


def record_changes(contact: Contact, former: PreviousValues, *, by: Author | None) -> None:
    differing = [name for name in EDITABLE_FIELDS if former.values[name] != getattr(contact, name)]
    # A trigger records stage changes.
    moves = [
        _build_change(name, name, former.values[name], getattr(contact, name)) for name in differing if name != "funnel"
    ]
    if "funnel" in differing:
        set_stage_change_user(team_id=contact.team_id, ids=[contact.pk], at=contact.updated_at, by=by)
    moves += _list_custom_changes(contact, former)
    if moves:
        _add_entries(contact.team_id, [(contact.pk, {"changes": moves})], kind=CHANGED, by=by)
    gained, lost = set(contact.label_ids) - set(former.label_ids), set(former.label_ids) - set(contact.label_ids)
    if gained or lost:
        record_label_changes(team_id=contact.team_id, changes=[(contact.pk, gained, lost)], by=by)


def set_stage_change_user(*, team_id: UUID, ids: Sequence[int], at: datetime, by: Author | None) -> None:
    """Adds the user to the stage changes that this transaction made at that time."""
    if by:
        made = StageChange.objects.for_team(team_id).filter(contact_id__in=ids, at=at, user_id__isnull=True)
        made.update(user_id=by.user_id, fullname=by.fullname)
    if len(ids) == 1:
        timeline.publish_growth(ids)


def _list_custom_changes(contact: Contact, former: PreviousValues) -> list[dict[str, Any]]:
    now = contact.custom_field
    differing = [key for key in former.custom.keys() | now.keys() if former.custom.get(key) != now.get(key)]
    if not differing:
        return []
    names = {str(field.pk): field.name for field in field_selectors.query_fields(contact.team_id)}
    return [
        _build_change(f"customField.{key}", names[key], former.custom.get(key), now.get(key))
        for key in sorted(differing, key=int)
        if key in names
    ]


def record_label_changes(
    *, team_id: UUID, changes: Sequence[tuple[int, set[int], set[int]]], by: Author | None
) -> None:
    """`changes` has (contact id, gained, lost)."""
    names = {
        label.pk: label.name
        for label in label_selectors.get_by_ids(
            team_id=team_id, ids={label for _, gained, lost in changes for label in gained | lost}
        ).values()
    }

    def named(labels: set[int]) -> list[str]:
        return sorted(names[label] for label in labels if label in names)

    rows = [(contact_id, {"labelsOn": named(gained), "labelsOff": named(lost)}) for contact_id, gained, lost in changes]
    _add_entries(team_id, rows, kind=LABELLED, by=by)


def record_merge(kept: Contact, gone: Contact, *, by: Author | None) -> None:
    name = f"{gone.fullname} <{gone.email}>" if gone.fullname else gone.email
    _add_entries(kept.team_id, [(kept.pk, {"merged": name})], kind=MERGED, by=by)


def record_preference_changes(*, team_id: UUID, contact_id: int, details: Mapping[str, Any]) -> None:
    """`details` has fields of schemas.timeline.PreferenceChangeOut."""
    _add_entries(team_id, [(contact_id, {"preferred": details})], kind=PREFERRED, by=None)


def create_consent(*, team_id: UUID, contact_id: int, given: bool, proof: ConsentProof) -> ContactConsent:
    return ContactConsent.objects.create(
        team_id=team_id,
        contact_id=contact_id,
        at=clock.now(),
        given=given,
        way=proof.way,
        words=proof.words[:MAX_CONSENT_TEXT_LENGTH],
        ip=proof.ip,
        user_agent=proof.user_agent[:300],
        page=proof.page,
        reason=proof.reason,
        user_id=proof.by.user_id if proof.by else None,
        fullname=proof.by.fullname if proof.by else "",
    )


def _build_change(field: str, name: str, before: Any, after: Any) -> dict[str, Any]:
    return {"field": field, "name": name, "before": _convert_to_json(before), "after": _convert_to_json(after)}


def _convert_to_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _add_entries(team_id: UUID, rows: Sequence[tuple[int, Mapping[str, Any]]], *, kind: str, by: Author | None) -> None:
    timeline_sql.add_entries(team_id, rows, kind=kind, at=clock.now(), by=by)
    # The action itself reports more than one contact.
    if len(rows) == 1:
        timeline.publish_growth([rows[0][0]])
