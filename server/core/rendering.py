"""Responses as JSON."""

from typing import Any

from django.http import HttpRequest
from ninja.renderers import BaseRenderer
from pydantic import BaseModel
from pydantic_core import to_json


class JsonRenderer(BaseRenderer):
    """Serializes responses of the schemas. Times are ISO 8601 in UTC with microseconds, as in events."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return to_json(data)


CONTENT_TYPE = f"{JsonRenderer.media_type}; charset={JsonRenderer.charset}"


def serialize(answer: BaseModel) -> bytes:
    return type(answer).__pydantic_serializer__.to_json(answer, by_alias=True)
