"""Every English text of the server and of both API documents follows docs/translating.md, as far as a pattern can tell.

The texts of the client are read by client/tests/texts.test.ts, with the same patterns.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "server"
WORDING = json.loads((ROOT / "tests/wording.json").read_text())
RULES = [(rule["say"], re.compile(rule["pattern"])) for rule in WORDING["rules"]]

# Lower it only with a reason: a scan that finds fewer texts has lost some.
MIN_TEXTS = 2500

# Not read by users: commands and settings are for operators, SQL and migrations have no prose.
UNREAD_FOLDERS = {"management", "migrations", "sql"}
SQL = re.compile(
    r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|SET|LOCK|COPY|LISTEN|VACUUM|TRUNCATE|GRANT|REVOKE|MERGE|"
    r"DO|ANALYZE|FROM|WHERE|AND|JOIN|ORDER|GROUP)\b"
)
LISTED_ERROR = re.compile(r"^- `\w+`: ")
TWO_WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}")
LOGGING = {"critical", "debug", "error", "exception", "info", "warning"}
NOT_PROSE = LOGGING | {"compile", "execute"}

Text = tuple[str, str]
"""Where a text is, and the text."""


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_unread_call(node: ast.AST) -> bool:
    """Log records, patterns and SQL."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in NOT_PROSE


def texts_of_module(path: Path) -> Iterator[Text]:
    """String literals with two words or more, except docstrings, log records and SQL."""
    tree = ast.parse(path.read_text())
    unread: set[int] = set()
    for node in ast.walk(tree):
        if is_docstring(node) or is_unread_call(node) or isinstance(node, ast.Assert):
            unread.update(id(child) for child in ast.walk(node))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in unread:
            continue
        if TWO_WORDS.search(node.value) and not SQL.match(node.value):
            yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def texts_of_source() -> Iterator[Text]:
    for folder in (SERVER, ROOT / "realtime"):
        for path in sorted(folder.rglob("*.py")):
            if not UNREAD_FOLDERS.intersection(path.parts):
                yield from texts_of_module(path)


def strings_in(value: object, place: str) -> Iterator[Text]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings_in(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from strings_in(inner, f"{place}.{index}")


def descriptions_in(value: object, place: str) -> Iterator[Text]:
    """Summaries, descriptions and titles of an API document."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in {"description", "summary"} and isinstance(inner, str):
                # A response lists its errors, one per line; each is a text of the source.
                for line in inner.splitlines() if ".responses." in place else [inner]:
                    yield f"{place}.{key}", LISTED_ERROR.sub("", line)
            else:
                yield from descriptions_in(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from descriptions_in(inner, f"{place}.{index}")


def texts_of_files() -> Iterator[Text]:
    pages = SERVER / "delivery/pages/texts/en.json"
    yield from strings_in(json.loads(pages.read_text()), "pages")
    for path in sorted((SERVER / "help/content/en").rglob("*.md")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.strip():
                yield f"{path.relative_to(ROOT)}:{number}", line
    for path in sorted((ROOT / "client/src/generated").glob("*api.json")):
        yield from descriptions_in(json.loads(path.read_text()), path.name)


def unique_texts() -> dict[str, str]:
    """Each text once, with its first location."""
    places: dict[str, str] = {}
    for place, text in (*texts_of_source(), *texts_of_files()):
        places.setdefault(text, place)
    return places


def test_no_text_uses_a_wording_that_is_ruled_out() -> None:
    texts = unique_texts()
    specified = WORDING["server"]
    hits = [
        f"{place}: write “{say}” in “{text}”"
        for text, place in texts.items()
        if text not in specified
        for say, pattern in RULES
        if pattern.search(text)
    ]

    assert hits == []
    assert len(texts) >= MIN_TEXTS


def test_every_exception_is_a_text() -> None:
    assert sorted(set(WORDING["server"]) - set(unique_texts())) == []
