"""Schemas for signing in and for the signed-in user."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from server.core.bounded_types import Flag, Int32, Phone
from server.core.schemas import Out, Schema
from server.identity.states import Method
from server.teams.schemas import MultiLoginName
from server.vendors.schemas import IdentityOut

MAX_SOLUTION_CHARACTERS = 4000


class ChallengeOut(Out):
    """An ALTCHA 2 challenge, in the format of its solver."""

    parameters: dict[str, Any]
    signature: str


class CaptchaQuery(Schema):
    """`account` is the email address to sign in with. After many failed attempts, its challenge is harder."""

    account: str | None = Field(None, max_length=254)


class SigninIn(Schema):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)
    logout_from_others: Flag = False
    captcha: str = Field(max_length=MAX_SOLUTION_CHARACTERS)


class RegisterIn(Schema):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)
    company: str = Field(max_length=200)
    phone: Phone
    # The full name as the user writes it. The profile has it in parts.
    name: str = Field("", max_length=100)
    captcha: str = Field(alias="g-recaptcha-response", max_length=MAX_SOLUTION_CHARACTERS)
    # The language of the page. The account and its emails use it from then on.
    language: Literal["en", "id"] = "en"


class SigninOut(Out):
    """A token that is only valid for the second sign-in step."""

    token2fa: str = Field(serialization_alias="token2fa")


class CheckTokenComplete(Out):
    """The user is signed in. `trxToken` is set if the plan includes transactional email."""

    # SESS-18

    state: Literal["complete"] = "complete"
    token: str
    trx_token: str | None = None


class CheckTokenOtp(Out):
    """A code is required: from the authenticator app, or from the email sent to `sentTo`.

    Another email can be requested after `retryAfterSeconds`.
    """

    # SESS-95

    state: Literal["otpRequired"] = "otpRequired"
    methods: list[Method]
    sent_to: str | None
    retry_after_seconds: int


CheckTokenOut = Annotated[CheckTokenComplete | CheckTokenOtp, Field(discriminator="state")]


class SigninCurrentIn(Schema):
    company_id: UUID | None = None
    logout_from_others: Flag = False


class SigninTokenIn(Schema):
    """The token of a sign-in or payment link."""

    token: str = Field(min_length=1, max_length=200)
    logout_from_others: Flag = False


class SigninJwtIn(Schema):
    """A sign-in with a JWT signed by a partner."""

    jwt: str = Field(min_length=1, max_length=4000)
    logout_from_others: Flag = False


class OtpIn(Schema):
    """The code to check. Without a code, a new one is emailed."""

    code: str | None = Field(None, min_length=1, max_length=40)


class OtpOut(Out):
    """The step succeeded. After a new email, `retryAfterSeconds` is the wait until another can be requested.

    After a recovery code, `recoveryCodesLeft` is the number of unused ones.
    """

    done: bool = True
    retry_after_seconds: int | None = None
    recovery_codes_left: int | None = None


class PasswordResetRequestIn(Schema):
    email: str = Field(max_length=254)
    captcha: str = Field(max_length=MAX_SOLUTION_CHARACTERS)


class ResetPasswordIn(Schema):
    token: str = Field(min_length=1, max_length=200)
    password: str = Field(max_length=1000)


class ValidationTokenIn(Schema):
    token: str = Field(min_length=1, max_length=200)


class DoneOut(Out):
    """The request succeeded."""

    done: bool = True


class UserOut(Out):
    """SESS-19 to 34, as far as the client's guard needs them."""

    user_id: UUID
    email: str
    firstname: str
    lastname: str
    fullname: str
    image: str
    phone: str
    time: int
    language: str
    # Whether the address is verified. Only the API uses the specification's name, because pydantic has a method of that
    # name.
    validated: bool = Field(serialization_alias="validate")


class HintsOut(Out):
    """Hints that the user has seen or completed."""

    # SESS-30

    complete: bool
    data: dict[str, bool]


class UserRecordOut(UserOut):
    """The user with the stored state of their interface."""

    tours: dict[str, bool]
    hints: HintsOut
    toggle_contact: bool
    policy_version: str
    last_product_update: datetime | None


class MeUserOut(UserRecordOut):
    """The signed-in user. `twoFactor` is true if the user has an authenticator app or the team requires a code."""

    two_factor: bool


class UserDetailOut(UserRecordOut):
    """The complete user record."""

    # SESS-96

    affiliate: bool


class ProfileOut(Out):
    """The user’s profile. `pendingEmail` is a new address that is not confirmed yet."""

    firstname: str
    lastname: str
    phone: str
    time: int
    language: str
    image: str
    # The new address that waits for confirmation.
    pending_email: str | None


class ProfileIn(Schema):
    """Changes to the profile. Omitted fields are unchanged. `time` is 12 or 24; any other value is stored as 24."""

    # SESS-49

    firstname: str = Field("", max_length=100)
    lastname: str = Field("", max_length=100)
    phone: Phone = ""
    time: Int32 = 24
    language: Literal["en", "id"] = "en"


class ChangePasswordIn(Schema):
    current_password: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class CurrentPasswordIn(Schema):
    current_password: str = Field(max_length=1000)


class ChangeEmailIn(Schema):
    """The new email address and the current password."""

    # SESS-65

    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)


class TwoFactorOut(Out):
    """Whether the user has an authenticator app, whether the team requires a code, and how many recovery codes are
    left.
    """

    app: bool
    team: bool
    recovery_codes_left: int


class AuthenticatorOut(Out):
    """The data to set up an authenticator app: the secret to type, or the URI for a QR code."""

    secret: str
    uri: str


class AuthenticatorCodeIn(Schema):
    code: str = Field(min_length=6, max_length=12)


class RecoveryCodesOut(Out):
    """New recovery codes. They are returned only once."""

    recovery_codes: list[str]


class SessionOut(Out):
    """A session of the user on one device."""

    id: UUID
    device: str
    address: str | None
    created_at: datetime
    last_seen_at: datetime
    current: bool


class EndedOut(Out):
    """Number of sessions ended."""

    ended: int


Flags = Annotated[
    dict[Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:\-]{1,60}$")], Flag], Field(max_length=200)
]


class ToursIn(Schema):
    """Tours by name: true if seen, false to show it again. Tours that are not listed are unchanged."""

    tours: Flags


class HintsIn(Schema):
    """The complete state of the hints."""

    complete: Flag
    data: Flags


class PolicyVersionIn(Schema):
    version: str = Field(pattern=r"^\d{1,4}\.\d{1,4}\.\d{1,4}$")


class ToggleIn(Schema):
    """Layout of the contact list. Without a value, it is toggled."""

    # SESS-89

    toggle_contact: Flag | None = None


class PushTokenIn(Schema):
    token: str = Field(min_length=1, max_length=1000)


class ActiveTeamOut(Out):
    """The active team of the session."""

    company_id: UUID
    name: str
    slug: str
    # The domain name of the team's website; empty if there is none.
    domain: str
    timezone: str
    vendor: str
    role: str
    image: str
    logo: str
    favicon: str
    suspend: bool
    lock: bool
    is_expired: bool
    expired_date: datetime | None
    multi_login: MultiLoginName
    show_presence: bool
    # TEAM-53 spells it so; to_camel would not.
    enable_2fa: bool = Field(serialization_alias="enable2FA")


class MeOut(Out):
    """The user, the active team, the permissions of the user’s role, and the brand."""

    user: MeUserOut
    team: ActiveTeamOut | None
    permissions: list[str]
    identity: IdentityOut
    is_operator: bool
    is_internal: bool
    # Opened by a payment link: only paying is allowed (TEAM-62).
    payment_auth: bool


class CompanyOut(Out):
    """A team of the user."""

    # TEAM-187

    company_id: UUID
    name: str
    slug: str
    image: str
    logo: str
    role: str
    default: bool
    active: bool


class CompanyDetailOut(Out):
    """The active team with its details."""

    # TEAM-01 to 56, those that exist so far.

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
    contact_size: str
    role: str
    default: bool
    paid: bool
    # The areas that the plan includes and that are switched on.
    features: list[str]
    auto_link_utm: bool
    packet: str
    packet_version: int | None
    expired_date: datetime | None
    is_expired: bool
    register_date: datetime
    suspend: bool
    lock: bool
    enable_2fa: bool = Field(serialization_alias="enable2FA")
