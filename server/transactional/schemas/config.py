"""Schemas of application settings."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.bounded_types import NOT_BOOLEAN
from server.core.schemas import Out, Schema
from server.transactional.client_checks import Security

SnippetId = Literal["curl", "python", "node", "php", "smtp"]
SnippetLanguage = Literal["bash", "python", "javascript", "php", "ini"]


class GenerateIn(Schema):
    """The recipient and sender of the example. If empty, a placeholder recipient and the team’s own sender address are
    used.
    """

    to: str = Field("", max_length=EMAIL_LENGTH)
    sender: str = Field("", alias="from", max_length=EMAIL_LENGTH)


class SnippetOut(Out):
    """A code example. Replace YOUR_API_KEY with an API key."""

    id: SnippetId
    title: str
    language: SnippetLanguage
    code: str


class GenerateOut(Out):
    snippets: Sequence[SnippetOut]


class ValidateIn(Schema):
    """The settings of an application. Null values are not checked.

    `keyPrefix` is the part of the API key before the secret (`dsk_live_4f9a2c1b`). Never send the secret.
    """

    host: str | None = Field(None, max_length=300)
    port: Annotated[int, Field(ge=0, le=65_535), NOT_BOOLEAN] | None = None
    security: Security | None = None
    username: str | None = Field(None, max_length=300)
    key_prefix: str | None = Field(None, max_length=200)
    sender: str | None = Field(None, alias="from", max_length=EMAIL_LENGTH)


class ConfigProblemOut(Out):
    """A problem with a field, or a warning, in the caller’s language."""

    field: str
    code: str
    severity: Literal["error", "warning"]
    text: str


class ValidateOut(Out):
    """`ok` is true if nothing prevents sending."""

    ok: bool
    problems: Sequence[ConfigProblemOut]
