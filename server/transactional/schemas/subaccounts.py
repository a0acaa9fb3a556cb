"""Schemas of subaccounts."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.bounded_types import NOT_BOOLEAN, Flag
from server.core.schemas import Out, Schema
from server.transactional.lengths import SUBACCOUNT_NAME_LENGTH

# Fits into a bigint, and exceeds any real use.
MAX_MONTHLY_LIMIT = 1_000_000_000

Limit = Annotated[int, Field(ge=0, le=MAX_MONTHLY_LIMIT), NOT_BOOLEAN]


class SubaccountIn(Schema):
    """A new subaccount. `monthlyLimit` is a number of recipients; null applies only the limit of the plan."""

    name: str = Field(min_length=1, max_length=SUBACCOUNT_NAME_LENGTH)
    email: str = Field("", max_length=EMAIL_LENGTH)
    active: Flag = True
    monthly_limit: Limit | None = None


class SubaccountPut(SubaccountIn):
    """The complete subaccount. All fields are required, even if null or empty."""

    email: str = Field(max_length=EMAIL_LENGTH)
    active: Flag
    monthly_limit: Limit | None


class SubaccountOut(Out):
    """A subaccount. `used` is its number of recipients in the current month of the plan.

    `keys` is its number of active keys.
    """

    id: UUID
    name: str
    email: str
    active: bool
    monthly_limit: int | None
    used: int
    keys: int
    created_at: datetime


class DeleteQuery(Schema):
    """If `revokeKeys` is true, the subaccount is deleted even if it has active keys, and these are revoked."""

    revoke_keys: Flag = False
