"""contacts/topic, contacts/{id}/preferences and companies/settings/subscribers."""

from uuid import UUID

from django.conf import settings
from ninja import Router, Status

from server.contacts import permissions
from server.contacts.models import SubscriberSetting, Topic
from server.contacts.schemas.subscribers import (
    PreferencesOut,
    SubscriberSettingIn,
    SubscriberSettingOut,
    TopicChange,
    TopicChoiceOut,
    TopicIn,
    TopicOut,
)
from server.contacts.selectors import contacts, preferences
from server.contacts.services import topics
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.core.errors import NotFound
from server.core.idempotency import idempotent
from server.teams.selectors import get_team
from server.vendors.catalogue import get_vendor

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)
contacts_router = Router(tags=["contacts"], by_alias=True)
companies_router = Router(tags=["companies"], by_alias=True)


@router.get("", auth=Access(permissions.VIEW, Feature(AREA)), response=list[TopicOut], operation_id="list_topics")
def list_topics(request: CallerRequest) -> list[TopicOut]:
    found = list(preferences.query_topics(request.auth.team_id))
    said = preferences.count_choices(team_id=request.auth.team_id, topics=found)
    return [_build_out(topic, said[topic.pk]) for topic in found]


@router.post("", auth=Access(permissions.EDIT, Feature(AREA, "edit")), response=TopicOut, operation_id="create_topic")
@idempotent
def create_topic(request: CallerRequest, body: TopicIn) -> TopicOut:
    topic = topics.create(
        team_id=request.auth.team_id, name=body.name, description=body.description, is_default=body.is_default
    )
    return _build_counted_out(topic)


@router.put(
    "/{int:topic_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=TopicOut,
    operation_id="update_topic",
)
def update_topic(request: CallerRequest, topic_id: BigId, body: TopicChange) -> TopicOut:
    changes = body.model_dump(exclude_unset=True)
    return _build_counted_out(topics.update(team_id=request.auth.team_id, topic_id=topic_id, changes=changes))


@router.delete(
    "/{int:topic_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response={204: None},
    operation_id="delete_topic",
)
def delete_topic(request: CallerRequest, topic_id: BigId) -> Status[None]:
    topics.delete(team_id=request.auth.team_id, topic_id=topic_id)
    return Status(204, None)


@contacts_router.get(
    "/{int:contact_id}/preferences",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=PreferencesOut,
    operation_id="get_contact_preferences",
    summary="Get contact email preferences",
)
def get_preferences(request: CallerRequest, contact_id: BigId) -> PreferencesOut:
    team_id = request.auth.team_id
    contact = contacts.get_contact(team_id=team_id, contact_id=contact_id)
    found = preferences.get_preferences(team_id=team_id, contact_id=contact.pk)
    return PreferencesOut(
        topics=[TopicChoiceOut(id=one.topic.pk, name=one.topic.name, taken=one.taken) for one in found.topics],
        paused_until=found.paused_until,
        follows=found.follows,
    )


@companies_router.get(
    "settings/subscribers/{uuid:company_id}",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=SubscriberSettingOut,
    operation_id="get_subscriber_settings",
    summary="Get subscription settings",
)
def get_subscriber_setting(request: CallerRequest, company_id: UUID) -> SubscriberSettingOut:
    if company_id != request.auth.team_id:
        raise NotFound
    return _build_setting_out(preferences.get_subscriber_setting(company_id))


@companies_router.put(
    "settings/subscribers/{uuid:company_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=SubscriberSettingOut,
    operation_id="update_subscriber_settings",
    summary="Update subscription settings",
)
def update_subscriber_setting(
    request: CallerRequest, company_id: UUID, body: SubscriberSettingIn
) -> SubscriberSettingOut:
    if company_id != request.auth.team_id:
        raise NotFound
    return _build_setting_out(
        topics.update_subscriber_setting(team_id=company_id, changes=body.model_dump(exclude_unset=True))
    )


def _build_counted_out(topic: Topic) -> TopicOut:
    return _build_out(topic, preferences.count_choices(team_id=topic.team_id, topics=[topic])[topic.pk])


def _build_out(topic: Topic, said: int) -> TopicOut:
    return TopicOut(
        id=topic.pk,
        name=topic.name,
        description=topic.description,
        is_default=topic.is_default,
        said=said,
        created_at=topic.created_at,
    )


def _build_setting_out(setting: SubscriberSetting) -> SubscriberSettingOut:
    team = get_team(team_id=setting.team_id)
    return SubscriberSettingOut(
        company_id=team.pk,
        is_open=setting.is_open,
        double_optin=setting.double_optin,
        words=setting.words,
        color=setting.color,
        vendor_color=get_vendor(team.vendor).color,
        page=f"{settings.PAGES_ORIGIN.rstrip('/')}/subscribe/{team.slug}",
    )
