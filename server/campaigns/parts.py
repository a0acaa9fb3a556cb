"""Schemas of campaign fields that span several columns: content and recipients."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from server.campaigns.limits import BODY_LENGTH, MAX_LABELS, MAX_SEGMENTS, ContentKind, StarterName
from server.core.bounded_types import BigId, Flag
from server.core.schemas import Schema
from server.delivery.content.markdown import MAX_SOURCE_CHARACTERS


def _add_markdown_bound(schema: dict[str, Any]) -> None:
    """Documents in the contract that Markdown, the default kind, has a lower limit than HTML (documentTooLarge)."""
    is_markdown = {"properties": {"kind": {"const": ContentKind.MARKDOWN.value}}}
    schema |= {"if": is_markdown, "then": {"properties": {"body": {"maxLength": MAX_SOURCE_CHARACTERS}}}}


class Content(Schema):
    """The content of a campaign. `starter` applies only to Markdown.

    A document is edited in the email editor and has no `body`.
    """

    model_config = ConfigDict(json_schema_extra=_add_markdown_bound)

    kind: ContentKind = ContentKind.MARKDOWN
    starter: StarterName = StarterName.LETTER
    body: Annotated[str, Field(max_length=BODY_LENGTH)] = ""


class Recipients(Schema):
    """All subscribed contacts, or those with any of the labels or in any of the segments.

    With `topicId`, only contacts that receive the topic. Contacts with an excluded label or in an excluded segment do
    not get the email.
    """

    all: Flag = False
    label_ids: Annotated[list[BigId], Field(max_length=MAX_LABELS)] = []
    segment_ids: Annotated[list[BigId], Field(max_length=MAX_SEGMENTS)] = []
    topic_id: BigId | None = None
    exclude_label_ids: Annotated[list[BigId], Field(max_length=MAX_LABELS)] = []
    exclude_segment_ids: Annotated[list[BigId], Field(max_length=MAX_SEGMENTS)] = []
