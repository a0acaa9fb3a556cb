"""The help texts: Markdown files of the product, read once per process.

A file starts with `title:`, `summary:` and, if needed, `topic:` and `published:`. The body follows after a line of
three hyphens. Every text exists in every language (tests/server/help/test_texts.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import nh3
from markdown_it import MarkdownIt

CONTENT = Path(__file__).parent / "content"
LANGUAGES = ("en", "id")
# The order of the articles. A test fails for an article that is missing here.
ARTICLES = (
    "first-steps",
    "import-contacts",
    "bad-rows-of-an-import",
    "labels-and-custom-fields",
    "find-contacts",
    "unsubscribed-and-suppressed",
    "confirm-a-sender",
    "write-a-campaign",
    "personal-words-in-a-mail",
    "send-pause-stop",
    "read-a-report",
    "who-opened-and-clicked",
    "limits-of-your-plan",
    "two-factor-sign-in",
    "signed-in-elsewhere",
    "keyboard",
)
_TAGS = {"p", "h2", "h3", "ul", "ol", "li", "strong", "em", "code", "kbd", "a", "table", "thead", "tbody", "tr", "th"}
_ALLOWED = frozenset(_TAGS | {"td", "blockquote", "br"})


@dataclass(frozen=True, slots=True)
class HelpText:
    """One file: its name without the suffix, its head, and the body as Markdown and as safe HTML."""

    slug: str
    head: Mapping[str, str]
    body: str
    html: str

    @property
    def title(self) -> str:
        return self.head["title"]

    @property
    def summary(self) -> str:
        return self.head["summary"]

    @property
    def topic(self) -> str:
        return self.head.get("topic", "")

    @property
    def published_at(self) -> datetime:
        return datetime.fromisoformat(self.head["published"]).replace(tzinfo=UTC)


@cache
def list_articles(language: str) -> tuple[HelpText, ...]:
    by_slug = _read(CONTENT / language / "articles")
    return tuple(by_slug[slug] for slug in ARTICLES)


@cache
def list_updates(language: str) -> tuple[HelpText, ...]:
    """Returns the newest first."""
    texts = _read(CONTENT / language / "updates").values()
    return tuple(sorted(texts, key=lambda text: (text.published_at, text.slug), reverse=True))


def render(source: str) -> str:
    """Restricts the HTML to the few elements that help needs."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    return nh3.clean(
        parser.render(source),
        tags=set(_ALLOWED),
        attributes={"a": {"href"}},
        url_schemes={"https", "mailto"},
        link_rel="noopener noreferrer",
    )


def parse(slug: str, source: str) -> HelpText:
    """Raises ValueError for a file without a head."""
    head, found, body = source.partition("\n---\n")
    if not found:
        raise ValueError(f"{slug} has no head")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return HelpText(slug=slug, head=fields, body=body.strip(), html=render(body))


def _read(folder: Path) -> dict[str, HelpText]:
    return {path.stem: parse(path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.md"))}
