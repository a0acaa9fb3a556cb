"""Bad input to the email engine: values that could break headers, and documents that could take much time or memory.

    bin/prove mail_input [--seed N] [--values N] [--size N]

Each value goes into Subject, From and To of a header and through a whole message. Three independent parsers must find
exactly the intended headers. Each bomb is compiled at its full size within limits of CPU and memory; a rejection passes
as well as a result.
"""

import argparse
import email
import email.policy
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial

import django
import dkim
from django.conf import settings

if not settings.configured:
    django.setup()

from bench.processes import MemoryWatch
from server.core.errors import ApiError
from server.delivery.compiling import BodyKind, EmailContent, Setting, compile_content
from server.delivery.content import mjml
from server.delivery.mime import headers
from server.delivery.mime.message import Identity, MessageProgram, Stamp
from server.delivery.tokens import KeyRing

VALUES, SIZE = 10_000, 500_000
MAX_PIECES = 14
CPU_SECONDS, GROWN_BYTES = 8.0, 400_000_000
PIECES = (
    *(
        "\r\n",
        "\n",
        "\r",
        "\0",
        "\r\n\r\n",
        "\n\n",
        "\n ",
        "\r\n\t",
        "\x0b",
        "\x0c",
        "\x1c",
        "\x85",
        "\u2028",
        "\u2029",
    ),
    *(
        "Bcc: x@y",
        "To: z@z",
        "From: <evil@x>",
        "Content-Type: text/html",
        "Subject:",
        "X:",
        ":",
        "\r\nDATA\r\n",
        ".\r\n",
    ),
    *("=?", "?=", "=?UTF-8?Q?=0A?=", "=?utf-8?B?CkJjYzo=?=", "=?utf-7?Q?+AAo-?=", "=?=??=", "=", "?", "=0A", "%0A"),
    *('"', "\\", "<", ">", "<a@b>", "(", ")", ",", ";", "@", "[", "]", "'", '\\"', "\u202e", "\ud800", "\ufeff"),
    *(" ", "  ", "\t", "a", "word ", "a" * 90, "é", "💩", "漢字", "ı", "\u0301", "\x7f", "x" * 1000, "e" * 40 + " "),
)
NAMES = ["From", "MIME-Version", "Content-Type", "To", "Subject", "Message-ID", "Date"]
NAMES += ["List-Unsubscribe", "List-Unsubscribe-Post"]
STAMP = Stamp.of(datetime(2026, 11, 1, tzinfo=UTC))
SETTING = Setting(origin="https://pages.example", company="Kopi", postal_address="Jl. Melati 1, Bandung")


def values(seed: int, count: int) -> Iterator[str]:
    """Values that are invalid in headers; identical for the same seed."""
    draw = random.Random(seed)
    for _ in range(count):
        pieces = draw.choices(PIECES, k=draw.randint(1, MAX_PIECES))
        pieces += [chr(draw.randint(0, 0x2FFF)) for _ in range(draw.randint(0, 3))]
        draw.shuffle(pieces)
        yield "".join(pieces)


def read_by_three(raw: bytes) -> list[list[str]]:
    """The names of the headers: by the modern and the legacy parser of `email`, and by dkimpy's."""
    modern = email.message_from_bytes(raw, policy=email.policy.default)
    compat = email.message_from_bytes(raw, policy=email.policy.compat32)
    other, _ = dkim.rfc822_parse(raw)
    return [modern.keys(), compat.keys(), [name.decode() for name, _ in other]]


def faults_of(value: str) -> list[str]:
    """The headers that a value adds or removes, and bytes in the result that could."""
    lines = {
        "Subject": headers.build_unstructured("Subject", value),
        "From": headers.build_mailbox("From", value, "a@b.example"),
        "Feedback-ID": headers.fold("Feedback-ID", headers.neutralize(value).encode("ascii", "ignore").decode()),
    }
    found = []
    for name, line in lines.items():
        raw = line + b"X-Next: 1\r\n\r\nbody\r\n"
        if read_by_three(raw) != [[name, "X-Next"]] * 3:
            found.append(f"{name} reads as {read_by_three(raw)}")
        if (
            not line.endswith(b"\r\n")
            or line.count(b"\n") != line.count(b"\r\n")
            or line.count(b"\r") != line.count(b"\n")
        ):
            found.append(f"{name} has a line break of its own")
        if not line.isascii() or b"\0" in line or max(map(len, line.split(b"\r\n"))) > headers.MAX_LINE_CHARACTERS:
            found.append(f"{name} has a byte or a length that relays refuse")
    raw = _program().fill(address="ani@example.com", token=_token(), fields={"firstname": value}, stamp=STAMP)
    if read_by_three(raw) != [NAMES] * 3:
        found.append(f"a message reads as {read_by_three(raw)}")
    return found


@cache
def _program() -> MessageProgram:
    content = EmailContent(subject="Hello {{ firstname }}", body="Hi {{ firstname }}")
    compiled = compile_content(content, SETTING, known=frozenset({"firstname"}))
    return MessageProgram(compiled, Identity("Kopi", "news@kopi.example", "mail.kopi.example", SETTING.origin))


@cache
def _token() -> str:
    return KeyRing({1: "secret"}).token(7, 3)


def _filled(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * (max(0, size - len(before) - len(after)) // len(piece)) + after


def _in_mjml(piece: str) -> Callable[[int], str]:
    return _filled(piece, "<mjml><mj-body>", "</mj-body></mjml>")


_ROW = "<mj-section><mj-column><mj-text>a</mj-text></mj-column></mj-section>"
_LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
# Of a given size.
HTML_BOMBS: Mapping[str, Callable[[int], str]] = {
    "nesting": _filled("<b>"),
    "nested tables": _filled("<table><tr><td>"),
    "elements without an end": _filled("<a"),
    "elements with half a quote": _filled('<a"'),
    "quotes of two kinds": _filled("<a \"'"),
    "quotes one in the other": _filled("<a '\"<a \"'"),
    "closing elements without an end": _filled("</a"),
    "comments without an end": _filled("<!--"),
    "declarations": _filled("<!"),
    "instructions": _filled("<?"),
    "style sheets without an end": _filled("<style>"),
    "style elements without an end": _filled("<style "),
    "ends of style sheets": _filled("</style ", "<style>"),
    "a style sheet of spaces": _filled(" ", "<style>expression", "</style>"),
    "expressions": _filled("expression ", "<style>", "</style>"),
    "spaces": _filled(" "),
    "line breaks": _filled("\n"),
    "a huge attribute": _filled("a", '<p title="', '">x</p>'),
    "a huge name of an attribute": _filled("a", "<p aria-", ">x</p>"),
    "many attributes": lambda size: "<p " + " ".join(f'aria-a{n}="x"' for n in range(size // 14)) + ">x</p>",
    "a huge style": _filled("color:red;", '<p style="', '">x</p>'),
    "a huge address": _filled("a", '<a href="https://x.example/', '">x</a>'),
    "many rows": _filled("<tr><td>a</td></tr>", "<table>", "</table>"),
    "rows without a table": _filled("<tr>"),
    "many links": _filled('<a href="https://x.example/">x</a>'),
    "many pictures": _filled('<img src="https://x.example/i.png">'),
    "lists in lists": _filled("<ul><li>"),
    "entities": _filled("&lt;"),
    "long entities": _filled("&notin"),
    "a billion laughs": _filled("&l9;", f'<!DOCTYPE l [<!ENTITY l0 "ha">{_LAUGHS}]>'),
    "misnested formatting": _filled("<b><p></b>"),
    "links in links": _filled("<a href=x><p>"),
    "fonts": _filled("<font color=red size=1><p>"),
    "SVG": _filled("<svg><g>"),
    "selects": _filled("<select><option>"),
    "templates": _filled("<template>"),
}
TAG_BOMBS: Mapping[str, Callable[[int], str]] = {
    "openings of tags": _filled("{{"),
    "openings of conditions": _filled("{% if "),
    "tags": _filled("{{ firstname }}"),
    "conditions": _filled("{% if firstname %}"),
    "conditions with ends": _filled("{% if firstname %}a{% endif %}"),
    "a line of spaces before a condition": _filled(" ", "", "{% if firstname %}a{% endif %}"),
    "quotes in a tag": _filled('"', "{{ "),
}
MARKDOWN_BOMBS: Mapping[str, Callable[[int], str]] = {
    "brackets": _filled("["),
    "pictures": _filled("!["),
    "links": _filled("[a]("),
    "emphasis": _filled("*a_ "),
    "stars": _filled("**a"),
    "backticks": lambda size: "".join("`" * n + " " for n in range(1, int((2 * size) ** 0.5))),
    "quotes": _filled("> "),
    "quoted lines": _filled("> a\n"),
    "points": _filled("* a\n"),
    "points in points": _filled("* "),
    "lines": _filled("a\n"),
    "references": _filled("[a]: b\n"),
    "escapes": _filled("\\["),
    "entities": _filled("&"),
    "a wide table": lambda size: "|a" * 200 + "\n" + "|-" * 200 + "\n" + "|a\n" * ((size - 800) // 3),
    "buttons": _filled('[a](https://x.example "button")\n\n'),
}
MJML_BOMBS: Mapping[str, Callable[[int], str]] = {
    "many rows": _in_mjml(_ROW),
    "many columns": _in_mjml("<mj-column></mj-column>"),
    "nesting": _in_mjml("<mj-wrapper>"),
    "a huge attribute": _filled("a", '<mjml><mj-body><mj-section css-class="', '"></mj-section></mj-body></mjml>'),
    "attributes for all": _filled(
        '<mj-all color="red" />', "<mjml><mj-head><mj-attributes>", "</mj-attributes></mj-head></mjml>"
    ),
    "a billion laughs": _filled(
        _ROW, f'<!DOCTYPE l [<!ENTITY l0 "ha">{_LAUGHS}]><mjml><mj-body>&l9;', "</mj-body></mjml>"
    ),
    "elements without an end": _filled("<mj-text"),
    "social": _in_mjml("<mj-section><mj-column><mj-social><mj-social-element/></mj-social></mj-column></mj-section>"),
}


@dataclass(frozen=True, slots=True)
class Blown:
    """The resource usage of a bomb, and whether it was rejected."""

    name: str
    cpu_seconds: float
    grown_bytes: int
    refused: bool

    @property
    def failures(self) -> list[str]:
        found = []
        if self.cpu_seconds > CPU_SECONDS:
            found.append(f"{self.name} took {self.cpu_seconds:.1f} s of CPU")
        if self.grown_bytes > GROWN_BYTES:
            found.append(f"{self.name} took {self.grown_bytes / 1e6:.0f} MB")
        return found


def bombs(size: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every bomb at a size, by name, with the function that runs it. Markdown has a lower limit, so a fifth of the
    size."""

    def compiled(kind: BodyKind, body: str) -> Callable[[], object]:
        content = EmailContent(subject="x", body=body, kind=kind)
        return lambda: compile_content(content, SETTING, known=frozenset({"firstname"}))

    for name, make in {**HTML_BOMBS, **TAG_BOMBS}.items():
        yield f"html: {name}", compiled(BodyKind.HTML, make(size))
    for name, make in {**MARKDOWN_BOMBS, **TAG_BOMBS}.items():
        yield f"markdown: {name}", compiled(BodyKind.MARKDOWN, make(size // 5))
    for name, make in MJML_BOMBS.items():
        yield f"mjml: {name}", partial(mjml.render, make(2 * size))


def blow(name: str, set_off: Callable[[], object]) -> Blown:
    """Runs one bomb and measures our own CPU time and memory. The compiler's child process has its own limits."""
    refused = False

    def run() -> None:
        nonlocal refused
        try:
            set_off()
        except ApiError:
            refused = True

    watch, before = MemoryWatch(), time.process_time()
    watch.during(run)
    return Blown(name, round(time.process_time() - before, 2), watch.peak_bytes - watch.base_bytes, refused)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove mail_input", description="Feeds bad input to the email engine.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--values", type=int, default=VALUES)
    parser.add_argument("--size", type=int, default=SIZE, help="characters per document")
    given = parser.parse_args()
    failures: list[str] = []
    for value in values(given.seed, given.values):
        failures += [f"{value!r}: {fault}" for fault in faults_of(value)]
    print(f"seed {given.seed}: {given.values} values in four places, {len(failures)} read otherwise than meant")
    blown: Sequence[Blown] = [blow(name, set_off) for name, set_off in bombs(given.size)]
    slowest, largest = (max(blown, key=lambda b: b.cpu_seconds), max(blown, key=lambda b: b.grown_bytes))
    print(
        f"{len(blown)} bombs of {given.size} characters, {sum(b.refused for b in blown)} refused:"
        f" the longest takes {slowest.cpu_seconds} s of CPU ({slowest.name}),"
        f" the largest {largest.grown_bytes / 1e6:.0f} MB ({largest.name})"
    )
    failures += [failure for each in blown for failure in each.failures]
    for failure in failures[:50]:
        print(f"  FAILED: {failure}")
    print("FAILED" if failures else "held")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
