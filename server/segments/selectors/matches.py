"""Contacts that match a tree of rules: counted, listed and explained."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from time import monotonic
from typing import Any
from uuid import UUID

import polars as pl
from psycopg import sql

from server.contacts.models import Contact
from server.contacts.selectors import contacts as contact_selectors
from server.contacts.states import ContactState
from server.contacts.values import TIMESTAMP_FORMAT, FieldType
from server.segments.columns import building, reading, shapes
from server.segments.errors import CountTimeout
from server.segments.evaluation_time import EvaluationTime
from server.segments.fields import RuleCatalogue
from server.segments.models import ColumnStore, Segment
from server.segments.naive import ContactProfile, Evaluator, RuleResult
from server.segments.rules.kinds import KINDS, Condition
from server.segments.rules.segment import SegmentRule
from server.segments.rules.tree import Group, Rule, Rules, iter_rules
from server.segments.sql import columns as columns_sql
from server.segments.vectors import CompiledRules, Compiler, IdSpan

CHUNKS_AT_ONCE = 8
MAX_EVALUATION_SECONDS = 20


def count_matches(*, team_id: UUID, rules: Group) -> int:
    """Raises CountTimeout."""
    with columns_sql.snapshot(team_id):
        evaluation = Evaluation.of(team_id, rules)
        return sum(int(mask.sum()) for _, mask in evaluation.masks(with_ids=False))


@dataclass(frozen=True, slots=True)
class MatchSize:
    """The number of matching contacts, and of those who are subscribed."""

    count: int
    subscribed: int


def count_sizes(*, team_id: UUID, rules: Group) -> MatchSize:
    """Counts both in one pass. Raises CountTimeout."""
    with columns_sql.snapshot(team_id):
        evaluation = Evaluation.of(team_id, rules, besides={"state"})
        count = subscribed = 0
        for frame, mask in evaluation.masks(with_ids=False):
            count += int(mask.sum())
            subscribed += int((mask & shapes.evaluate_text(frame["state"], _is_subscribed)).sum())
    return MatchSize(count, subscribed)


def _is_subscribed(state: pl.Expr) -> pl.Expr:
    return state == ContactState.SUBSCRIBED


def list_ids(*, team_id: UUID, rules: Group) -> pl.Series:
    """In ascending order. Raises CountTimeout."""
    with columns_sql.snapshot(team_id):
        evaluation = Evaluation.of(team_id, rules)
        found = [frame["id"].filter(mask) for frame, mask in evaluation.masks(with_ids=True)]
    return pl.concat(found).sort() if found else pl.Series("id", [], dtype=pl.Int64)


def explain_match(*, team_id: UUID, rules: Group, contact_id: int) -> RuleResult:
    """Raises NotFound for a contact of another team."""
    with columns_sql.snapshot(team_id):
        contact = contact_selectors.get_contact(team_id=team_id, contact_id=contact_id)
        known = _SegmentRules(team_id)
        facts = read_facts(team_id, contact_id, known.all_of(rules))
        return Evaluator(RuleCatalogue.of(team_id), EvaluationTime.of(team_id), known.of).evaluate(
            rules, build_profile(contact, facts)
        )


def read_facts(team_id: UUID, contact_id: int, rules: Iterable[Rule]) -> dict[str, Any]:
    """Loads the data that the kinds of these rules need about a contact, by kind."""
    conditions: dict[str, list[Condition]] = {}
    for rule in rules:
        if not isinstance(rule, Group):
            conditions.setdefault(rule.kind, []).append(rule)
    readers = {name: KINDS[name].read_facts for name in conditions}
    return {name: read(team_id, contact_id, conditions[name]) for name, read in readers.items() if read is not None}


def build_profile(contact: Contact, facts: Mapping[str, Any]) -> ContactProfile:
    values = {
        name: getattr(contact, name) for name in (*shapes.TEXT_COLUMNS, "birthday", "created_at", "updated_at")
    } | _build_custom_values(contact)
    return ContactProfile(values, frozenset(contact.label_ids), facts)


def _build_custom_values(contact: Contact) -> dict[str, object]:
    kinds = building.get_column_kinds(contact.team_id)
    values = {f"f{key}": value for key, value in contact.custom_field.items()}
    return {
        column: _convert_custom_value(kind, values.get(column)) for column, kind in kinds.items() if kind is not None
    }


def _convert_custom_value(kind: str, value: Any) -> object:
    """A value that does not fit the type is None (sql/columns.py)."""
    try:
        if kind == FieldType.DATE:
            return date.fromisoformat(value) if isinstance(value, str) else None
        if kind == FieldType.DATE_TIME:
            return datetime.strptime(value, TIMESTAMP_FORMAT).replace(tzinfo=UTC) if isinstance(value, str) else None
    except ValueError:
        return None
    if kind == FieldType.NUMBER:
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None
    wanted = {FieldType.CHECKBOX: bool, FieldType.MULTI_CHOICE: list}.get(FieldType(kind), str)
    return value if isinstance(value, wanted) and value != [] else None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A compiled tree with the columns of a team, within one snapshot of the database."""

    team_id: UUID
    compiled: CompiledRules
    types: Mapping[str, pl.DataType]

    @classmethod
    def of(cls, team_id: UUID, rules: Group, *, besides: Collection[str] = ()) -> "Evaluation":
        """`besides` are columns to load in addition to those of the rules."""
        moment, known = EvaluationTime.of(team_id), _SegmentRules(team_id)
        compiled = Compiler(RuleCatalogue.of(team_id), moment, known.of).compile(rules)
        columns = compiled.columns | set(besides)
        return cls(team_id, replace(compiled, columns=columns), building.get_column_types(team_id))

    def masks(self, *, with_ids: bool) -> Iterator[tuple[pl.DataFrame, pl.Series]]:
        """Yields rows with their matches: first by chunk, then contacts changed since the chunks were built.

        Raises CountTimeout.
        """
        if not ColumnStore.objects.for_team(self.team_id).exists():
            yield from self._rows(sql.SQL("true"))
            return
        marked = columns_sql.list_marked_ids(self.team_id)
        chunks, until = columns_sql.list_chunks(self.team_id), monotonic() + MAX_EVALUATION_SECONDS
        for start in range(0, len(chunks), CHUNKS_AT_ONCE):
            if monotonic() > until:
                raise CountTimeout
            yield from self._iter_chunk_masks(chunks[start : start + CHUNKS_AT_ONCE], marked, with_ids=with_ids)
        if not marked.is_empty():
            yield from self._rows(sql.SQL("id = ANY ({}::bigint[])").format(sql.Literal(marked.to_list())))

    def _rows(self, where: sql.Composable) -> Iterator[tuple[pl.DataFrame, pl.Series]]:
        kinds = building.get_column_kinds(self.team_id)
        columns = {"id": None} | {name: kinds[name] for name in self.compiled.columns if name in kinds}
        asked = self.compiled.columns - columns.keys()
        if asked:
            columns |= {"labels": None}
        rows = columns_sql.read_contacts(self.team_id, columns=columns, where=where)
        if asked and not rows.is_empty():
            rows = shapes.expand_labels(rows)
            rows = rows.with_columns(pl.lit(value=False).alias(name) for name in sorted(asked - set(rows.columns)))
        if not rows.is_empty():
            yield rows, self._build_mask(rows, IdSpan(int(rows["id"][0]), int(rows["id"][-1])))

    def _iter_chunk_masks(
        self, some: Sequence[columns_sql.ContactChunk], marked: pl.Series, *, with_ids: bool
    ) -> Iterator[tuple[pl.DataFrame, pl.Series]]:
        names = self.compiled.columns
        if with_ids or not marked.is_empty() or not names:
            names = names | {"id"}
        columns = reading.load_columns(self.team_id, some, names)
        for chunk in some:
            stored = columns[chunk.id]
            alive = stored.pop(shapes.ALIVE_COLUMN, None)
            frame = self._frame(stored, names, chunk.rows)
            mask = self._build_mask(frame, IdSpan(chunk.first, chunk.last))
            if alive is not None:
                mask = mask & alive
            touched = marked.filter((marked >= chunk.first) & (marked <= chunk.last))
            if not touched.is_empty():
                mask = mask & ~frame["id"].is_in(touched.implode())
            yield frame, mask

    def _frame(self, found: Mapping[str, pl.Series], names: Collection[str], rows: int) -> pl.DataFrame:
        stored = [column for column in found.values() if shapes.is_current(column, self.types)]
        missing = sorted(set(names) - {column.name for column in stored})
        # A label without contacts in a chunk has no column there, and no type of its own.
        empty = [pl.Series(name, [None], dtype=self.types.get(name, pl.Boolean())) for name in missing]
        filled = [column.new_from_index(0, rows) for column in empty]
        return pl.DataFrame([*stored, *filled])

    def _build_mask(self, rows: pl.DataFrame, span: IdSpan) -> pl.Series:
        fits = rows.select(fits=self.compiled.condition(span))["fits"]
        return fits if len(fits) == rows.height else pl.repeat(fits[0], rows.height, eager=True)


class _SegmentRules:
    """The rules of a team's segments, each loaded once."""

    def __init__(self, team_id: UUID) -> None:
        self._team_id = team_id
        self._loaded: dict[int, Group] = {}

    def of(self, segment_id: int) -> Group:
        if segment_id not in self._loaded:
            stored = Segment.objects.for_team(self._team_id).values_list("rules", flat=True).get(pk=segment_id)
            self._loaded[segment_id] = Rules.of_stored(stored)
        return self._loaded[segment_id]

    def all_of(self, rules: Group) -> Iterator[Rule]:
        """Yields all rules of a tree and of the segments it refers to."""
        for rule in iter_rules(rules):
            yield rule
            if isinstance(rule, SegmentRule):
                yield from self.all_of(self.of(rule.segment_id))
