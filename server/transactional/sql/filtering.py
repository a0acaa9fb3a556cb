"""Translates the words of a search into SQL conditions and index scans."""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from server.transactional.models.events import COMMON_TYPES, SUBJECT_START_LENGTH
from server.transactional.normalization import format_metadata_pair
from server.transactional.search_grammar import FREE_TEXT, METADATA, SearchTerm
from server.transactional.states import EventType

MAX_RARE_ROWS: Final = 10_000  # this many candidates are read and sorted together
_LAST_CHARACTER: Final = "\U0010ffff"
_WHOLE: Final = re.compile(r"[^@]+@[^@]+\.[^@.]+")
_RARE_TYPE: Final = "e.type NOT IN ({})".format(", ".join(f"'{kind}'" for kind in COMMON_TYPES))


@dataclass(frozen=True, slots=True)
class IndexScan:
    """Candidates from an index, as disjoint branches. `ordered`: the index has them newest first.

    `more` counts other rows that have to be rare as well for this scan to be complete.
    """

    branches: Sequence[str]
    ordered: bool = False
    more: str = "0"


# An event has no sandbox flag: its message has it, and the API key of a rejected one.
_IS_SANDBOX: Final = """(EXISTS (
    SELECT FROM transactional_message AS m
     WHERE m.team_id = e.team_id AND m.id = e.message_id AND m.accepted_at = e.accepted_at AND m.sandbox
) OR e.type = 'refused' AND EXISTS (
    SELECT FROM transactional_apikey AS k WHERE k.team_id = e.team_id AND k.id = e.key_id AND k.sandbox
))"""

# A message is held as a whole, and its recipients leave that state one by one or together.
_IS_STILL_QUARANTINED: Final = """EXISTS (
    SELECT FROM transactional_recipient AS r
     WHERE r.team_id = e.team_id AND r.message_id = e.message_id AND r.accepted_at = e.accepted_at
       AND (e.position IS NULL OR r.position = e.position) AND r.state = 'held'
)"""

# A condition, and the index scan for it.
ConditionAndScan = tuple[str, IndexScan | None]


@dataclass(slots=True)
class EventFilter:
    """The conditions of a search (all must be true), their values, and possible index scans."""

    conditions: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    ways: list[IndexScan] = field(default_factory=list)

    @property
    def where(self) -> str:
        return " AND ".join(self.conditions) or "true"

    def hold(self, value: object) -> str:
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f"%({name})s"

    def narrow(self, ids: Mapping[str, UUID], *, is_sandbox: bool) -> None:
        """Adds the conditions of a binding: columns with their ids, and only messages of the sandbox."""
        for column, value in ids.items():
            self.conditions.append(f"e.{column} = {self.hold(value)}::uuid")
        if is_sandbox:
            self.conditions.append(_IS_SANDBOX)

    def one_of(self, column: str, values: Sequence[object], kind: str) -> str:
        """The condition that a column has one of these values; for a single value an index gives the order."""
        if len(values) == 1:
            return f"{column} = {self.hold(values[0])}::{kind}"
        return f"{column} = ANY({self.hold(list(values))}::{kind}[])"

    def begins(self, column: str, value: str) -> str:
        """The condition that a column starts with the value, as an index range in code point order."""
        return f"{column} >= {self.hold(value)} AND {column} < {self.hold(value + _LAST_CHARACTER)}"


def build_filter(words: Iterable[SearchTerm], keys: Mapping[str, Sequence[UUID]]) -> EventFilter:
    """The filter of the words; `keys` has the ids of the API keys that match each value of the word `key`."""
    made = EventFilter()
    ordered = sorted(words, key=lambda word: (word.is_negated, word.key))
    for (is_negated, key), group in groupby(ordered, key=lambda word: (word.is_negated, word.key)):
        values = list(dict.fromkeys(word.value for word in group))
        # Words without a key must all match; for a key, any of its values.
        for alternatives in [[value] for value in values] if key == FREE_TEXT else [values]:
            condition, way = _build_condition(made, key, alternatives, keys)
            made.conditions.append(f"NOT ({condition})" if is_negated else f"({condition})")
            if way is not None and not is_negated:
                made.ways.append(way)
    return made


def _build_condition(
    made: EventFilter, key: str, values: Sequence[str], keys: Mapping[str, Sequence[UUID]]
) -> ConditionAndScan:
    if key.startswith(METADATA):
        return _match_metadata(made, key.removeprefix(METADATA), values)
    if key == "key":
        return _match_keys(made, [key_id for value in values for key_id in keys.get(value, ())])
    return _MATCHERS[key](made, values)


def _match_keys(made: EventFilter, ids: Sequence[UUID]) -> ConditionAndScan:
    if not ids:
        return "false", None
    return _build_scan("e.key_id IS NOT NULL AND " + made.one_of("e.key_id", ids, "uuid"), ordered=len(ids) == 1)


def _match_types(made: EventFilter, values: Sequence[str]) -> ConditionAndScan:
    """Events of these types. `held` means still held; messages that no longer wait are `released` or `cancelled`."""
    condition = made.one_of("e.type", values, "text")
    way = None
    if not set(values) & set(COMMON_TYPES):
        condition = f"{_RARE_TYPE} AND {condition}"
        way = IndexScan([condition], ordered=len(values) == 1)
    if EventType.HELD in values:
        condition = f"{condition} AND (e.type <> '{EventType.HELD}' OR {_IS_STILL_QUARANTINED})"
    return condition, way


def _match_replies(made: EventFilter, values: Sequence[str]) -> ConditionAndScan:
    # ASCII lower case, like the column's collation.
    folded = (value.encode().lower().decode() for value in values)
    return _join_alternatives(f"strpos(lower(e.reply), {made.hold(value)}) > 0" for value in folded), None


def _match_free_text(made: EventFilter, values: Sequence[str]) -> ConditionAndScan:
    [value] = values
    address = made.begins("e.recipient", value)
    subject = made.begins("e.beginning", value[:SUBJECT_START_LENGTH])
    return f"{address} OR {subject}", IndexScan([address, f"{subject} AND NOT ({address})"])


def _build_scan(condition: str, *, ordered: bool = False) -> ConditionAndScan:
    return condition, IndexScan([condition], ordered)


def _join_alternatives(conditions: Iterable[str]) -> str:
    return " OR ".join(f"({condition})" for condition in conditions)


def _match_addresses(made: EventFilter, column: str, values: Sequence[str]) -> ConditionAndScan:
    """A complete address matches exactly; one that starts with @ matches the end, anything else the start."""
    if all(_WHOLE.fullmatch(value) for value in values):
        return _build_scan(made.one_of(column, values, "text"), ordered=len(values) == 1)
    conditions = []
    for value in values:
        if value.startswith("@"):
            conditions.append(f"right({column}, {len(value)}) = {made.hold(value)}")
        elif _WHOLE.fullmatch(value):
            conditions.append(f"{column} = {made.hold(value)}")
        else:
            conditions.append(made.begins(column, value))
    condition = _join_alternatives(conditions)
    return condition, None if any(value.startswith("@") for value in values) else IndexScan([condition])


def _match_codes(made: EventFilter, values: Sequence[str]) -> ConditionAndScan:
    conditions, is_indexed = [], True
    for value in values:
        if "." in value:
            held = f"(e.enhanced = {made.hold(value)} OR {made.begins('e.enhanced', value + '.')})"
            conditions.append(f"e.enhanced >= '4' AND {held}" if value >= "4" else held)
        elif value.endswith("xx"):
            first = int(value[0]) * 100
            conditions.append(f"e.code >= {max(first, 1)} AND e.code < {first + 100}")
        else:
            conditions.append(f"e.code = {int(value)}")
        is_indexed &= value >= "4"
    condition = _join_alternatives(conditions)
    return condition, IndexScan([condition]) if is_indexed else None


def _match_metadata(made: EventFilter, name: str, values: Sequence[str]) -> ConditionAndScan:
    pairs = made.hold([format_metadata_pair(name, value) for value in values])
    condition = (
        f"EXISTS (SELECT FROM transactional_pair AS p WHERE p.team_id = e.team_id AND p.pair = ANY({pairs}::text[])"
        " AND p.accepted_at = e.accepted_at AND p.message_id = e.message_id)"
    )
    messages = (
        f"SELECT p.message_id FROM transactional_pair AS p WHERE p.team_id = %(team)s AND p.pair = ANY({pairs}::text[])"
        f" AND p.accepted_at <= %(at)s LIMIT {MAX_RARE_ROWS + 1}"
    )
    # If there are many messages, the omitted ones can have events in the period.
    return condition, IndexScan(
        [f"e.message_id = ANY(ARRAY({messages}))"], more=f"(SELECT count(*) FROM ({messages}) AS counted)"
    )


_MATCHERS: Final[Mapping[str, Callable[[EventFilter, Sequence[str]], ConditionAndScan]]] = {
    "recipient": lambda made, values: _match_addresses(made, "e.recipient", values),
    "sender": lambda made, values: _match_addresses(made, "e.sender", values),
    "domain": lambda made, values: _build_scan(made.one_of("e.domain", values, "text"), ordered=len(values) == 1),
    "tag": lambda made, values: _build_scan(
        "e.tag <> '' AND " + made.one_of("e.tag", values, "text"), ordered=len(values) == 1
    ),
    "type": _match_types,
    "message": lambda made, values: _build_scan(made.one_of("e.message_id", [UUID(value) for value in values], "uuid")),
    "subject": lambda made, values: _build_scan(
        _join_alternatives(made.begins("e.beginning", value[:SUBJECT_START_LENGTH]) for value in values)
    ),
    "reply": _match_replies,
    "code": _match_codes,
    FREE_TEXT: _match_free_text,
}
