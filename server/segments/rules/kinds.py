"""The interface of condition kinds, and their registry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args
from uuid import UUID

from server.core.registry import Registry
from server.core.schemas import Schema

if TYPE_CHECKING:
    from server.segments.fields import RuleCatalogue
    from server.segments.naive import ContactProfile, Evaluator, RuleResult
    from server.segments.vectors import Compiler, Expression

NAME_PATTERN = r"^[a-z][A-Za-z]*$"


class Condition(Schema):
    """Base class of conditions. A subclass narrows `kind` to its name."""

    kind: str


ConditionT = TypeVar("ConditionT", bound=Condition)


@dataclass(frozen=True, slots=True)
class RuleKind(Generic[ConditionT]):
    """A kind of condition. The client finds its form control and texts by the name.

    `compile` and `evaluate` must agree on every contact. A kind that reads its own tables marks the contacts affected
    by a change (contacts_contactmark): watched segments are only checked again for marked contacts.
    """

    name: str
    schema: type[ConditionT]
    # Raises FieldsInvalid for a condition that the team cannot use. The last argument is its position in the tree.
    check: Callable[[ConditionT, "RuleCatalogue", str], None]
    # Evaluates the condition over the columns of all contacts of a team.
    compile: Callable[[ConditionT, "Compiler"], "Expression"]
    # Evaluates the condition for one contact.
    evaluate: Callable[[ConditionT, "ContactProfile", "Evaluator"], "RuleResult"]
    # Loads the data of `ContactProfile.facts`: team, contact, all conditions of this kind. None if it needs none.
    read_facts: Callable[[UUID, int, Sequence[ConditionT]], Any] | None = None


KINDS = Registry[str, RuleKind[Any]]("kind of segment rule")


def register_kind(kind: RuleKind[Any]) -> None:
    """Raises ValueError if the schema has another name."""
    if get_args(kind.schema.model_fields["kind"].annotation) != (kind.name,):
        raise ValueError(f"The schema of the rule kind {kind.name} has another name")
    KINDS.add(kind.name, kind)
