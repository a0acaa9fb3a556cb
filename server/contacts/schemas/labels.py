"""Labels on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from server.core.schemas import Out, Schema


class LabelIn(Schema):
    """A label's name; only letters, digits, spaces and hyphens of it are kept (CONT-49)."""

    name: Annotated[str, Field(min_length=1, max_length=200)]


class LabelOut(Out):
    """CONT-38. `color` counts into the client's palette of eight and follows from the name."""

    id: int
    name: str
    color: int
    count: int
    created_at: datetime
    updated_at: datetime
