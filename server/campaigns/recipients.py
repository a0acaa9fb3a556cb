"""Recipients of a campaign: distinct subscribed contacts without suppressed addresses."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import polars as pl
from django.db.models import Exists, OuterRef, Q, QuerySet

from server.campaigns import timing
from server.campaigns.causes import UNKNOWN_SEGMENTS, UNKNOWN_TOPIC
from server.campaigns.errors import RecipientLabelEmpty, RecipientLabelNotFound
from server.campaigns.limits import ScheduleZone
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.contacts.models import Contact
from server.contacts.selectors import labels, preferences
from server.contacts.selectors.merge_tags import load_merge_fields
from server.contacts.sql import contacts as contacts_sql
from server.contacts.states import ContactState
from server.core import clock
from server.core.errors import FieldsInvalid, NotFound
from server.delivery import unopened
from server.delivery.models import Suppression
from server.delivery.services import frequency
from server.delivery.sql import capping
from server.segments.rules.segment import SegmentRule
from server.segments.rules.tree import Group
from server.segments.selectors import matches, segments


@dataclass(frozen=True, slots=True)
class RecipientCount:
    """The number of recipients and of selected contacts that are excluded.

    `capped` counts recipients at the frequency cap; None without a cap or if counting took too long.
    """

    count: int
    chosen: int
    excluded: int
    suppressed: int
    paused: int
    capped: int | None


def select_contacts(campaign: Campaign) -> QuerySet[Contact]:
    """Returns the selected subscribed contacts without excluded ones. Raises CountTimeout.

    Segment membership is evaluated now, not when the rows are read.
    """
    return _exclude(campaign, _select(campaign))


def _exclude(campaign: Campaign, rows: QuerySet[Contact]) -> QuerySet[Contact]:
    if campaign.exclude_label_ids:
        rows = rows.filter(~Q(label_ids__overlap=campaign.exclude_label_ids))
    found = _find_segment_contact_ids(campaign.team_id, campaign.exclude_segment_ids)
    return rows if found is None else contacts_sql.exclude_ids(rows, found)


def _select(campaign: Campaign) -> QuerySet[Contact]:
    rows: QuerySet[Contact] = Contact.objects.for_team(campaign.team_id).filter(state=ContactState.SUBSCRIBED)
    if campaign.topic_id is not None:
        topic = preferences.query_topics(campaign.team_id).filter(pk=campaign.topic_id).first()
        rows = preferences.filter_subscribed(rows, topic) if topic else rows.none()
    if campaign.unopened_of is not None:
        return rows.filter(
            pk__in=unopened.select_contact_ids(campaign.team_id, origin=CAMPAIGN, origin_id=campaign.unopened_of)
        )
    if campaign.to_all:
        return rows
    labelled = rows.filter(label_ids__overlap=campaign.label_ids) if campaign.label_ids else None
    found_ids = _find_segment_contact_ids(campaign.team_id, campaign.segment_ids)
    segmented = None if found_ids is None else contacts_sql.filter_by_ids(rows, found_ids)
    if labelled is not None and segmented is not None:
        return labelled | segmented
    found = labelled if labelled is not None else segmented
    return found if found is not None else rows.none()


def _find_segment_contact_ids(team_id: UUID, segment_ids: Collection[int]) -> pl.Series | None:
    """The ids of contacts in any of these segments. Ignores deleted segments; None if all are deleted."""
    if not segment_ids:
        return None
    known = segments.query_segments(team_id).filter(pk__in=segment_ids).values_list("pk", flat=True)
    rules = [SegmentRule(kind="segment", segment_id=segment_id) for segment_id in known]
    if not rules:
        return None
    anyone = Group(kind="group", match="any", rules=[*rules])
    return matches.list_ids(team_id=team_id, rules=anyone)


def select_reachable(campaign: Campaign) -> QuerySet[Contact]:
    return select_contacts(campaign).filter(~_is_suppressed(campaign.team_id), ~preferences.is_paused(campaign.team_id))


def build_rows(campaign: Campaign, *, tags: Collection[str]) -> QuerySet[Contact, Any]:
    """Returns id, address and merge fields of every recipient, as delivery freezes them.

    If the schedule uses contacts' time zones, the send time is the fourth value.
    """
    fields = load_merge_fields(campaign.team_id).expression(tags)
    found = select_reachable(campaign).annotate(merge=fields)
    if campaign.schedule_at is None or not has_contact_times(campaign):
        return found.values_list("pk", "email", "merge")
    places = found.order_by().values_list("timezone", "country", "city").distinct()
    due = timing.build_local_due_expression(
        campaign.schedule_at, team=timing.get_team_zone(campaign.team_id), places=places
    )
    return found.annotate(due=due).values_list("pk", "email", "merge", "due")


def has_contact_times(campaign: Campaign) -> bool:
    return campaign.schedule_at is not None and campaign.schedule_zone == ScheduleZone.CONTACT


def count(campaign: Campaign) -> RecipientCount:
    """Runs one query per count. Raises CountTimeout."""
    wanted = _select(campaign)
    kept = _exclude(campaign, wanted)
    suppressed, paused = _is_suppressed(campaign.team_id), preferences.is_paused(campaign.team_id)
    total = wanted.count()
    left = total if kept is wanted else kept.count()
    stopped = kept.filter(suppressed).count()
    resting = kept.filter(~suppressed, paused).count()
    return RecipientCount(
        count=left - stopped - resting,
        chosen=total,
        excluded=total - left,
        suppressed=stopped,
        paused=resting,
        capped=_count_capped(campaign.team_id, kept.filter(~suppressed, ~paused)),
    )


def _count_capped(team_id: UUID, rows: QuerySet[Contact]) -> int | None:
    cap = frequency.find_cap(team_id)
    if cap is None:
        return None
    return capping.count(team_id, contacts=rows, mails=cap.mails, days=cap.days, now=clock.now())


def check_labels(campaign: Campaign) -> None:
    """Raises RecipientLabelNotFound for a deleted label, RecipientLabelEmpty if no label has contacts.

    The latter only applies without segments.
    """
    if campaign.to_all or campaign.unopened_of is not None or not campaign.label_ids:
        return
    known = labels.get_by_ids(team_id=campaign.team_id, ids=campaign.label_ids)
    missing = sorted(set(campaign.label_ids) - known.keys())
    if missing:
        raise RecipientLabelNotFound(payload={"labelIds": missing})
    if not campaign.segment_ids and not any(label.contact_count for label in known.values()):
        raise RecipientLabelEmpty(payload={"labels": sorted(label.name for label in known.values())})


def check_topic(team_id: UUID, topic_id: int | None) -> None:
    if topic_id is not None and not preferences.query_topics(team_id).filter(pk=topic_id).exists():
        raise FieldsInvalid.of("recipients.topicId", UNKNOWN_TOPIC, topic_id)


def check_excluded(campaign: Campaign) -> None:
    """Raises RecipientLabelNotFound or FieldsInvalid for a deleted exclusion, since its contacts are unknown."""
    known = labels.get_by_ids(team_id=campaign.team_id, ids=campaign.exclude_label_ids)
    missing = sorted(set(campaign.exclude_label_ids) - known.keys())
    if missing:
        raise RecipientLabelNotFound(payload={"labelIds": missing})
    check_segments(campaign.team_id, campaign.exclude_segment_ids, field="recipients.excludeSegmentIds")


def check_segments(team_id: UUID, segment_ids: Collection[int], *, field: str = "recipients.segmentIds") -> None:
    """Raises FieldsInvalid with the first segment that the team does not have."""
    known = set(segments.query_segments(team_id).filter(pk__in=segment_ids).values_list("pk", flat=True))
    missing = sorted(set(segment_ids) - known)
    if missing:
        raise FieldsInvalid.of(field, UNKNOWN_SEGMENTS, missing[0])


def find_example_contact(campaign: Campaign, contact_id: int | None) -> Contact | None:
    """Returns the contact for a preview or test email.

    It is the chosen one, else the newest recipient, else the newest contact. None for a team without contacts. Raises
    NotFound for an unknown contact.
    """
    of_team = Contact.objects.for_team(campaign.team_id)
    if contact_id is not None:
        found = of_team.filter(pk=contact_id).first()
        if found is None:
            raise NotFound
        return found
    return select_contacts(campaign).order_by("-pk").first() or of_team.order_by("-pk").first()


def _is_suppressed(team_id: UUID) -> Exists:
    now = clock.now()
    rows = Suppression.objects.for_team(team_id).filter(email=OuterRef("email"))
    return Exists(rows.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now)))
