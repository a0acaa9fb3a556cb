"""Schemas of labels."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from server.core.schemas import Out, Schema
from server.transactional.lengths import LABEL_DESCRIPTION_LENGTH, TAG_LENGTH


class TrxLabelIn(Schema):
    """A label for messages. Messages refer to it by name in their tag."""

    # TRX-51, TRX-52

    name: str = Field(min_length=1, max_length=TAG_LENGTH)
    description: str = Field("", max_length=LABEL_DESCRIPTION_LENGTH)


class TrxLabelOut(Out):
    id: UUID
    name: str
    description: str
    created_at: datetime
