"""Schemas of the activity feed."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from server.activity import references
from server.core.bounded_types import Integer
from server.core.one_of import OneOf
from server.core.schemas import Out, Schema

MAX_LIST_ITEMS = 1_000  # "Load more" requests page 1 with ever more rows (ACT-37); no one reads further

ReferenceName = Annotated[str, OneOf(references.list_names)]
AreaName = Annotated[str, OneOf(lambda: [references.WHOLE_TEAM, *references.list_areas()])]


class ActivityQuery(Schema):
    """`reference` is `team` for all activity of the team, `transactional` for all of that area, or the reference of one
    record.

    Always returns the first page.
    """

    reference: ReferenceName | AreaName = references.WHOLE_TEAM
    page: Integer = Field(1, ge=1, le=1)
    size: Integer = Field(10, ge=1, le=MAX_LIST_ITEMS)


class ActivityOut(Out):
    """An activity entry. `link` is the path of the record in the app; empty if it has no page or no longer exists.

    Consecutive updates of a record by the same member are one entry, with the time of the last update.
    """

    # ACT-01 to 05.

    reference: str
    action: str
    name: str
    fullname: str
    link: str
    created_at: datetime


class ActivityListOut(Out):
    """Newest first. `total` counts up to 10,000."""

    items: list[ActivityOut]
    total: int
