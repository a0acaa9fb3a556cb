"""Schemas of teams (API name: companies)."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from server.accounts.models import EMAIL_LENGTH
from server.core.bounded_types import Flag, Phone
from server.core.edits import MAX_BASE_VALUES, MAX_NAME_LENGTH
from server.core.schemas import Out, Schema
from server.lookups.timezones import TimeZoneName
from server.teams.industries import Industry
from server.teams.lengths import WEBSITE_LENGTH

ContactSize = Literal["1-500", "501-2500", "2501-10000", "10001-50000", "50001-"]
MultiLoginName = Literal["allow", "ask", "deny"]
Text = Annotated[str, StringConstraints(strip_whitespace=True)]


class TeamIn(Schema):
    """Changes to a team. Omitted fields are unchanged.

    `base` has previous values of fields in the request, by name. If a stored value differs from it and from the new
    one, the request fails with `editConflict`.
    """

    name: Annotated[Text, Field(min_length=1, max_length=200)] = ""
    address: Annotated[Text, Field(max_length=1000)] = ""
    country: Annotated[str, Field(pattern=r"^([A-Z]{2})?$")] = ""
    city: Annotated[Text, Field(max_length=100)] = ""
    industry: Literal[Industry, ""] = ""
    timezone: TimeZoneName = ""
    language: Literal["en", "id"] = "en"
    website: Annotated[Text, Field(max_length=WEBSITE_LENGTH)] = ""
    zipcode: Annotated[Text, Field(max_length=20, alias="zipCode")] = ""
    phone: Phone = ""
    email: Annotated[Text, Field(max_length=EMAIL_LENGTH)] = ""
    contact_size: Literal[ContactSize, ""] = ""
    auto_link_utm: Flag = False
    base: Annotated[
        dict[Annotated[str, Field(max_length=MAX_NAME_LENGTH)], str | Flag], Field(max_length=MAX_BASE_VALUES)
    ] = {}


class TeamOut(Out):
    """The team fields that an admin can edit."""

    company_id: UUID
    name: str
    address: str
    country: str
    city: str
    industry: str
    timezone: str
    language: str
    website: str
    zipcode: str = Field(serialization_alias="zipCode")
    phone: str
    email: str
    contact_size: str
    auto_link_utm: bool


class MemberOut(Out):
    """A member of the team."""

    # TEAM-181

    id: UUID
    user_id: UUID
    company_id: UUID
    fullname: str
    email: str
    role: str
    owner: bool
    active: bool
    invited_at: datetime | None
    joined_at: datetime | None


class SettingsIn(Schema):
    """Changes to sign-in and presence settings. Omitted fields are unchanged."""

    multi_login: MultiLoginName = "allow"
    show_presence: Flag = True
    enable_2fa: Flag = Field(False, alias="enable2FA")


class Enable2FAIn(Schema):
    enable: Flag


class SettingsOut(Out):
    """`multiLogin` sets what happens when a user with an active session signs in again.

    `showPresence` sets whether members see each other.
    """

    multi_login: MultiLoginName
    show_presence: bool
    enable_2fa: bool = Field(serialization_alias="enable2FA")
