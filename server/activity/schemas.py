"""Activity on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from server.activity.acts import Reference
from server.core.schemas import Out, Schema
from server.core.wire_types import Integer

LONGEST_LIST = 1_000  # Load More asks for page 1 with ever more rows (ACT-37); nobody reads further


class ActivityQuery(Schema):
    """`reference` is `team` for everything, `transactional` for all of that area, or one of the references.

    The page is always the first.
    """

    reference: Reference | Literal["team", "transactional"] = "team"
    page: Integer = Field(1, ge=1, le=1)
    size: Integer = Field(10, ge=1, le=LONGEST_LIST)


class ActivityOut(Out):
    """ACT-01 to 05. `link` is the client's address of the record; empty where there is none, or none any more.

    Updates of a record by the same person in a row are one entry, of the time of the last.
    """

    reference: str
    action: str
    name: str
    fullname: str
    link: str
    created_at: datetime


class ActivityListOut(Out):
    """The newest first; `total` counts to 10,000."""

    items: list[ActivityOut]
    total: int
