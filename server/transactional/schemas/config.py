"""How an application is set up, on the wire."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN
from server.transactional.client_checks import Security

SnippetId = Literal["curl", "python", "node", "php", "smtp"]
SnippetLanguage = Literal["bash", "python", "javascript", "php", "ini"]


class GenerateIn(Schema):
    """Whom the example writes to, and as whom; empty: an address that stands for one, and the team's own."""

    to: str = Field("", max_length=EMAIL_LENGTH)
    sender: str = Field("", alias="from", max_length=EMAIL_LENGTH)


class SnippetOut(Out):
    """One example. The word YOUR_API_KEY stands where the key belongs."""

    id: SnippetId
    title: str
    language: SnippetLanguage
    code: str


class GenerateOut(Out):
    snippets: Sequence[SnippetOut]


class ValidateIn(Schema):
    """What somebody has set in an application; what is null is not looked at.

    `keyPrefix`: how the key begins, up to the second underscore's end (`dsk_live_4f9a2c1b`); no secret is wanted.
    """

    host: str | None = Field(None, max_length=300)
    port: Annotated[int, Field(ge=0, le=65_535), NOT_BOOLEAN] | None = None
    security: Security | None = None
    username: str | None = Field(None, max_length=300)
    key_prefix: str | None = Field(None, max_length=200)
    sender: str | None = Field(None, alias="from", max_length=EMAIL_LENGTH)


class ConfigProblemOut(Out):
    """What is wrong with a field, or worth knowing (`warning`), in the caller's language."""

    field: str
    code: str
    severity: Literal["error", "warning"]
    text: str


class ValidateOut(Out):
    """`ok`: nothing keeps mail from being taken."""

    ok: bool
    problems: Sequence[ConfigProblemOut]
