"""Complete messages, parsed by the standard library."""

import contextlib
import email
import email.policy
import json
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from server.delivery.compiling import BodyKind, CompiledEmail, EmailContent, Setting, compile_content
from server.delivery.errors import DocumentNotCompiled, HeaderUnsafe
from server.delivery.mime.message import Identity, MessageProgram, Stamp
from server.delivery.tokens import KeyRing

SETTING = Setting(origin="https://pages.example", company="Kopi & Co", postal_address="Jl. Melati 1, Bandung")
IDENTITY = Identity("Kopi", "news@kopi.example", "mail.kopi.example", "https://pages.example", "7:kopi:campaign:dash")
STAMP = Stamp.of(datetime(2026, 11, 1, tzinfo=UTC))
TOKEN = KeyRing({1: "secret"}).token(7, 3)
KNOWN = frozenset({"firstname", "city", "items"})
NAMES = [
    "From",
    "MIME-Version",
    "Content-Type",
    "Feedback-ID",
    "To",
    "Subject",
    "Message-ID",
    "Date",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
]
MARKDOWN = """Hi {{ firstname | fallback: "friend" }},

[{{ city }}](https://shop.example/?c={{ city }} "button")

{% for item in items %}
- {{ item.name }}: [see](https://shop.example/{{ item.id }})
{% endfor %}
"""
HTML = """<p title="{{ city }}">Hi {{ firstname }}</p><img src="https://i.example/{{ city }}.png" alt="{{ city }}">
<a href="{{ city }}">go</a>{% if city == "x" %}<b>{{ city }}</b>{% endif %}"""


def program(body: str, kind: BodyKind, subject: str = "Hello {{ firstname }}") -> MessageProgram:
    compiled = compile_content(EmailContent(subject=subject, body=body, kind=kind), SETTING, known=KNOWN)
    return MessageProgram(CompiledEmail.from_data(json.loads(json.dumps(compiled.to_data()))), IDENTITY)


MARKDOWN_PROGRAM = program(MARKDOWN, BodyKind.MARKDOWN)
HTML_PROGRAM = program(HTML, BodyKind.HTML)


def read(raw: bytes) -> tuple[EmailMessage, str, str]:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    text, html = list(message.iter_parts())
    return message, text.get_content(), html.get_content()


def fill(of: MessageProgram, **fields: Any) -> bytes:
    return of.fill(address="ani@example.com", token=TOKEN, fields=fields, stamp=STAMP)


def test_a_message_has_its_headers_and_both_parts() -> None:
    items = [{"name": "Latte", "id": 7}, {"name": "Ñandú", "id": 8}]

    message, text, html = read(fill(MARKDOWN_PROGRAM, firstname="Ani", city="Bandung", items=items))

    assert [name for name, _ in message.items()] == NAMES
    assert message["Subject"] == "Hello Ani"
    assert message["To"] == "ani@example.com"
    assert message["From"] == "Kopi <news@kopi.example>"
    assert message["Message-ID"] == f"<{TOKEN}@mail.kopi.example>"
    assert message["List-Unsubscribe"].strip() == f"<https://pages.example/u/{TOKEN}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message.get_content_type() == "multipart/alternative"
    assert "Hi Ani," in text
    assert f"Bandung (https://pages.example/c/1/{TOKEN})" in text
    assert f"- Ñandú: see (https://pages.example/c/2.1/{TOKEN})" in text
    assert f"Unsubscribe: https://pages.example/u/{TOKEN}" in text
    assert f'href="https://pages.example/c/1/{TOKEN}"' in html
    assert f'href="https://pages.example/c/2.0/{TOKEN}"' in html
    assert f'src="https://pages.example/o/{TOKEN}"' in html
    assert "Kopi &amp; Co" in html
    assert "shop.example" not in html


def test_fallbacks_and_empty_repeats() -> None:
    _, text, html = read(fill(MARKDOWN_PROGRAM))

    assert "Hi friend," in text
    assert "see" not in html


def test_values_are_escaped_for_where_they_stand() -> None:
    _, text, html = read(fill(HTML_PROGRAM, firstname="<b>&", city='x"><script>'))

    assert "Hi <b>&" in text
    assert 'title="x&quot;&gt;&lt;script&gt;">Hi &lt;b&gt;&amp;</p>' in html
    assert 'src="https://i.example/x%22%3E%3Cscript%3E.png"' in html
    assert "<script" not in html


HOSTILE = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(["\r\n", "\n.\r\n", "\0", "=?UTF-8?Q?=0A?=", "Bcc: x@y", "💩", ".", "--", "=", "<", '"', " "]),
        max_size=10,
    ).map("".join),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(firstname=HOSTILE, city=HOSTILE, item=HOSTILE)
@example(firstname="A 💩 subject=?UTF-8?Q?=0A?=Bcc: x@y", city=".", item="\r\n.\r\n")
def test_no_field_of_a_contact_adds_a_header_a_part_or_an_end(firstname: str, city: str, item: str) -> None:
    for of in (MARKDOWN_PROGRAM, HTML_PROGRAM):
        raw = fill(of, firstname=firstname, city=city, items=[{"name": item, "id": item}])

        modern = email.message_from_bytes(raw, policy=email.policy.default)
        compat = email.message_from_bytes(raw, policy=email.policy.compat32)
        again = email.message_from_bytes(modern.as_bytes(), policy=email.policy.default)
        assert [name for name, _ in modern.items()] == NAMES
        assert [name for name, _ in compat.items()] == NAMES
        assert [name for name, _ in again.items()] == NAMES
        assert len(list(modern.iter_parts())) == 2
        assert raw.endswith(b"--\r\n")
        lines = raw.split(b"\r\n")
        assert max(map(len, lines)) <= 78
        assert not any(line.startswith(b".") or b"\n" in line or b"\r" in line for line in lines)


BREAKS = ("\r\n", "\n", "\r", "\r\n\r\n", "\n\r", "\0\n", "\x0b\n", "\u2028\n")


@pytest.mark.parametrize("after", BREAKS)
@pytest.mark.parametrize("before", BREAKS)
def test_no_spelling_of_the_end_of_data_splits_a_message(before: str, after: str) -> None:
    end = f"a{before}.{after}MAIL FROM:<x@y>{after}b"
    programs = [MARKDOWN_PROGRAM, HTML_PROGRAM]
    with contextlib.suppress(DocumentNotCompiled):  # some control characters are rejected in content of a team
        programs.append(program(f"Dear{before}.{after}MAIL FROM:<x@y> {{{{ firstname }}}}", BodyKind.MARKDOWN))

    for of in programs:
        raw = fill(of, firstname=end, city=end, items=[{"name": end, "id": end}])

        assert b"\r\n." not in raw
        assert b"\n." not in raw
        assert b"\r." not in raw
        assert raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n")
        assert b"\nMAIL FROM" not in raw.replace(b"=\r\n", b"").partition(b"\r\n\r\n")[0]


def test_a_sender_that_would_break_a_header_is_refused() -> None:
    compiled = compile_content(EmailContent(subject="x", body="y"), SETTING, known=KNOWN)

    for broken in (
        Identity("a\r\nBcc: x@y", "a@b.example", "h", "https://p"),
        Identity("a", "a@b.example>\r\nX: y", "h", "https://p"),
        Identity("a", "a@b.example", "h", "https://p", reply_to="x y"),
    ):
        with pytest.raises(HeaderUnsafe):
            MessageProgram(compiled, broken)


def test_a_subject_that_would_break_a_header_is_refused() -> None:
    for subject in ("a\r\nBcc: x@y", "A 💩 subject=?UTF-8?Q?=0A?=Bcc: x@y", "a\0"):
        with pytest.raises(HeaderUnsafe):
            compile_content(EmailContent(subject=subject, body="y"), SETTING, known=KNOWN)
