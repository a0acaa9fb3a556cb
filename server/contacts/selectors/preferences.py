"""Queries of topics and email preferences."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from server.contacts.models import Contact, ContactPreference, SubscriberSetting, Topic
from server.core import clock
from server.core.errors import NotFound


@dataclass(frozen=True, slots=True)
class TopicChoice:
    topic: Topic
    taken: bool


@dataclass(frozen=True, slots=True)
class ContactPreferences:
    topics: Sequence[TopicChoice]
    paused_until: datetime | None
    follows: bool


def query_topics(team_id: UUID) -> QuerySet[Topic]:
    return Topic.objects.for_team(team_id).order_by(Lower("name"))


def get_topic(*, team_id: UUID, topic_id: int) -> Topic:
    """Raises NotFound."""
    found = query_topics(team_id).filter(pk=topic_id).first()
    if found is None:
        raise NotFound
    return found


def get_subscriber_setting(team_id: UUID) -> SubscriberSetting:
    """Returns unsaved defaults if the team has none."""
    found = SubscriberSetting.objects.for_team(team_id).first()
    return found or SubscriberSetting(team_id=team_id, updated_at=clock.now())


def get_preferences(*, team_id: UUID, contact_id: int) -> ContactPreferences:
    """An expired pause counts as none."""
    row = ContactPreference.objects.for_team(team_id).filter(pk=contact_id).first()
    choices = [TopicChoice(topic, is_subscribed(row, topic)) for topic in query_topics(team_id)]
    until = row.paused_until if row and row.paused_until and row.paused_until > clock.now() else None
    return ContactPreferences(choices, until, row.follows if row else True)


def is_subscribed(row: ContactPreference | None, topic: Topic) -> bool:
    if row is None:
        return topic.is_default
    return topic.pk in row.topics_on or (topic.is_default and topic.pk not in row.topics_off)


def filter_subscribed(rows: QuerySet[Contact], topic: Topic) -> QuerySet[Contact]:
    """Applies the same rule as `is_subscribed`."""
    said = ContactPreference.objects.for_team(topic.team_id).filter(contact_id=OuterRef("pk"))
    if topic.is_default:
        return rows.exclude(Exists(said.filter(topics_off__contains=[topic.pk])))
    return rows.filter(Exists(said.filter(topics_on__contains=[topic.pk])))


def count_choices(*, team_id: UUID, topics: Sequence[Topic]) -> dict[int, int]:
    """Counts the opt-outs of each default topic and the opt-ins of each other topic, by topic id, in one query."""
    counts = {
        str(topic.pk): Count(
            "pk",
            filter=Q(topics_off__contains=[topic.pk]) if topic.is_default else Q(topics_on__contains=[topic.pk]),
        )
        for topic in topics
    }
    if not counts:
        return {}
    found = ContactPreference.objects.for_team(team_id).aggregate(**{f"of_{key}": one for key, one in counts.items()})
    return {int(key): found[f"of_{key}"] for key in counts}


def is_paused(team_id: UUID) -> Exists:
    """Whether the contact of the outer query has paused all email."""
    said = ContactPreference.objects.for_team(team_id).filter(contact_id=OuterRef("pk"))
    return Exists(said.filter(Q(paused_until__gt=clock.now())))
