"""The checks of a campaign on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from server.campaigns.checks.findings import Level, Place
from server.campaigns.states import LinkState
from server.core.schemas import Out, Schema

MOST_SEEN = 100


class CheckFindingOut(Out):
    """One thing that a check says: the code has words on the client, which `values` fill."""

    code: str
    level: Level
    place: Place
    values: Mapping[str, str | int]
    items: Sequence[str]
    variant: int | None = Field(description="Of an A/B test: the number of the variant; null where it is about all.")
    node: str | None = Field(description="Of a document: the part of it in which this is mended, where there is one.")


class LinksAskedOut(Out):
    """How far the links have been asked whether they lead somewhere."""

    state: LinkState
    done: int
    total: int
    revision: int


class ChecksOut(Out):
    """What the checks say of the campaign as it is saved, what blocks first."""

    items: Sequence[CheckFindingOut]
    links: LinksAskedOut
    ready_at: datetime | None
    revision: int = Field(description="The campaign's, so that it is known what was looked at.")


class ReadyIn(Schema):
    """The codes of the warnings that were seen."""

    seen: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=MOST_SEEN)] = []
