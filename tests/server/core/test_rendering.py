import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI, Router, Status
from pydantic import Field

from server.api import api
from server.core.patches.ninja_api import serialize_directly
from server.core.rendering import JsonRenderer
from server.core.schemas import Out

MOMENT = datetime(2026, 3, 9, 17, 5, 2, 123456, tzinfo=UTC)
Item = TypeVar("Item")


def test_an_answer_is_json_as_the_events_write_it() -> None:
    answer = {"at": MOMENT, "id": UUID(int=7), "price": Decimal("12.50"), "name": "Kopi \u2013 \u00e9", "none": None}

    written = JsonRenderer().render(HttpRequest(), answer, response_status=200)

    assert json.loads(written) == {
        "at": "2026-03-09T17:05:02.123456Z",
        "id": "00000000-0000-0000-0000-000000000007",
        "price": "12.50",
        "name": "Kopi \u2013 \u00e9",
        "none": None,
    }


class Line(Out):
    line_id: UUID
    sent_at: datetime | None
    price: Decimal
    enable_2fa: bool = Field(serialization_alias="enable2FA")
    state: Literal["on", "off"] = "on"
    took: timedelta = timedelta(seconds=90)
    share: float = 0.1


class Lines(Out, Generic[Item]):
    items: list[Item]
    by_name: dict[str, Any]


class Named(Line):
    name: str


LINE = Line(line_id=UUID(int=7), sent_at=MOMENT, price=Decimal("12.50"), enable_2fa=True)
NAMED = Named(**LINE.model_dump(), name="more than is declared")
BY_NAME = {
    "at": MOMENT,
    "id": UUID(int=8),
    "name": "Kopi \u2013 \u00e9",
    "none": None,
    "figures": [1, 2.5, Decimal("1.10")],
}
LINES = Lines[Line](items=[LINE, NAMED], by_name=BY_NAME)

# The declared schema, and the response.
ANSWERS: dict[str, tuple[Any, Any]] = {
    "one": (Line, LINE),
    "a subclass": (Line, NAMED),
    "a list": (Lines[Line], LINES),
    "an object": (Line, BY_NAME | {"lineId": UUID(int=7), "sentAt": None, "price": 3, "enable_2fa": False}),
    "another status": ({201: Line}, LINE),
    "a status of its own": ({200: Line, 202: None}, Status(200, LINE)),
    "nothing": ({204: None}, Status(204, None)),
    "a plain value": (bool, True),
    "a choice": (Line | None, LINE),
    "a response": (Line, HttpResponse("done", content_type="text/plain")),
}


def answered(declared: Any, answer: Any, *decorators: Callable[..., Any]) -> HttpResponse:
    own = NinjaAPI(urls_namespace=f"rendering-{id(object())}", renderer=JsonRenderer())
    for decorator in decorators:
        own.add_decorator(decorator)
    router = Router(by_alias=True)

    @router.get("", response=declared)
    def operation(request: HttpRequest) -> Any:
        return answer

    own.add_router("", router)
    [view] = [one.callback for one in own.urls[0] if isinstance(one, URLPattern) and "operation" in str(one.name)]
    request = HttpRequest()
    request.method = "GET"
    response: HttpResponse = view(request)
    return response


@pytest.mark.parametrize("kind", ANSWERS)
def test_what_is_written_at_once_is_what_ninja_would_have_written(kind: str) -> None:
    declared, answer = ANSWERS[kind]

    ninjas, ours = answered(declared, answer), answered(declared, answer, serialize_directly)

    assert ours.content == ninjas.content
    assert (ours.status_code, dict(ours.headers)) == (ninjas.status_code, dict(ninjas.headers))


def test_most_operations_of_the_product_are_written_at_once() -> None:
    views = [
        operation.view_func
        for router in api._get_bound_routers()
        for path in router.path_operations.values()
        for operation in path.operations
    ]

    assert sum(view.__code__.co_name == "answer" for view in views) > 0.7 * len(views)
