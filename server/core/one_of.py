"""Wire types whose values the apps contribute."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


@dataclass(frozen=True, slots=True)
class OneOf:
    """Allows only the values that `read` returns: `Annotated[str, OneOf(read)]`, as a Literal of these values would.

    `read` is called when a schema is built, which only modules of the API may do: no contribution may import them.
    """

    read: Callable[[], Sequence[str]]

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        if not apps.ready:
            raise RuntimeError("A schema was built before all apps had contributed their values")
        return core_schema.literal_schema(list(self.read()))
