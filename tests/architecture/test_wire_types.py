"""Dates, integers, flags and time zones in the input of operations are bounded by types of
server/core/bounded_types.py.
"""

import types
import typing
from collections.abc import Iterator
from datetime import date, datetime
from enum import Enum
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from uuid import UUID

import pytest
from pydantic import AwareDatetime, BaseModel, BeforeValidator, PastDate
from pydantic.functional_validators import AfterValidator

from server.api import api
from server.contacts.schemas.contacts import Timezone
from server.core import bounded_types
from server.core.schemas import Schema
from server.lookups.timezones import TimeZoneName
from server.segments.rules.tree import AnyRule
from server.transactional import json_values
from server.transactional.schemas.messages import MessageIn
from server.trx_api import api as trx_api

# Bodies that an operation reads itself, so that they are no parameter.
READ_BY_THEMSELVES: tuple[type[BaseModel], ...] = (MessageIn,)
ZONE_TYPES = (TimeZoneName, Timezone)
# A custom value is a text, a number or a flag by the field's own type, which the team chose.
OF_THE_TEAM = {
    *("ContactFields.custom_field", "ContactIn.custom_field", "ContactChange.custom_field", "FieldRule.value"),
}
# Parsed later as server.segments.rules.tree.Rules, which the operations of segments use directly.
READ_AS_RULES = {"ContactFilter.rules", "ContactSearchIn.rules"}
# Only compared with stored values.
COMPARED = {"ContactChange.base"}
# Types whose values need no bound here: texts have their lengths, the others a fixed set or size.
UNLIMITED_TYPES = (str, UUID, IPv4Address, IPv6Address, types.NoneType)


class Bare(Schema):
    """The types that need a bound."""

    aware: AwareDatetime | None
    data: dict[str, Any]
    past: list[PastDate]
    share: float
    when: datetime
    day: date | None
    ids: list[int]
    on: bool
    timezone: str


def leaves(
    annotation: object, metadata: tuple[object, ...], name: str, seen: set[type]
) -> Iterator[tuple[str, object, tuple[object, ...]]]:
    """Each type within the annotation, with its location and its bounds."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        inner, *more = typing.get_args(annotation)
        inner = next((each.union() for each in more if isinstance(each, AnyRule)), inner)
        yield from leaves(inner, (*metadata, *more), name, seen)
    elif origin in (typing.Union, types.UnionType):
        for each in typing.get_args(annotation):
            yield from leaves(each, metadata, name, seen)
    elif any(isinstance(each, AfterValidator) and each.func is json_values.check for each in metadata):
        return  # checked as a whole
    elif origin is not None and origin is not typing.Literal:
        for each in typing.get_args(annotation):
            yield from leaves(each, (), name, seen)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if annotation not in seen:
            seen.add(annotation)
            yield from fields_of(annotation, seen)
    else:
        yield name, annotation, metadata


def fields_of(model: type[BaseModel], seen: set[type]) -> Iterator[tuple[str, object, tuple[object, ...]]]:
    for name, field in model.model_fields.items():
        yield from leaves(field.annotation, tuple(field.metadata), f"{model.__name__}.{name}", seen)


def is_bounded(name: str, kind: object, metadata: tuple[object, ...]) -> bool:
    checks = {each.func for each in metadata if isinstance(each, BeforeValidator | AfterValidator)}
    ours = {each for each in checks if getattr(each, "__module__", "") == bounded_types.__name__}
    if isinstance(kind, type) and kind in (date, datetime, bool):
        return bool(ours)
    if kind is int:
        limited = {
            attribute for each in _flat(metadata) for attribute in ("ge", "gt", "le", "lt") if _has(each, attribute)
        }
        by_field = limited & {"ge", "gt"} and limited & {"le", "lt"}
        return bool(ours) and bool(by_field or len(ours) > 1)
    if kind is str and name.endswith(("timezone", "time_zone")):
        return any(check in checks for zone in ZONE_TYPES for check in _checks(zone))
    is_enumerated = typing.get_origin(kind) is typing.Literal or (isinstance(kind, type) and issubclass(kind, Enum))
    return is_enumerated or kind in UNLIMITED_TYPES


def _flat(metadata: tuple[object, ...]) -> Iterator[object]:
    for each in metadata:
        yield each
        yield from getattr(each, "metadata", ())


def _has(bound: object, attribute: str) -> bool:
    return getattr(bound, attribute, None) is not None


def _checks(zone: object) -> Iterator[object]:
    return (each.func for each in typing.get_args(zone)[1:] if isinstance(each, AfterValidator))


def unbounded(model: type[BaseModel], seen: set[type]) -> Iterator[str]:
    for name, kind, metadata in fields_of(model, seen):
        if name not in OF_THE_TEAM | READ_AS_RULES | COMPARED and not is_bounded(name, kind, metadata):
            yield f"{name}: {kind}"


def test_every_operation_bounds_what_it_takes() -> None:
    seen: set[type] = set()
    models = [
        model
        for mounted in (api, trx_api)
        for bound in mounted._get_bound_routers()
        for view in bound.path_operations.values()
        for operation in view.operations
        for model in operation.models
    ]

    found = [name for model in (*models, *READ_BY_THEMSELVES) for name in unbounded(model, seen)]

    assert found == []
    assert len(seen) > 100


def test_the_rule_sees_bare_types() -> None:
    assert sorted(name.partition(":")[0] for name in unbounded(Bare, set())) == [
        *("Bare.aware", "Bare.data", "Bare.day", "Bare.ids", "Bare.on", "Bare.past", "Bare.share", "Bare.timezone"),
        "Bare.when",
    ]


class Bounded(Schema):
    day: bounded_types.CalendarDate | None = None
    at: bounded_types.UtcDateTime | None = None
    wall: bounded_types.WallDateTime | None = None
    id: bounded_types.BigId = 0
    flag: bounded_types.Flag = False
    zone: TimeZoneName | None = None


DATE_OR_TIME = "Enter a date such as 2026-01-31, or a date and time such as 2026-01-31T09:00:00Z."
REFUSED = [
    ("day", "9999-12-31", "Choose a date from 1900-01-01 to 2199-12-31."),
    ("day", "1899-12-31", "Choose a date from 1900-01-01 to 2199-12-31."),
    ("day", 0.5, DATE_OR_TIME),
    ("at", "9999-12-31T23:59:59-14:00", "Choose a date from 1900-01-01 to 2199-12-31."),
    ("at", "0001-01-01T00:00:00+14:00", "Choose a date from 1900-01-01 to 2199-12-31."),
    ("at", "2026-01-31T09:00:00", "Enter the time with its offset from UTC, such as 2026-01-31T09:00:00Z."),
    ("at", "1767225600", DATE_OR_TIME),
    ("wall", 1767225600, DATE_OR_TIME),
    ("id", 2**63, "Enter a whole number from 0 to 9,223,372,036,854,775,807."),
    ("id", False, "Enter a whole number."),
    ("flag", 0, "Enter true or false."),
    ("flag", "off", "Enter true or false."),
    ("zone", "(GMT+07:00) Nowhere/Land", "Choose a time zone from the list in lookups/timezone."),
    ("zone", "(GMT+07:00) asia/jakarta", "Choose a time zone from the list in lookups/timezone."),
]


@pytest.mark.parametrize(("field", "value", "cause"), REFUSED, ids=[f"{field}-{value}" for field, value, _ in REFUSED])
def test_a_value_out_of_bounds_is_refused_with_its_cause(field: str, value: object, cause: str) -> None:
    with pytest.raises(ValueError, match="validation error") as caught:
        Bounded.model_validate({field: value})

    [error] = caught.value.errors()  # type: ignore[attr-defined]
    assert error["loc"] == (field,)
    assert error["msg"] == f"Value error, {cause}"


def test_what_is_within_bounds_stays() -> None:
    given = {"day": "2199-12-31", "at": "1900-01-01T00:00:00Z", "id": str(2**63 - 1), "flag": "true"}

    found = Bounded.model_validate({**given, "zone": "(GMT+07:00) Asia/Jakarta", "wall": "2026-01-31T09:00:00"})

    assert (found.day, found.id, found.flag) == (date(2199, 12, 31), 2**63 - 1, True)
    assert (found.zone, found.wall) == ("(GMT+07:00) Asia/Jakarta", datetime(2026, 1, 31, 9))  # noqa: DTZ001


def test_an_offset_that_the_zone_never_has_becomes_its_own() -> None:
    assert Bounded.model_validate({"zone": "(GMT+09:00) Asia/Jakarta"}).zone == "(GMT+07:00) Asia/Jakarta"


def test_a_stored_value_out_of_bounds_is_clamped() -> None:
    found = Bounded.of_stored({"day": "9999-12-31", "at": "0001-01-01T00:00:00+14:00", "id": 2**70})

    assert (found.day, found.id) == (date(2199, 12, 31), 2**63 - 1)
    assert found.at is not None
    assert found.at.year == 1900
