"""Signing in and the signed-in user on the wire."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from server.core.schemas import Out, Schema
from server.vendors.schemas import IdentityOut

LONGEST_SOLUTION = 4000


class ChallengeOut(Out):
    """An ALTCHA 2 challenge, as its solver takes it."""

    parameters: dict[str, Any]
    signature: str


class CaptchaQuery(Schema):
    """`account` is the address about to sign in: a much tried one asks for more work."""

    account: str | None = Field(None, max_length=254)


class SigninIn(Schema):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)
    logout_from_others: bool = False
    captcha: str = Field(max_length=LONGEST_SOLUTION)


class RegisterIn(Schema):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)
    company: str = Field(max_length=200)
    phone: str = Field(max_length=32)
    captcha: str = Field(alias="g-recaptcha-response", max_length=LONGEST_SOLUTION)


class SigninOut(Out):
    """The token that opens only the second step."""

    token2fa: str = Field(serialization_alias="token2fa")


class CheckTokenComplete(Out):
    state: Literal["complete"] = "complete"
    token: str


class CheckTokenOtp(Out):
    """A code is awaited (SESS-95)."""

    state: Literal["otpRequired"] = "otpRequired"


CheckTokenOut = Annotated[CheckTokenComplete | CheckTokenOtp, Field(discriminator="state")]


class SigninCurrentIn(Schema):
    company_id: UUID | None = None


class ValidateIn(Schema):
    token: str = Field(min_length=1, max_length=200)


class DoneOut(Out):
    """It is done; there is nothing else to tell."""

    done: bool = True


class UserOut(Out):
    """SESS-19 to 34, as far as the guard needs it."""

    user_id: UUID
    email: str
    firstname: str
    lastname: str
    fullname: str
    image: str
    phone: str
    time: int
    language: str
    # Whether the address is known to be the user's. Only on the wire it has the specification's name: pydantic's own
    # method is called so.
    validated: bool = Field(serialization_alias="validate")


class UserDetailOut(UserOut):
    """The whole user record (SESS-96)."""

    tours: dict[str, Any]
    hints: dict[str, Any]
    toggle_contact: bool
    policy_version: str
    last_product_update: datetime | None


class ProfileOut(Out):
    """What the user edits."""

    firstname: str
    lastname: str
    phone: str
    time: int
    language: str
    image: str


class ProfileIn(Schema):
    """A field that is absent stays. `time` other than 12 is 24 (SESS-49)."""

    firstname: str = Field("", max_length=100)
    lastname: str = Field("", max_length=100)
    phone: str = Field("", max_length=32)
    time: int = 24
    language: Literal["en", "id"] = "en"


class ChangePasswordIn(Schema):
    current_password: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class ActiveTeamOut(Out):
    """The team that the session is in, as far as the guard needs it."""

    company_id: UUID
    name: str
    slug: str
    timezone: str
    role: str
    image: str
    logo: str
    favicon: str
    suspend: bool
    lock: bool
    is_expired: bool
    expired_date: datetime | None
    # TEAM-53 spells it so; to_camel would not.
    enable_2fa: bool = Field(serialization_alias="enable2FA")


class MeOut(Out):
    """What the guard needs: the user, the active team, what the role may do, and the brand."""

    user: UserOut
    team: ActiveTeamOut | None
    permissions: list[str]
    identity: IdentityOut


class CompanyOut(Out):
    """One of the user's teams (TEAM-187)."""

    company_id: UUID
    name: str
    slug: str
    image: str
    logo: str
    role: str
    default: bool
    active: bool


class CompanyDetailOut(Out):
    """The active team (TEAM-01 to 56, those that exist so far)."""

    company_id: UUID
    slug: str
    name: str
    vendor: str
    image: str
    logo: str
    favicon: str
    timezone: str
    country: str
    industry: str
    language: str
    city: str
    website: str
    address: str
    zipcode: str
    phone: str
    email: str
    role: str
    auto_link_utm: bool
    packet: str
    packet_version: int | None
    expired_date: datetime | None
    is_expired: bool
    register_date: datetime
    suspend: bool
    lock: bool
    enable_2fa: bool = Field(serialization_alias="enable2FA")
