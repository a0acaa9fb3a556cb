"""The tree of rules.

One grammar serves searches, counts, labelling, exports, campaigns and automations. `vectors.py` evaluates it over the
columns of a whole team, `naive.py` for one contact; both must always agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union

from pydantic import ConfigDict, Field, GetCoreSchemaHandler, model_validator
from pydantic_core import CoreSchema

from server.core.bounded_types import Flag
from server.core.causes import CauseError
from server.core.registry import check_contributed
from server.core.schemas import Schema
from server.segments.causes import RULES_TOO_DEEP, TOO_MANY_RULES
from server.segments.rules.kinds import KINDS, Condition

MAX_RULES = 60
MAX_DEPTH = 6
MAX_SEGMENT_NAME_LENGTH = 100


@dataclass(frozen=True, slots=True)
class AnyRule:
    """Parses a group or a condition of any registered kind, discriminated by `kind`."""

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        check_contributed()
        return handler.generate_schema(self.union())

    def union(self) -> Any:
        schemas = (Group, *(kind.schema for kind in KINDS.values()))
        return Annotated[Union[schemas], Field(discriminator="kind")]  # noqa: UP007 -- not known to the parser


class Group(Schema):
    """Matches if all or any of the rules match. `negated` inverts the result."""

    # Built after the kinds are registered.
    model_config = ConfigDict(defer_build=True)

    kind: Literal["group"]
    match: Literal["all", "any"] = "all"
    negated: Flag = False
    rules: Annotated[
        list[Annotated["Group | Condition", AnyRule()]],
        Field(min_length=1, max_length=MAX_RULES),
    ]


Rule = Group | Condition


class Rules(Group):
    """The root of the rules: at most 60 rules, nested in groups up to six levels deep."""

    @model_validator(mode="after")
    def _check_bounds(self) -> "Rules":
        if measure_depth(self) > MAX_DEPTH:
            raise CauseError(RULES_TOO_DEEP, max=MAX_DEPTH)
        if sum(1 for _ in iter_rules(self)) > MAX_RULES:
            raise CauseError(TOO_MANY_RULES, max=MAX_RULES)
        return self


def iter_rules(rule: Rule) -> Iterator[Rule]:
    """Includes the rule itself. Parents come first."""
    yield rule
    if isinstance(rule, Group):
        for below in rule.rules:
            yield from iter_rules(below)


def measure_depth(rule: Rule) -> int:
    return 1 + max(map(measure_depth, rule.rules)) if isinstance(rule, Group) else 0
