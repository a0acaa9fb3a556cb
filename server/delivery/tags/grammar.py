"""The closed grammar of merge tags, with which tenants personalize text. No template engine processes their text.

    text       = { literal | value | condition | repeat } ;
    value      = "{{" , ( path | string ) , { "|" , filter } , "}}" ;
    filter     = ( "fallback" | "default" ) , ":" , string | "upper" | "lower" | "capitalize" | "title"
               | "date" , [ ":" , string ] | "number" , [ ":" , ( string | number ) ] ;
    condition  = "{%" , "if" , test , "%}" , text , { "{%" , ( "elif" | "elsif" ) , test , "%}" , text } ,
                 [ "{%" , "else" , "%}" , text ] , "{%" , "endif" , "%}" ;
    repeat     = "{%" , "for" , name , "in" , path , "%}" , text , "{%" , "endfor" , "%}" ;
    test       = all , { "or" , all } ;
    all        = single , { "and" , single } ;
    single     = [ "not" ] , operand , [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "contains" ) , operand ] ;
    operand    = path | string | number | "true" | "false" ;
    path       = name , { "." , name } ;
    name       = ( letter | "_" ) , { letter | digit | "_" | "-" } ;
    string     = '"' , { any but '"' } , '"' | "'" , { any but "'" } , "'" ;

An empty path gives the fallback, or an empty text. Comparison ignores case; if both sides can be parsed as numbers,
they are compared as numbers. A bare path is true unless it is an empty text, zero, false or an empty list. `date` takes
short, medium, long, full or a pattern of UTS 35 such as `d MMMM y`, `number` a number of decimals; both format in the
document's language (formats.py). Literal braces are written `{{ "{{" }}`.

Parsing takes linear time: a tag has at most 500 characters, nesting is at most 16 deep, repeats 2 deep.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

from server.core.causes import BoundCause, Cause, Param
from server.delivery import causes
from server.delivery.errors import DocumentTooLarge, InvalidTag
from server.delivery.tags import formats
from server.delivery.tags.tree import (
    Comparison,
    Context,
    Expression,
    Filter,
    For,
    If,
    Literal,
    Logic,
    LoopIndexes,
    Node,
    Operand,
    Path,
    Text,
    Token,
    Value,
)

MAX_SOURCE_CHARACTERS = 500_000  # Gmail clips a body at a fifth of this
MAX_TAGS = 2_000
MAX_TAG_CHARACTERS = 500  # bounds the search for a tag's end, which keeps parsing linear
MAX_DEPTH = 16
MAX_REPEAT_DEPTH = 2  # two levels: orders and their items; more would multiply without need

_KEYWORDS = frozenset({"if", "elif", "elsif", "else", "endif", "for", "in", "endfor", "and", "or", "not", "contains"})
# Whether a filter has an argument after a colon: required, optional, or forbidden (None).
FILTERS: dict[str, bool | None] = {
    "fallback": True,
    "default": True,
    "upper": None,
    "lower": None,
    "capitalize": None,
    "title": None,
    "date": False,
    "number": False,
}
_LEXEME = re.compile(
    r"""\s*(?:(?P<string>"[^"]*"|'[^']*')|(?P<number>-?\d+(?:\.\d+)?(?![\w.]))|(?P<name>[^\W\d][\w-]*)"""
    r"""|(?P<sign>==|!=|<=|>=|<|>|\||:|\.))""",
)


@dataclass(slots=True, eq=True, unsafe_hash=True)
class Tag:
    """One tag of the source. Line and column count from 1.

    Never modified, but not frozen, which halves the time to create the hundreds of tags of an email. `node` is the part
    of a document that contains it, if there are parts.
    """

    kind: str  # value, if, elif, else, endif, for, endfor
    line: int
    column: int
    path: Path = ()
    filters: tuple[Filter, ...] = ()
    test: Expression | None = None
    variable: str = ""
    text: str = ""  # of a value that is a string
    source: str = field(default="", compare=False)  # as in the source
    node: str = ""

    def error(self, cause: BoundCause) -> InvalidTag:
        return InvalidTag.at(self.line, self.column, cause, node=self.node)


@dataclass(frozen=True, slots=True)
class PlacedTag:
    """A tag with the position of its value in the output."""

    tag: Tag
    context: Context
    place: int = 0  # the element or attribute around it; a condition must end in the one where it started


Item = str | PlacedTag | Token | LoopIndexes


def split(source: str, *, markup: bool = False, node: str = "") -> list[str | Tag]:
    """Splits a source into literals and tags. With `markup`, entities inside a tag are decoded (`&quot;` for `"`).

    `node` is stored in the tags and in errors.
    """
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise DocumentTooLarge.over("characters", MAX_SOURCE_CHARACTERS)
    pieces: list[str | Tag] = []
    at, line, line_start, tags = 0, 1, 0, 0
    has_lines = "\n" in source
    for match in (_OPENING if markup else _TAG).finditer(source):
        start, end = match.span()
        if start < at:
            continue
        if start > at:
            pieces.append(source[at:start])
        if has_lines:
            line += source.count("\n", at, start)
            line_start = source.rfind("\n", at, start) + 1 or line_start
        column = start - line_start + 1
        if markup:
            end = _find_tag_end(source, start)
        if not 2 < end - start < MAX_TAG_CHARACTERS + 2:
            closing = "}}" if source[start + 1] == "{" else "%}"
            raise InvalidTag.at(line, column, causes.TAG_NOT_CLOSED.bind(closing=closing), node=node)
        tags += 1
        if tags > MAX_TAGS:
            raise DocumentTooLarge.over("tags", MAX_TAGS)
        inner = source[start + 2 : end - 2]
        try:
            kind, path, filters, test, variable, text = _parse_tag(
                source[start + 1], unescape(inner) if markup else inner
            )
        except _Unreadable as error:
            raise InvalidTag.at(line, column, error.cause, node=node) from error
        pieces.append(Tag(kind, line, column, path, filters, test, variable, text, source[start:end], node))
        if has_lines:
            line += source.count("\n", start, end)
            line_start = source.rfind("\n", start, end) + 1 or line_start
        at = end
    if at < len(source):
        pieces.append(source[at:])
    return pieces


_OPENING = re.compile(r"\{[{%]")
# A tag, or the opening of an unclosed one. No two alternatives start alike, and an unclosed tag ends the parsing, so it
# takes linear time. (Possessive groups are not an option: Python 3.11.2 finds fewer matches with them.)
_TAG = re.compile(r"""\{\{(?:[^"'}]|"[^"]*"|'[^']*'|\}(?!\}))*\}\}|\{%(?:[^"'%]|"[^"]*"|'[^']*'|%(?!\}))*%\}|\{[{%]""")


def _find_tag_end(source: str, start: int) -> int:
    closing = "}}" if source[start + 1] == "{" else "%}"
    quote = ""
    at, most = start + 2, min(len(source), start + MAX_TAG_CHARACTERS)
    while at < most:
        character = source[at]
        if source.startswith("&quot;", at):
            character, step = '"', 6
        else:
            step = 1
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif source.startswith(closing, at):
            return at + 2
        at += step
    return 0


class _Unreadable(Exception):
    """An invalid tag, with the cause."""

    def __init__(self, cause: BoundCause) -> None:
        super().__init__(cause.text)
        self.cause = cause


ParsedTag = tuple[str, Path, tuple[Filter, ...], Expression | None, str, str]


@lru_cache(maxsize=1024)
def _parse_tag(opening: str, inner: str) -> ParsedTag:
    """Cached, because the result does not depend on the tag's position."""
    reader = _TagReader(inner)
    return reader.value() if opening == "{" else reader.control()


class _TagReader:
    """Parses the inside of one tag by recursive descent; the length of a tag limits the depth."""

    def __init__(self, inner: str) -> None:
        self._lexemes = list(self._tokenize(inner))
        self._at = 0

    def _tokenize(self, inner: str) -> Iterator[tuple[str, str]]:
        at, inner = 0, inner.strip()
        while at < len(inner):
            match = _LEXEME.match(inner, at)
            if match is None:
                raise self._error(causes.TAG_TEXT_UNEXPECTED, text=inner[at:].strip()[:20])
            yield match.lastgroup or "", match.group(match.lastgroup or 0)
            at = match.end()

    def _error(self, cause: Cause, **params: Param) -> _Unreadable:
        return _Unreadable(cause.bind(**params))

    def _peek(self) -> tuple[str, str]:
        return self._lexemes[self._at] if self._at < len(self._lexemes) else ("end", "")

    def _next(self) -> tuple[str, str]:
        lexeme = self._peek()
        self._at += 1
        return lexeme

    def _expect(self, kind: str, cause: BoundCause, text: str | None = None) -> str:
        found, value = self._next()
        if found != kind or (text is not None and value != text):
            raise _Unreadable(cause)
        return value

    def _finish(
        self,
        kind: str,
        path: Path = (),
        *,
        filters: Sequence[Filter] = (),
        test: Expression | None = None,
        variable: str = "",
        text: str = "",
    ) -> ParsedTag:
        if self._at < len(self._lexemes):
            raise self._error(causes.TAG_TEXT_EXTRA, text=self._peek()[1])
        return kind, path, tuple(filters), test, variable, text

    def _path(self) -> Path:
        names = [self._expect("name", causes.TAG_FIELD_EXPECTED.bind())]
        if names[0] in _KEYWORDS:
            raise self._error(causes.TAG_NAME_RESERVED, name=names[0])
        while self._peek() == ("sign", "."):
            self._next()
            names.append(self._expect("name", causes.TAG_FIELD_PART_EXPECTED.bind()))
        return tuple(names)

    def value(self) -> ParsedTag:
        path: Path = ()
        text = ""
        if self._peek()[0] == "string":
            text = self._next()[1][1:-1]
        else:
            path = self._path()
        filters: list[Filter] = []
        while self._peek() == ("sign", "|"):
            self._next()
            filters.append(self._read_filter())
        return self._finish("value", path, filters=filters, text=text)

    def _read_filter(self) -> Filter:
        name = self._expect("name", causes.TAG_FILTER_EXPECTED.bind())
        if name not in FILTERS:
            raise self._error(causes.TAG_FILTER_UNKNOWN, name=name)
        must = FILTERS[name]
        if must is None or (not must and self._peek() != ("sign", ":")):
            return Filter(name)
        self._expect("sign", causes.TAG_COLON_EXPECTED.bind(name=name), ":")
        if name == "number" and self._peek()[0] == "number":
            argument = self._next()[1]
        else:
            argument = self._expect("string", causes.TAG_STRING_EXPECTED.bind(name=name))[1:-1]
        if (fault := formats.find_cause(name, argument)) is not None:
            raise _Unreadable(fault)
        return Filter("fallback" if name == "default" else name, argument)

    def control(self) -> ParsedTag:
        word = self._expect("name", causes.TAG_KEYWORD_EXPECTED.bind())
        if word in ("if", "elif", "elsif"):
            return self._finish("if" if word == "if" else "elif", test=self._read_test())
        if word in ("else", "endif", "endfor"):
            return self._finish(word)
        if word == "for":
            variable = self._expect("name", causes.TAG_ITEM_EXPECTED.bind())
            if variable in _KEYWORDS:
                raise self._error(causes.TAG_NAME_RESERVED, name=variable)
            self._expect("name", causes.TAG_IN_EXPECTED.bind(), "in")
            return self._finish("for", self._path(), variable=variable)
        raise self._error(causes.TAG_UNKNOWN, name=word)

    def _read_test(self) -> Expression:
        return self._read_chain("or", lambda: self._read_chain("and", self._read_single))

    def _read_chain(self, word: str, term: Callable[[], Expression]) -> Expression:
        terms = [term()]
        while self._peek() == ("name", word):
            self._next()
            terms.append(term())
        return terms[0] if len(terms) == 1 else Logic(word, tuple(terms))

    def _read_single(self) -> Expression:
        if self._peek() == ("name", "not"):
            self._next()
            return Logic("not", (self._read_single(),))
        left = self._read_operand()
        kind, sign = self._peek()
        if (kind == "sign" and sign in ("==", "!=", "<", "<=", ">", ">=")) or (kind, sign) == ("name", "contains"):
            self._next()
            return Comparison(left, sign, self._read_operand())
        return Comparison(left)

    def _read_operand(self) -> Operand:
        kind, text = self._peek()
        literal: Literal
        if kind == "string":
            literal = text[1:-1]
        elif kind == "number":
            literal = float(text) if "." in text else int(text)
        elif (kind, text) in (("name", "true"), ("name", "false")):
            literal = text == "true"
        else:
            return Operand(path=self._path())
        self._next()
        return Operand(literal=literal)


def parse(items: Sequence[Item], *, known: frozenset[str] | None) -> tuple[Node, ...]:
    """The tree of placed tags. `known` are the existing field names; None allows any.

    Raises InvalidTag for an unknown field, and for conditions and repeats that do not nest.
    """
    return _TreeBuilder(items, known).build()


def parse_text(source: str, context: Context, *, known: frozenset[str] | None) -> tuple[Node, ...]:
    return parse([PlacedTag(p, context) if isinstance(p, Tag) else p for p in split(source)], known=known)


@dataclass(slots=True)
class _OpenBlock:
    """A condition or repeat that is still open."""

    placed: PlacedTag
    nodes: list[Node]  # the nodes before it, to which it will be added
    branches: list[tuple[Expression, tuple[Node, ...]]]
    test: Expression | None
    else_seen: bool = False


class _TreeBuilder:
    """Builds the tree in one pass with a stack instead of recursion, so a tenant's nesting can't exhaust ours."""

    def __init__(self, items: Sequence[Item], known: frozenset[str] | None) -> None:
        self._items, self._field_names = items, known
        self._nodes: list[Node] = []
        self._stack: list[_OpenBlock] = []

    def build(self) -> tuple[Node, ...]:
        for item in self._items:
            if isinstance(item, str):
                self._nodes.append(Text(item))
            elif isinstance(item, PlacedTag):
                self._place(item)
            else:
                self._nodes.append(item)
        if self._stack:
            tag = self._stack[-1].placed.tag
            raise tag.error(causes.TAG_END_MISSING.bind(tag=tag.kind, end=f"end{tag.kind}"))
        return tuple(self._nodes)

    def _place(self, placed: PlacedTag) -> None:
        tag = placed.tag
        match tag.kind:
            case "value":
                self._value(placed)
            case "if" | "for":
                self._open(placed)
            case "elif" | "else":
                self._add_branch(placed)
            case "endif" | "endfor":
                self._close(placed)

    def _value(self, placed: PlacedTag) -> None:
        tag = placed.tag
        if tag.path:
            self._check(tag, tag.path)
        filters = tag.filters if tag.path else (*tag.filters, Filter("fallback", tag.text))
        self._nodes.append(Value(tag.path, filters, placed.context))

    def _check(self, tag: Tag, path: Path) -> None:
        if self._field_names is None or path[0] in self._field_names:
            return
        if not any(entry.placed.tag.variable == path[0] for entry in self._stack):
            raise tag.error(causes.TAG_FIELD_UNKNOWN.bind(name=path[0]))

    def _check_test(self, tag: Tag, test: Expression) -> None:
        pending = [test]
        while pending:
            expression = pending.pop()
            if isinstance(expression, Logic):
                pending.extend(expression.terms)
                continue
            for operand in (expression.left, expression.right):
                if operand.path:
                    self._check(tag, operand.path)

    def _open(self, placed: PlacedTag) -> None:
        tag = placed.tag
        if len(self._stack) >= MAX_DEPTH:
            raise tag.error(causes.TAG_DEPTH.bind(max=MAX_DEPTH))
        if tag.kind == "for":
            self._check(tag, tag.path)
            if sum(entry.placed.tag.kind == "for" for entry in self._stack) >= MAX_REPEAT_DEPTH:
                raise tag.error(causes.TAG_LOOP_DEPTH.bind(max=MAX_REPEAT_DEPTH))
        elif tag.test is not None:
            self._check_test(tag, tag.test)
        self._stack.append(_OpenBlock(placed, self._nodes, [], tag.test))
        self._nodes = []

    def _add_branch(self, placed: PlacedTag) -> None:
        tag = placed.tag
        if not self._stack or self._stack[-1].placed.tag.kind != "if":
            raise tag.error(causes.TAG_OUTSIDE_IF.bind(tag=tag.kind))
        entry = self._stack[-1]
        self._require_same_container(entry, placed)
        if entry.else_seen or entry.test is None:
            raise tag.error(causes.TAG_AFTER_ELSE.bind())
        entry.branches.append((entry.test, tuple(self._nodes)))
        entry.test, entry.else_seen = tag.test, tag.kind == "else"
        if tag.test is not None:
            self._check_test(tag, tag.test)
        self._nodes = []

    def _close(self, placed: PlacedTag) -> None:
        tag = placed.tag
        if not self._stack or tag.kind != f"end{self._stack[-1].placed.tag.kind}":
            raise tag.error(causes.TAG_START_MISSING.bind(tag=tag.kind, start=tag.kind[3:]))
        entry = self._stack.pop()
        self._require_same_container(entry, placed)
        body = tuple(self._nodes)
        self._nodes = entry.nodes
        if tag.kind == "endfor":
            self._nodes.append(For(entry.placed.tag.variable, entry.placed.tag.path, body))
        elif entry.test is None:
            self._nodes.append(If(tuple(entry.branches), body))
        else:
            self._nodes.append(If((*entry.branches, (entry.test, body))))

    def _require_same_container(self, entry: _OpenBlock, placed: PlacedTag) -> None:
        if (entry.placed.context, entry.placed.place) != (placed.context, placed.place):
            raise placed.tag.error(causes.TAG_IN_OTHER_ELEMENT.bind(tag=placed.tag.kind, start=entry.placed.tag.kind))
