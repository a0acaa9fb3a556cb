"""Answers as JSON."""

from typing import Any

from django.http import HttpRequest
from ninja.renderers import BaseRenderer
from pydantic import BaseModel
from pydantic_core import to_json


class JsonRenderer(BaseRenderer):
    """Writes what the schemas answer: moments as ISO 8601 in UTC with microseconds, as the events do."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return to_json(data)


CONTENT_TYPE = f"{JsonRenderer.media_type}; charset={JsonRenderer.charset}"


def written(answer: BaseModel) -> bytes:
    """An answer as its JSON, by the names of the wire."""
    return type(answer).__pydantic_serializer__.to_json(answer, by_alias=True)
