"""Builds the schemas of campaigns."""

from pydantic.alias_generators import to_camel

from server.campaigns.extras import CalendarEvent, Footer, Utm, build_utm_defaults, get_brand
from server.campaigns.limits import ContentKind, ScheduleZone, StarterName
from server.campaigns.models import Campaign
from server.campaigns.parts import Content, Recipients
from server.campaigns.schemas import (
    CampaignMetricsOut,
    CampaignOut,
    CampaignRowOut,
    CampaignSenderOut,
    FieldEditOut,
    OriginalOut,
)
from server.campaigns.selectors import campaigns
from server.campaigns.selectors.metrics import CampaignListMetrics
from server.campaigns.states import CampaignStatus


def sender_out(campaign: Campaign) -> CampaignSenderOut | None:
    sender = campaign.sender
    if campaign.from_email:
        return CampaignSenderOut(
            sender_id=campaign.sender_id, name=campaign.from_name, email=campaign.from_email, validated=True
        )
    if sender is None:
        return None
    return CampaignSenderOut(
        sender_id=sender.pk, name=sender.name, email=sender.email, validated=sender.validated_at is not None
    )


def row_out(campaign: Campaign, figures: CampaignListMetrics | None) -> CampaignRowOut:
    return CampaignRowOut(
        id=campaign.pk,
        kind=campaign.kind,
        name=campaign.name,
        subject=campaign.subject,
        category=campaign.category,
        status=CampaignStatus(campaign.status),
        sender=sender_out(campaign),
        schedule_at=campaign.schedule_at,
        schedule_zone=ScheduleZone(campaign.schedule_zone),
        fires_at=campaign.fires_at,
        per_hour=campaign.per_hour,
        failure=campaign.failure,
        started_at=campaign.started_at,
        sent_at=campaign.sent_at,
        ready_at=campaign.ready_at,
        created_at=campaign.created_at,
        updated_at=campaign.updated_at,
        revision=campaign.revision,
        document_id=campaign.document_id,
        figures=CampaignMetricsOut.model_validate(figures) if figures else None,
    )


def original_out(campaign: Campaign) -> OriginalOut | None:
    if campaign.unopened_of is None:
        return None
    name = campaigns.get_name(team_id=campaign.team_id, campaign_id=campaign.unopened_of)
    return OriginalOut(id=campaign.unopened_of, name=name)


def campaign_out(
    campaign: Campaign, figures: CampaignListMetrics | None, original: OriginalOut | None = None
) -> CampaignOut:
    return CampaignOut(
        **row_out(campaign, figures).model_dump(),
        preheader=campaign.preheader,
        sender_id=campaign.sender_id,
        content=Content(
            kind=ContentKind(campaign.content_kind), starter=StarterName(campaign.starter), body=campaign.body
        ),
        plain_text=campaign.plain_text,
        utm=Utm.model_validate(campaign.utm),
        utm_defaults=build_utm_defaults(campaign, campaign.team),
        footer=Footer.model_validate(campaign.footer),
        brand=get_brand(campaign.team),
        event=CalendarEvent.model_validate(campaign.event) if campaign.event else None,
        recipients=Recipients(
            all=campaign.to_all,
            label_ids=campaign.label_ids,
            segment_ids=campaign.segment_ids,
            topic_id=campaign.topic_id,
            exclude_label_ids=campaign.exclude_label_ids,
            exclude_segment_ids=campaign.exclude_segment_ids,
        ),
        field_edits=[
            FieldEditOut(field=to_camel(field), revision=edit["revision"], by=edit["by"])
            for field, edit in sorted(campaign.field_edits.items())
        ],
        unopened_of=original,
    )
