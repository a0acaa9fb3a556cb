"""Contact filters of the list, bulk actions and saved views."""

from typing import Annotated, Any, Literal

from pydantic import Field

from server.contacts.states import ContactState, Stage
from server.core.bounded_types import BigId, Flag
from server.core.schemas import Schema

MAX_IDS_PER_REQUEST = 1_000  # contact ids in one request
# Funnel stages. `none` matches contacts without a stage.
Stages = Annotated[list[Stage | Literal["none"]], Field(max_length=len(Stage) + 1)]


class ContactFilter(Schema):
    """A contact matches if it has any of the labels, one of the states and one of the stages. It must also match the
    search, and the rules or segment.

    By default, `search` matches the start of words; with `whole`, it also matches inside words.
    """

    search: str | None = Field(None, max_length=200)
    whole: Flag = False
    label_ids: Annotated[list[BigId], Field(max_length=100)] = []
    states: Annotated[list[ContactState], Field(max_length=5)] = []
    stages: Stages = []
    segment_id: BigId | None = None
    rules: dict[str, Any] | None = None
