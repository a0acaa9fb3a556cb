"""Schemas of labels."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from server.core.schemas import Out, Schema


class LabelIn(Schema):
    """A label name. Characters other than letters, digits, spaces and hyphens are removed."""

    # CONT-49

    name: Annotated[str, Field(min_length=1, max_length=200)]


class LabelOut(Out):
    """A label. `color` is an index into a palette of eight colors, derived from the name."""

    # CONT-38

    id: int
    name: str
    color: int
    count: int
    created_at: datetime
    updated_at: datetime
