"""A document of the email editor as an email body: its text form, merge tags and compiled structure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from server.delivery.causes import ONE_TAG_EXPECTED
from server.delivery.content import mjml, sanitising
from server.delivery.content.markup import Marks
from server.delivery.errors import DocumentTooLarge, InvalidTag
from server.delivery.tags.grammar import MAX_TAGS, Tag, split
from server.delivery.tags.tree import Comparison, Expression, Literal, Logic, Operand
from server.documents.kinds.email.rendering import BODY, RenderSource
from server.documents.snapshot import Snapshot
from server.documents.tree import Branch, iter_branches

MAX_RULES: Final = 50  # of one condition
MAX_CACHED_CHARACTERS: Final = 200_000  # of one structure; with MAX_CACHED_STRUCTURES at most 25 MB per process
MAX_CACHED_STRUCTURES: Final = 128
_OPERATORS: Final = {"is": "==", "isNot": "!=", "contains": "contains", "greater": ">", "less": "<"}


def serialize_body(snapshot: Snapshot, root: str = BODY) -> str:
    """One root of a document as JSON; equal content gives equal text."""
    rows = snapshot.tree.get(root, ())
    nodes = [branch.id for branch in iter_branches(rows)]
    data = {
        "rows": [_to_data(row) for row in rows],
        "settings": snapshot.settings,
        "of": {node: snapshot.of[node] for node in nodes},
        "conditions": {node: snapshot.conditions[node] for node in nodes if node in snapshot.conditions},
    }
    # Yjs can also hold bytes, which no setting uses.
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=lambda _: None)


def parse_body(body: str) -> RenderSource:
    """Parses the result of `serialize_body`; an empty text is an empty document."""
    data = json.loads(body) if body else {"rows": [], "settings": {}, "of": {}, "conditions": {}}
    rows = tuple(_from_data(row) for row in data["rows"])
    return RenderSource(rows, data["settings"], data["of"], data["conditions"])


def _to_data(branch: Branch) -> list[Any]:
    return [branch.id, branch.level, branch.kind, [_to_data(child) for child in branch.children]]


def _from_data(data: Any) -> Branch:
    node, level, kind, children = data
    return Branch(node, level, kind, tuple(_from_data(child) for child in children))


def render_structure(source: str) -> str:
    """The HTML of a document's MJML, cached per process.

    The key is the MJML itself. It contains no user text, so it doesn't change while a user types.
    """
    html = _render_cached_structure(source) if len(source) <= MAX_CACHED_CHARACTERS else None
    return mjml.render_trusted(source) if html is None else html


@lru_cache(maxsize=MAX_CACHED_STRUCTURES)
def _render_cached_structure(source: str) -> str | None:
    html = mjml.render_trusted(source)
    return html if len(html) <= MAX_CACHED_CHARACTERS else None


@dataclass(slots=True)
class DocumentTags:
    """The merge tags of a document, as marks. Each tag remembers its node."""

    marks: Marks
    node: str = ""
    sheets: list[str] = field(default_factory=list)
    many: int = 0

    def mark(self, text: str) -> str:
        """Replaces tags with marks. Raises InvalidTag or DocumentTooLarge."""
        if "{{" not in text and "{%" not in text:
            return text
        pieces = split(text, node=self.node)
        return "".join([piece if isinstance(piece, str) else self._add_tag(piece) for piece in pieces])

    def begins(self, marked: str) -> bool:
        return marked.startswith("m") and marked.startswith(self.marks.first)

    def merge(self, source: str) -> str:
        """The mark of a single value. Raises InvalidTag for anything else."""
        pieces = split(f"{{{{{source}}}}}", node=self.node)
        if len(pieces) == 1 and isinstance(pieces[0], Tag):
            return self._add_tag(pieces[0])
        raise InvalidTag.at(1, 1, ONE_TAG_EXPECTED.bind())

    def condition(self, condition: Mapping[str, Any]) -> tuple[str, str]:
        """Comments with the marks of an `if` and its end. Unfinished rules are ignored."""
        rules = condition.get("rules")
        found = rules if isinstance(rules, list) else []
        if len(found) > MAX_RULES:
            raise DocumentTooLarge.over("rules", MAX_RULES)
        tests = [test for rule in found if (test := _build_test(rule)) is not None]
        if not tests:
            return "", ""
        word = "and" if condition.get("all", True) else "or"
        test = tests[0] if len(tests) == 1 else Logic(word, tuple(tests))
        written = f" {word} ".join(_format_test(test) for test in tests)
        begin = self._add_tag(Tag("if", 1, 1, test=test, source=f"{{% if {written} %}}", node=self.node))
        end = self._add_tag(Tag("endif", 1, 1, source="{% endif %}", node=self.node))
        return f"<!--{begin}-->", f"<!--{end}-->"

    def code(self, html: str) -> str:
        """A user's HTML, sanitised like HTML bodies. Raises InvalidTag or DocumentTooLarge."""
        source, sheet = sanitising.extract_style_sheets(html)
        if sheet:
            self.sheets.append(sheet)
        if mjml.measure_depth(source) > mjml.MAX_DEPTH:
            raise DocumentTooLarge.over("depth", mjml.MAX_DEPTH)
        known = len(self.marks.tags)
        marked = sanitising.mark(source, self.marks, node=self.node)
        self.many += len(self.marks.tags) - known
        if self.many > MAX_TAGS:
            raise DocumentTooLarge.over("tags", MAX_TAGS)
        return sanitising.sanitise(marked, self.marks)

    def _add_tag(self, tag: Tag) -> str:
        self.many += 1
        if self.many > MAX_TAGS:
            raise DocumentTooLarge.over("tags", MAX_TAGS)
        return self.marks.tag(tag)


def _build_test(rule: Any) -> Expression | None:
    if not isinstance(rule, dict):
        return None
    name, operator, value = rule.get("field"), rule.get("operator"), rule.get("value")
    if not isinstance(name, str) or not name:
        return None
    left = Operand(path=tuple(name.split(".")))
    if operator == "isSet":
        return Comparison(left)
    if operator == "isNotSet":
        return Logic("not", (Comparison(left),))
    if operator not in _OPERATORS or not isinstance(value, str | int | float):
        return None
    return Comparison(left, _OPERATORS[operator], Operand(literal=value))


def _format_test(test: Expression) -> str:
    if isinstance(test, Logic):
        return f"{test.operator} {_format_test(test.terms[0])}"
    left = ".".join(test.left.path)
    return f"{left} {test.operator} {_format_literal(test.right.literal)}" if test.operator else left


def _format_literal(value: Literal) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    return f"'{value}'" if '"' in value else f'"{value}"'
