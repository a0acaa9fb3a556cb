"""Additional settings of a campaign: UTM parameters, footer and calendar event."""

from datetime import datetime
from typing import Annotated, Final

from django.conf import settings
from django.utils.text import slugify
from pydantic import Field, model_validator

from server.campaigns.models import Campaign
from server.core.bounded_types import Flag, UtcDateTime
from server.core.causes import END_NOT_AFTER_START, CauseError
from server.core.schemas import Out, Schema
from server.delivery.content import utm
from server.teams.models import Team
from server.vendors.catalogue import get_vendor

UTM_LENGTH: Final = 200
_MEDIUM: Final = "email"

UtmValue = Annotated[str, Field(max_length=UTM_LENGTH)]


class Utm(Schema):
    """Whether links get UTM parameters, and their values. Values can contain merge tags.

    An empty source, medium or campaign uses the value of `utmDefaults`; an empty content or term is omitted.
    """

    on: Flag = False
    source: UtmValue = ""
    medium: UtmValue = ""
    campaign: UtmValue = ""
    content: UtmValue = ""
    term: UtmValue = ""


class Footer(Schema):
    """Optional parts of the footer. The company name, postal address and unsubscribe link are always included."""

    preferences: Flag = True
    view: Flag = True
    forward: Flag = False
    reply: Flag = False


class CalendarEvent(Schema):
    """The calendar event that `{{ calendar_url }}` adds to a recipient’s calendar."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    place: Annotated[str, Field(max_length=300)] = ""
    details: Annotated[str, Field(max_length=1000)] = ""

    @model_validator(mode="after")
    def ends_after_it_starts(self) -> "CalendarEvent":
        if self.ends_at <= self.starts_at:
            raise CauseError(END_NOT_AFTER_START)
        return self


class UtmDefaultsOut(Out):
    """Values that replace empty UTM parameters."""

    source: str
    medium: str
    campaign: str


class CampaignDefaults(Schema):
    """Default settings of new campaigns. Omitted fields are unchanged."""

    utm: Utm | None = None
    footer: Footer | None = None


class CampaignDefaultsOut(Out):
    """Default settings of new campaigns."""

    utm: Utm
    footer: Footer


def get_brand(team: Team) -> str:
    """Returns the vendor name in the footer, empty for teams that pay to hide it."""
    return "" if str(team.pk) in settings.HIDE_FOOTER_COMPANIES else get_vendor(team.vendor).name


def build_utm_defaults(campaign: Campaign, team: Team) -> UtmDefaultsOut:
    """The default source is the team's slug, the default campaign the campaign's slug, in ASCII if possible."""
    name = slugify(campaign.name) or slugify(campaign.name, allow_unicode=True)
    return UtmDefaultsOut(source=team.slug, medium=_MEDIUM, campaign=name[:UTM_LENGTH])


def build_utm(campaign: Campaign, team: Team) -> utm.UtmValues | None:
    said = Utm.model_validate(campaign.utm)
    if not said.on:
        return None
    given = {part: getattr(said, part).strip() for part in utm.PARTS}
    defaults = build_utm_defaults(campaign, team).model_dump()
    return utm.UtmValues(**{part: value or defaults.get(part, "") for part, value in given.items()})


def build_event(campaign: Campaign, team: Team) -> dict[str, str] | None:
    """The calendar event as compiled documents store it (delivery/pages/calendar.py). None without an event."""
    if campaign.event is None:
        return None
    event = CalendarEvent.of_stored(campaign.event)
    return {
        "id": str(campaign.pk),
        "title": event.title,
        "starts_at": _format_time(event.starts_at),
        "ends_at": _format_time(event.ends_at),
        "zone": team.timezone,
        "place": event.place,
        "details": event.details,
    }


def _format_time(moment: datetime) -> str:
    return moment.isoformat()
