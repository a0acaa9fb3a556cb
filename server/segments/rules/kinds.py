"""What a kind of condition consists of, and all kinds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args
from uuid import UUID

from server.core.registry import Registry
from server.core.schemas import Schema

if TYPE_CHECKING:
    from server.segments.fields import Catalogue
    from server.segments.naive import Evaluator, Profile, Verdict
    from server.segments.vectors import Compiler, Expression

WORD = r"^[a-z][A-Za-z]*$"


class Condition(Schema):
    """A rule that is no group. A subclass narrows `kind` to the name of its kind."""

    kind: str


ConditionT = TypeVar("ConditionT", bound=Condition)


@dataclass(frozen=True, slots=True)
class RuleKind(Generic[ConditionT]):
    """A kind of condition. The client finds its form control and its texts by the name.

    `compile` and `evaluate` must agree on every contact. A kind that reads tables of its own marks the contacts that a
    change of them concerns (contacts_contactmark): watched segments are checked again only for marked ones.
    """

    name: str
    schema: type[ConditionT]
    # Raises FieldsInvalid for a condition that the team cannot use. The last argument is its position in the tree.
    check: Callable[[ConditionT, "Catalogue", str], None]
    # The condition over the columns of all contacts of a team.
    compile: Callable[[ConditionT, "Compiler"], "Expression"]
    # The condition for one contact, from plain values.
    evaluate: Callable[[ConditionT, "Profile", "Evaluator"], "Verdict"]
    # What `evaluate` finds in `Profile.facts`: team, contact, all conditions of this kind. None if it needs nothing.
    read_facts: Callable[[UUID, int, Sequence[ConditionT]], Any] | None = None


KINDS = Registry[str, RuleKind[Any]]("kind of segment rule")


def register(kind: RuleKind[Any]) -> None:
    """Lets segments have conditions of this kind. Raises ValueError if its schema has another name."""
    if get_args(kind.schema.model_fields["kind"].annotation) != (kind.name,):
        raise ValueError(f"The schema of the rule kind {kind.name} has another name")
    KINDS.add(kind.name, kind)
