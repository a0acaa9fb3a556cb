"""Compiles a tree of rules to an expression over columns. The vectorised counterpart of `naive.py`."""

from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from server.segments.evaluation_time import EvaluationTime
from server.segments.fields import RuleCatalogue
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rule

MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Hits:
    """Contacts that match a condition, sorted by id. With `but_these`, all others match."""

    contacts: pl.Series
    but_these: bool = False

    def within(self, first: int, last: int) -> pl.Series:
        start = self.contacts.search_sorted(first, side="left")
        return self.contacts.slice(start, self.contacts.search_sorted(last, side="right") - start)


@dataclass(frozen=True, slots=True)
class IdSpan:
    """The id range of the evaluated rows."""

    first: int
    last: int


Expression = Callable[[IdSpan], pl.Expr]


@dataclass(frozen=True, slots=True)
class CompiledRules:
    """A compiled tree, evaluated by chunk."""

    condition: Expression
    columns: frozenset[str]


@dataclass(slots=True)
class Compiler:
    """Compiles trees for a given time, within one snapshot of the database."""

    catalogue: RuleCatalogue
    moment: EvaluationTime
    # Returns the rules of another segment.
    rules_of: Callable[[int], Group]
    _columns: set[str] = field(default_factory=set)

    def compile(self, rule: Rule) -> CompiledRules:
        self._columns = set()
        condition = self.expression(rule)
        return CompiledRules(condition, frozenset(self._columns))

    def expression(self, rule: Rule) -> Expression:
        if isinstance(rule, Group):
            return self._group(rule)
        return KINDS[rule.kind].compile(rule, self)

    def read(self, column: str) -> pl.Expr:
        """`column` is a name of columns/shapes.py."""
        self._columns.add(column)
        return pl.col(column)

    def among(self, hits: Hits) -> Expression:
        key = self.read("id")

        def condition(span: IdSpan) -> pl.Expr:
            found = key.is_in(hits.within(span.first, span.last).implode())
            return ~found if hits.but_these else found

        return condition

    def _group(self, rule: Group) -> Expression:
        below = [self.expression(one) for one in rule.rules]
        join = pl.all_horizontal if rule.match == "all" else pl.any_horizontal
        if rule.negated:
            return lambda span: ~join(*[one(span) for one in below])
        return lambda span: join(*[one(span) for one in below])
