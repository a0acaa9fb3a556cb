"""Writes of topics and subscription settings."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from server.contacts import events
from server.contacts.causes import TOO_MANY_TOPICS
from server.contacts.errors import TopicExists
from server.contacts.models import SubscriberSetting, Topic
from server.contacts.selectors import preferences
from server.core import clock, in_use, owner_limits, rooms
from server.core.errors import FieldsInvalid
from server.core.events import publish

NOUN = "contacts.topic"
MAX_TOPICS = 30  # readable on one page


def create(*, team_id: UUID, name: str, description: str, is_default: bool) -> Topic:
    """Raises TopicExists, FieldsInvalid beyond MAX_TOPICS."""
    topic = Topic(team_id=team_id, created_at=clock.now(), name=name, description=description, is_default=is_default)
    with transaction.atomic():
        if owner_limits.is_full(preferences.query_topics(team_id), MAX_TOPICS, owner=team_id):
            raise FieldsInvalid.of("name", TOO_MANY_TOPICS, name, max=MAX_TOPICS)
        _save_once(topic)
        _publish(topic, "created")
    return topic


def update(*, team_id: UUID, topic_id: int, changes: Mapping[str, Any]) -> Topic:
    """Raises NotFound, TopicExists."""
    with transaction.atomic():
        topic = preferences.get_topic(team_id=team_id, topic_id=topic_id)
        for name, value in changes.items():
            setattr(topic, name, value)
        _save_once(topic)
        _publish(topic, "updated")
    return topic


def delete(*, team_id: UUID, topic_id: int) -> None:
    """Raises NotFound, InUse if an email on the topic is due."""
    with transaction.atomic():
        topic = preferences.get_topic(team_id=team_id, topic_id=topic_id)
        in_use.check(NOUN, team_id=team_id, ids=[str(topic_id)])
        _publish(topic, "deleted")
        topic.delete()


def update_subscriber_setting(*, team_id: UUID, changes: Mapping[str, Any]) -> SubscriberSetting:
    with transaction.atomic():
        setting, _ = SubscriberSetting.objects.for_team(team_id).update_or_create(
            team_id=team_id, defaults={**changes, "updated_at": clock.now()}
        )
        told = events.SubscriberSettingChanged(
            is_open=setting.is_open, double_optin=setting.double_optin, words=setting.words, color=setting.color
        )
        publish(told, rooms=[rooms.team(team_id)])
    return setting


def _save_once(topic: Topic) -> None:
    try:
        with transaction.atomic():
            topic.save()
    except IntegrityError as error:
        raise TopicExists(payload={"field": "name", "value": topic.name}) from error


def _publish(topic: Topic, action: events.Action) -> None:
    publish(events.TopicChanged(action=action, topic_id=topic.pk), rooms=[rooms.team(topic.team_id)])
