"""Evaluates rules for one contact in plain Python, with an explanation.

The segment builder uses it to explain membership. Tests and benchmarks compare the column evaluator with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from server.segments.evaluation_time import EvaluationTime
from server.segments.fields import RuleCatalogue
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rule


@dataclass(frozen=True, slots=True)
class ContactProfile:
    """A contact for rules: values by column, with None or "" for empty ones.

    `facts` has the data that kinds of rules have read about the contact (`RuleKind.read_facts`).
    """

    values: Mapping[str, Any]
    label_ids: frozenset[int]
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleResult:
    """The result of a rule and of the rules below it."""

    holds: bool
    below: tuple["RuleResult", ...] = ()
    # Occurrences of an activity.
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Evaluates rules for contacts at a given time."""

    catalogue: RuleCatalogue
    moment: EvaluationTime
    # Returns the rules of another segment.
    rules_of: Callable[[int], Group]

    def evaluate(self, rule: Rule, profile: ContactProfile) -> RuleResult:
        """Evaluates the whole tree without short-circuiting, so that every rule can be explained."""
        if not isinstance(rule, Group):
            return KINDS[rule.kind].evaluate(rule, profile, self)
        below = tuple(self.evaluate(one, profile) for one in rule.rules)
        holds = (all if rule.match == "all" else any)(one.holds for one in below)
        return RuleResult(holds != rule.negated, below)
