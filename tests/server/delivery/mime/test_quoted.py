"""Quoted-printable runs and slots."""

import quopri
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.delivery.mime import quoted


def normal(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=300), max_size=6))
def test_runs_and_slots_join_to_the_text(parts: list[str]) -> None:
    # A carriage return at the end of one run and a line feed at the start of the next are two line breaks.
    encoded = b"".join(
        quoted.encode(part) if index % 2 else quoted.encode_value(part) for index, part in enumerate(parts)
    )

    decoded = quopri.decodestring(encoded).decode().replace("\r\n", "\n")
    assert decoded == "".join(normal(part) for part in parts)
    for line in encoded.split(b"\r\n"):
        assert len(line) <= 76
        assert not line.startswith((b".", b"From "))
        assert not line.endswith((b" ", b"\t"))
        assert b"\r" not in line
        assert b"\n" not in line


def test_a_plain_value_goes_out_as_it_is() -> None:
    assert quoted.encode_value("Jakarta Selatan") == b"Jakarta Selatan=\r\n"


def test_a_leading_dot_is_encoded() -> None:
    assert quoted.encode(".a\n.b\n") == b"=2Ea\r\n=2Eb\r\n"
    assert quoted.encode_value(".") == b"=2E=\r\n"


def test_a_run_of_escapes_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """2,000,000 emoji are one run, not eight million bytes."""
    runs: list[int] = []
    once = quoted._escape

    def count(found: Any) -> bytes:
        runs.append(len(found[0]))
        return once(found)

    monkeypatch.setattr(quoted, "_escape", count)
    text = "\U0001f600" * 1_000 + " é\n" + "ß"

    assert quopri.decodestring(quoted.encode(text)).decode() == text.replace("\n", "\r\n")
    assert runs == [4_000, 2, 2]
