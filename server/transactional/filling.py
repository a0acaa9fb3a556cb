"""Content with merge tags, filled for one message: delivery's grammar, with values escaped for their position.

Unlike in campaigns, all names come from the caller: there is no unsubscribe_url or company_name except from the data. A
loop with too many iterations is rejected, not cut off: half an invoice is worse than none.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from server.delivery.compiling import (
    MAX_MESSAGE_BYTES,
    compile_subject,
    count_static_bytes,
    encode_texts,
    wrap_page,
)
from server.delivery.content import mjml, plain, sanitising
from server.delivery.content.markup import Marks, TagLocator
from server.delivery.errors import DocumentTooLarge, InvalidTag
from server.delivery.mime import headers
from server.delivery.mime.filling import MAX_ITERATIONS, FillProgram, fill_text
from server.delivery.tags.budget import MAX_FILL_STEPS, Budget
from server.delivery.tags.grammar import Tag, parse, parse_text, split
from server.delivery.tags.tree import Context, For, If, Node, Path, Value, localize
from server.delivery.tags.values import find_value, is_true, list_items
from server.transactional.errors import MessageTooLarge, TemplateNotUsable

MAX_MISSING_NAMES = 100


@dataclass(frozen=True, slots=True)
class FilledContent:
    """The content for one recipient. `html` and `text` are quoted-printable, from column 0 to column 0."""

    subject: str
    html: bytes | None
    text: bytes


class ContentProgram:
    """A subject, an HTML body and a text, compiled once; without a text it is derived from the HTML.

    Raises InvalidTag, whose payload names the field (subject, html or text) with line and column, DocumentTooLarge,
    DocumentNotCompiled or HeaderUnsafe. HTML is sanitised like that of campaigns; pictures can be attached ones.
    """

    def __init__(self, *, subject: str, html: str, text: str, language: str = "en") -> None:
        with _in_field("subject"):
            self._subject = localize(language, compile_subject(subject, known=None))
        made, html_nodes = _parse_html(subject, html, language) if html.strip() else ((), ())
        with _in_field("text"):
            text_nodes = parse_text(text, Context.PLAIN, known=None) if text.strip() else made
        # Each part has its own limit of loop iterations.
        self._parts = (self._subject, html_nodes, text_nodes)
        self._repeating = [repeats for part in self._parts if (repeats := _extract_loops(part))]
        html_runs, text_runs = (
            encode_texts(localize(language, html_nodes)),
            encode_texts(localize(language, text_nodes)),
        )
        if count_static_bytes(html_runs) + count_static_bytes(text_runs) > MAX_MESSAGE_BYTES:
            raise DocumentTooLarge.over("bytes", MAX_MESSAGE_BYTES)
        self._html = FillProgram(html_runs) if html_runs else None
        self._text = FillProgram(text_runs)

    @property
    def min_bytes(self) -> int:
        return self._text.min_bytes + (self._html.min_bytes if self._html else 0)

    def fill(self, data: Mapping[str, Any], budget: Budget | None = None) -> FilledContent:
        """The content with these values; missing ones give their fallback or nothing.

        `budget` must be unused; afterwards the caller reads the cost of filling from it. Raises TemplateNotUsable for
        more loop iterations or steps than one message can have, and MessageTooLarge for more output.
        """
        fields, budget = dict(data), budget or Budget()
        with _within_budget():
            for part in self._repeating:
                _check_iterations(part, fields, budget)
            return FilledContent(
                subject=headers.neutralize(fill_text(self._subject, fields, budget)).strip(),
                html=None if self._html is None else b"".join(self._html.fill(fields, b"", budget)),
                text=b"".join(self._text.fill(fields, b"", budget)),
            )

    def missing(self, data: Mapping[str, Any]) -> list[str]:
        """Unique names without a value or fallback in the given data, in order of use, at most MAX_MISSING_NAMES.

        Raises TemplateNotUsable if finding them takes too many steps.
        """
        found: dict[str, None] = {}
        with _within_budget():
            for part in self._parts:
                walk = _MissingValueWalk()
                walk.through(part, dict(data))
                found |= walk.missing
        return list(found)[:MAX_MISSING_NAMES]


class _MissingValueWalk:
    """Walks the tree like filling does, and records missing values."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.missing: dict[str, None] = {}
        self.turns = 0
        self._budget = budget or Budget()

    @property
    def cut(self) -> bool:
        return self.turns > MAX_ITERATIONS

    def through(self, nodes: Sequence[Node], fields: Mapping[str, Any]) -> None:
        """Walks the nodes, and stops after the maximum of loop iterations. Raises DocumentTooLarge beyond the steps of
        a message.
        """
        self._budget.step(len(nodes))
        for node in nodes:
            match node:
                case Value(path, filters) if path and not any(step.name == "fallback" for step in filters):
                    self._note(path, fields)
                case If(branches, otherwise):
                    chosen = next((body for test, body in branches if is_true(test, fields, self._budget)), otherwise)
                    self.through(chosen, fields)
                case For(variable, path, body):
                    self._note(path, fields)
                    items = list_items(fields, path)
                    inner = {**fields} if items else {}
                    for item in items:
                        self.turns += 1
                        if self.cut:
                            return
                        inner[variable] = item
                        self.through(body, inner)

    def _note(self, path: Path, fields: Mapping[str, Any]) -> None:
        if find_value(fields, path) is None and len(self.missing) < MAX_MISSING_NAMES:
            self.missing.setdefault(".".join(path))


def _check_iterations(nodes: Sequence[Node], fields: Mapping[str, Any], budget: Budget) -> None:
    walk = _MissingValueWalk(budget)
    walk.through(nodes, fields)
    if walk.cut:
        raise TemplateNotUsable(payload={"cause": "tooManyTurns", "most": MAX_ITERATIONS})


def _parse_html(subject: str, source: str, language: str) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """The text derived from an HTML body, and the complete page."""
    marks = Marks()
    with _in_field("html"):
        body, sheet = sanitising.extract_style_sheets(source)
        if mjml.measure_depth(body) > mjml.MAX_DEPTH:
            raise DocumentTooLarge.over("depth", mjml.MAX_DEPTH)
        body = sanitising.sanitise(sanitising.mark(body, marks), marks, attached=True)
        text = plain.render_text(body, marks)
        title = "".join(marks.tag(each) if isinstance(each, Tag) else _escape(each) for each in split(subject))
        style = f"<style>{sheet}</style>" if sheet else ""
        page = TagLocator(marks).place(wrap_page(body, title=title, language=language, style=style))
        return parse(marks.split(text, Context.PLAIN), known=None), parse(page, known=None)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _extract_loops(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The tree reduced to its loops and the conditions around them."""
    found: list[Node] = []
    for node in nodes:
        match node:
            case If(branches, otherwise):
                pruned = If(tuple((test, _extract_loops(body)) for test, body in branches), _extract_loops(otherwise))
                if pruned.otherwise or any(body for _, body in pruned.branches):
                    found.append(pruned)
            case For(variable, path, body):
                found.append(For(variable, path, _extract_loops(body)))
    return tuple(found)


@contextmanager
def _within_budget() -> Iterator[None]:
    """Translates errors of the filling budget into errors about a caller's message."""
    try:
        yield
    except DocumentTooLarge as error:
        about = error.payload or {}
        if about["what"] == "filled.bytes":
            raise MessageTooLarge(payload={"limit": about["most"], "cause": "filled"}) from error
        raise TemplateNotUsable(payload={"cause": "tooManySteps", "most": MAX_FILL_STEPS}) from error


@contextmanager
def _in_field(name: str) -> Iterator[None]:
    try:
        yield
    except InvalidTag as error:
        raise InvalidTag(payload={**(error.payload or {}), "field": name}) from error
