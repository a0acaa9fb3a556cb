"""A tree of rules as an expression over columns: what `naive.py` says of one contact, said of all at once."""

from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from server.segments.fields import Catalogue
from server.segments.moment import Moment
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rule

MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Hits:
    """The contacts that fit a condition, sorted by key; with `but_these` all others fit."""

    contacts: pl.Series
    but_these: bool = False

    def within(self, first: int, last: int) -> pl.Series:
        """Those of a span of keys."""
        start = self.contacts.search_sorted(first, side="left")
        return self.contacts.slice(start, self.contacts.search_sorted(last, side="right") - start)


@dataclass(frozen=True, slots=True)
class Span:
    """The keys of the rows that are looked at."""

    first: int
    last: int


Expression = Callable[[Span], pl.Expr]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A tree, ready to be evaluated chunk by chunk."""

    condition: Expression
    columns: frozenset[str]


@dataclass(slots=True)
class Compiler:
    """Compiles trees at one moment, within one view of the database."""

    catalogue: Catalogue
    moment: Moment
    # The rules of another segment.
    rules_of: Callable[[int], Group]
    _columns: set[str] = field(default_factory=set)

    def compile(self, rule: Rule) -> Compiled:
        """The condition, and the columns that it reads."""
        self._columns = set()
        condition = self.expression(rule)
        return Compiled(condition, frozenset(self._columns))

    def expression(self, rule: Rule) -> Expression:
        """The condition of a rule within the tree."""
        if isinstance(rule, Group):
            return self._group(rule)
        return KINDS[rule.kind].compile(rule, self)

    def read(self, column: str) -> pl.Expr:
        """The values of a column (`columns/shapes.py`)."""
        self._columns.add(column)
        return pl.col(column)

    def among(self, hits: Hits) -> Expression:
        """Whether a contact is among those."""
        key = self.read("id")

        def condition(span: Span) -> pl.Expr:
            found = key.is_in(hits.within(span.first, span.last).implode())
            return ~found if hits.but_these else found

        return condition

    def _group(self, rule: Group) -> Expression:
        below = [self.expression(one) for one in rule.rules]
        join = pl.all_horizontal if rule.match == "all" else pl.any_horizontal
        if rule.negated:
            return lambda span: ~join(*[one(span) for one in below])
        return lambda span: join(*[one(span) for one in below])
