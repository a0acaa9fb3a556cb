"""Responses and operations of Django Ninja."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.operation import Operation
from pydantic import BaseModel

from server.core.rendering import CONTENT_TYPE, serialize

View = Callable[..., Any]


def iter_operations(*mounted: NinjaAPI) -> Iterator[Operation]:
    for api in mounted:
        for bound in api._get_bound_routers():
            for view in bound.path_operations.values():
                yield from view.operations


def serialize_directly(view: View) -> View:
    """Serializes an operation's response from its schema to JSON in one step. Ninja would build dictionaries in
    between.

    Applies only to a plain 200 of exactly the declared schema. Every other response goes through Ninja.
    """
    schema = _get_single_schema(getattr(view, "_ninja_operation", None))
    if schema is None:
        return view

    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **values: Any) -> Any:
        result = view(request, *arguments, **values)
        if type(result) is not schema:
            return result
        return HttpResponse(serialize(result), content_type=CONTENT_TYPE)

    return answer


def _get_single_schema(operation: Operation | None) -> type[BaseModel] | None:
    """The operation's response schema, if it is a single one with status 200, by alias, and with all of its fields."""
    if operation is None or list(operation.response_models) != [200] or operation.signature.response_arg:
        return None
    leaves_out = operation.exclude_unset or operation.exclude_defaults or operation.exclude_none
    wrapper = operation.response_models[200]
    fields = getattr(wrapper, "model_fields", None)
    if fields is None or leaves_out or not operation.by_alias:
        return None
    schema = fields["response"].annotation
    return schema if isinstance(schema, type) and issubclass(schema, BaseModel) else None
