"""Schemas of timeline pages. Import only from the API: they need the kinds and fields that apps register."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from server.contacts import timeline
from server.core.bounded_types import Integer
from server.core.schemas import Out, Schema

if TYPE_CHECKING:
    from server.contacts.schemas.timeline import EntryOut as TimelineItem
else:
    TimelineItem = timeline.build_item_schema()


class TimelineQuery(Schema):
    """A page of the timeline. Without `kinds`, all kinds are returned."""

    kinds: Annotated[list[timeline.TimelineKind], Field(max_length=30)] = []
    after: str | None = Field(None, max_length=500)
    size: Integer = Field(30, ge=1, le=100)


class TimelineOut(Out):
    """Entries, newest first. `next` is the cursor of the next page; null at the end."""

    items: Sequence[TimelineItem]
    next: str | None
