"""Schemas of campaign checks."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from server.campaigns.checks.findings import FindingPlace, Level
from server.campaigns.states import LinkState
from server.core.causes import Param
from server.core.schemas import Out, Schema

MAX_SEEN_CODES = 100


class CheckFindingOut(Out):
    """One finding of a check. `code` identifies the text that the client shows; `values` are its placeholders."""

    code: str
    level: Level
    place: FindingPlace
    values: Mapping[str, str | int]
    items: Sequence[str]
    variant: int | None = Field(
        description="In an A/B test, the number of the variant. Null if the finding is about all variants."
    )
    node: str | None = Field(description="In a document, the ID of the node to fix, if there is one.")
    cause: str | None = Field(description="The error in a merge tag or the markup, in English.")
    cause_code: str | None = Field(description="Identifies the cause.")
    cause_params: Mapping[str, Param] | None = Field(description="Values of the placeholders in the cause, by name.")


class LinkCheckProgressOut(Out):
    """Progress of the link check."""

    state: LinkState
    done: int
    total: int
    revision: int


class ChecksOut(Out):
    """Findings for the saved version of the campaign. Blocking ones come first."""

    items: Sequence[CheckFindingOut]
    links: LinkCheckProgressOut
    ready_at: datetime | None
    revision: int = Field(description="The campaign revision that was checked.")


class ReadyIn(Schema):
    """Codes of the warnings that the user has seen."""

    seen: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=MAX_SEEN_CODES)] = []
