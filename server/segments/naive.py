"""Whether one contact fits a tree of rules, and why: plain Python over plain values.

This is what "why is she in?" answers with, and what the columns' evaluator is compared with in tests and benches.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from server.segments.fields import Catalogue
from server.segments.moment import Moment
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rule


@dataclass(frozen=True, slots=True)
class Profile:
    """One contact as rules see it: values by column, empty ones None or "".

    `facts` has what kinds of rules have read of it, by their name (`RuleKind.read_facts`).
    """

    values: Mapping[str, Any]
    label_ids: frozenset[int]
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a rule holds, and what holds below it."""

    holds: bool
    below: tuple["Verdict", ...] = ()
    # Of an activity: how often it was found.
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Evaluates rules for contacts at one moment."""

    catalogue: Catalogue
    moment: Moment
    # The rules of another segment.
    rules_of: Callable[[int], Group]

    def evaluate(self, rule: Rule, profile: Profile) -> Verdict:
        """The verdict over the whole tree: nothing is left out, so that all of it can be explained."""
        if not isinstance(rule, Group):
            return KINDS[rule.kind].evaluate(rule, profile, self)
        below = tuple(self.evaluate(one, profile) for one in rule.rules)
        holds = (all if rule.match == "all" else any)(one.holds for one in below)
        return Verdict(holds != rule.negated, below)
