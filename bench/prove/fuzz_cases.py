"""The requests of the proof `fuzz`: what schemathesis draws, and each parameter and body property at its extremes."""

import copy
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import hypothesis
import schemathesis
from hypothesis import HealthCheck, Phase, strategies
from schemathesis import Case, GenerationMode
from schemathesis.core.parameters import ParameterLocation

from bench.prove.fuzz_team import RealIds

AnyCase = Case[Any]

LONG_TEXT = 20_000
MANY_ITEMS = 2_000
DEEP_LEVELS = 200
PATH_CHANCE = 0.75  # that a path has a real id
VALUE_CHANCE = 0.5  # that a query or a body has
BODY_CHANCE = 0.35  # that a body is one that the operation takes, but for one property
_DEPTH = 3  # how deep properties of a body are taken to their extremes
# As an outsider would draw moments: within the calendar of core/wire_types.py.
_FIRST, _LAST = datetime(1900, 1, 1), datetime(2199, 12, 31)  # noqa: DTZ001 -- hypothesis wants them without a zone
_MOMENTS = strategies.datetimes(min_value=_FIRST, max_value=_LAST)

INTEGERS: tuple[Any, ...] = (
    *(0, 1, -1, 100, 101, 1_000_000, 2**31 - 1, 2**31, -(2**31) - 1, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 2**70),
    *(0.5, 1e308, False, "", "1", "0x10", None),
)
FLAGS: tuple[Any, ...] = (True, False, 0, 1, "true", "yes", "", None)
MOMENTS: tuple[Any, ...] = (
    *("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"),
    *("1900-01-01T00:00:00+14:00", "2199-12-31T23:59:59-14:00", "2026-01-31T09:00:00", "2026-01-31", "2026-02-30"),
    *("1970-01-01T00:00:00Z", "2016-12-31T23:59:60Z", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "now"),
    *(0, 0.5, 1e18, "", False, None),
)
TEXTS: tuple[Any, ...] = (
    *("", " ", "a", "\x00", "a\x00b", "\ud800", "\U0001f600", "é\u202e", "'; --", "%", "\\", "../../etc/passwd"),
    *("a" * 255, "a" * 1_000, "a" * LONG_TEXT, "\r\nX: y", "<script>", "{{firstname}}", "{% for %}", "[a](b)"),
    *(0, False, None, [], {}),
)
IDS: tuple[Any, ...] = (
    *("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "not-an-id", "", 0, None),
)
ARRAYS: tuple[Any, ...] = ([], [None], [[]], [{}], ["a"] * MANY_ITEMS, [0] * MANY_ITEMS, {}, "a", None)
OBJECTS: tuple[Any, ...] = ({}, {"unknown": 1}, {"": ""}, {"\x00": 1}, [], "a", 0, None)
PATHS: tuple[str, ...] = (
    *("0", "1", "-1", str(2**31), str(2**63 - 1), str(2**63), str(2**70), "1.5", "a", "%00", "a b", "é", "'"),
    *("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "a" * 300),
)


def install_formats() -> None:
    """Moments and days within the calendar, so that most that is drawn is more than its date."""
    schemathesis.openapi.format("date-time", _MOMENTS.map(lambda moment: f"{moment.isoformat(timespec='seconds')}Z"))
    schemathesis.openapi.format("date", _MOMENTS.map(lambda moment: moment.date().isoformat()))


def drawn(operation: Any, mode: GenerationMode, count: int, seed: int) -> list[AnyCase]:
    """Generates `count` cases of an operation, the same for the same seed, or fewer if its schema runs out."""
    found: list[AnyCase] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @hypothesis.given(operation.as_strategy(generation_mode=mode))
    def draw(case: AnyCase) -> None:
        found.append(case)

    try:
        draw()
    except (hypothesis.errors.Unsatisfiable, schemathesis.errors.InvalidSchema):
        return found  # nothing can be wrong with a request that says nothing
    return found[:count]


def made_real(case: AnyCase, ids: RealIds, random: Random) -> AnyCase:
    """The case with real ids in some places, and sometimes with the body that the operation takes."""
    operation_id = str(case.operation.definition.raw["operationId"])
    if case.path_parameters and random.random() < PATH_CHANCE:
        case.path_parameters.update(ids.path(operation_id))
    if case.query:
        case.query = ids.into(dict(case.query), "", VALUE_CHANCE, random)
    if isinstance(case.body, dict):
        good = ids.body(operation_id) if random.random() < BODY_CHANCE else None
        names = sorted({*case.body, *good}, key=str) if isinstance(good, dict) else []
        if isinstance(good, dict) and names:
            name = random.choice(names)
            case.body = {**good, name: case.body.get(name, good.get(name))}
        case.body = ids.into(case.body, "", VALUE_CHANCE, random)
    return case


def with_real_path(case: AnyCase, ids: RealIds) -> AnyCase:
    """The case with the ids of real records, unless it is its path that is wrong."""
    info = case.meta.components.get(ParameterLocation.PATH) if case.meta is not None else None
    if case.path_parameters and (info is None or info.mode.is_positive):
        case.path_parameters.update(ids.path(str(case.operation.definition.raw["operationId"])))
    return case


def extremes(operation: Any, ids: RealIds) -> Iterator[Callable[[], AnyCase | None]]:
    """Each parameter and each property of the body at its extremes, one at a time; the rest is as it should be.

    They are made when they are called for: a small run takes few of them. One that can't be made is None.
    """
    raw, document = operation.definition.raw, operation.schema.raw_schema
    operation_id = str(raw["operationId"])
    path = ids.path(operation_id)
    body, media_type = _good_body(raw, document, ids)
    query = {
        parameter["name"]: _sample(parameter["schema"], document)
        for parameter in raw.get("parameters", ())
        if parameter["in"] == "query" and parameter.get("required")
    }

    def case(**changed: Any) -> AnyCase:
        made: AnyCase = operation.Case(
            method=operation.method.upper(),
            path_parameters=dict(changed.get("path", path)),
            query=dict(changed.get("query", query)),
            body=changed.get("body", body),
            media_type=media_type,
        )
        return made

    def placed(place: tuple[str, ...], value: Any) -> AnyCase | None:
        changed = _with(body, place, value)
        return None if changed is None else case(body=changed)

    yield case
    for parameter in raw.get("parameters", ()):
        name = parameter["name"]
        if parameter["in"] == "path":
            for value in PATHS:
                yield partial(case, path={**path, name: value})
        elif parameter["in"] == "query":
            for value in _values(parameter["schema"], document):
                if not isinstance(value, dict | list) or all(isinstance(item, str | int) for item in value):
                    yield partial(case, query={**query, name: value})
    if media_type != "application/json":
        return
    for value in OBJECTS:
        yield partial(case, body=value)
    for place, schema in _places(_body_schema(raw, document), document, (), _DEPTH):
        for value in _values(schema, document):
            yield partial(placed, place, value)


def _body_schema(raw: Any, document: Any) -> Any:
    content = raw.get("requestBody", {}).get("content", {})
    return _resolved(content.get("application/json", {}).get("schema", {}), document)


def _good_body(raw: Any, document: Any, ids: RealIds) -> tuple[Any, str | None]:
    content = raw.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return schemathesis.core.NOT_SET, None
    known = ids.body(str(raw["operationId"]))
    return (known if known is not None else _sample(_body_schema(raw, document), document)), "application/json"


def _resolved(schema: Any, document: Any) -> Any:
    """The schema that a reference or a choice means: of several the first that is not null."""
    for _ in range(10):
        if "$ref" in schema:
            target = document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            schema = target
            continue
        several = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if not several:
            break
        schema = next((one for one in several if one.get("type") != "null"), several[0])
    return schema


def _sample(schema: Any, document: Any, depth: int = 0) -> Any:  # noqa: PLR0911 -- one for each kind of value
    schema = _resolved(schema, document)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    if schema.get("default") is not None:
        return schema["default"]
    kind = schema.get("type")
    if kind == "object" or "properties" in schema:
        required = schema.get("required", ()) if depth < _DEPTH * 2 else ()
        return {name: _sample(schema["properties"][name], document, depth + 1) for name in required}
    if kind == "array":
        return [_sample(schema.get("items", {}), document, depth + 1)] * max(schema.get("minItems", 0), 0)
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), 1)
    if kind == "boolean":
        return False
    formats = {
        "uuid": "00000000-0000-0000-0000-000000000001",
        "date-time": "2026-11-24T09:00:00Z",
        "date": "2026-11-24",
        "email": "ani@example.com",
    }
    return formats.get(schema.get("format", ""), "a" * max(schema.get("minLength", 1), 1))


def _values(schema: Any, document: Any) -> tuple[Any, ...]:  # noqa: PLR0911 -- one for each kind of value
    schema = _resolved(schema, document)
    kind, form = schema.get("type"), schema.get("format")
    if kind in ("integer", "number"):
        bounds = tuple(schema[name] for name in ("minimum", "maximum") if name in schema)
        return (*INTEGERS, *bounds, *(bound + 1 for bound in bounds), *(bound - 1 for bound in bounds))
    if kind == "boolean":
        return FLAGS
    if kind == "array":
        return ARRAYS
    if kind == "object" or "properties" in schema:
        return OBJECTS
    if form in ("date-time", "date"):
        return MOMENTS
    if form == "uuid":
        return IDS
    if schema.get("enum"):
        return (*schema["enum"], *TEXTS[:5], 0, None)
    longest = schema.get("maxLength")
    ends = ("a" * longest, "a" * (longest + 1), "\U0001f600" * longest) if longest and longest < LONG_TEXT else ()
    return (*TEXTS, *ends)


def _places(schema: Any, document: Any, at: tuple[str, ...], depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each property with the way to it."""
    for name, below in schema.get("properties", {}).items():
        resolved = _resolved(below, document)
        yield (*at, name), below
        if depth > 1:
            yield from _places(resolved, document, (*at, name), depth - 1)


def _with(body: Any, place: tuple[str, ...], value: Any) -> Any:
    """The body with a value at a place, which is made where it is missing; None where something else is on the way."""
    if not isinstance(body, dict):
        return None
    changed = copy.deepcopy(body)
    inner = changed
    for name in place[:-1]:
        if not isinstance(inner.get(name), dict):
            inner[name] = {}
        inner = inner[name]
    inner[place[-1]] = value
    return changed
