"""API types whose values the apps contribute."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from server.core.registry import check_contributed


@dataclass(frozen=True, slots=True)
class OneOf:
    """Allows only the values that `read` returns: `Annotated[str, OneOf(read)]` acts like a Literal of them.

    `read` runs when a schema is built. Only API modules can do that, since contributions must not import schemas.
    """

    read: Callable[[], Sequence[str]]

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        check_contributed()
        return core_schema.literal_schema(list(self.read()))
