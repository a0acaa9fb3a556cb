"""Attempts to run code in an email: payloads, and wrappings that can get them past a filter.

Each payload in each wrapping makes about 2,500 texts. Both are in tests/fixtures/documents/hostile.json, from which
tests/e2e/hostile.ts builds the same.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

_WRITTEN: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "fixtures/documents/hostile.json").read_text(encoding="utf-8")
)
# Braces that are no merge tag: each is refused, or stays words.
TEMPLATES: Final[tuple[str, ...]] = tuple(_WRITTEN["templates"])


def payloads() -> list[str]:
    """Each way in each wrapping, once."""
    ways = (*_WRITTEN["elements"], *_WRITTEN["addresses"], *_WRITTEN["styles"])
    return list(dict.fromkeys(_wrapped(way, wrapping) for way in ways for wrapping in _WRITTEN["wrappings"]))


def print_of(made: list[str]) -> Mapping[str, int | str]:
    """How many payloads there are and what they are, as the file says it of them."""
    return {"count": len(made), "sha256": hashlib.sha256("\n".join(made).encode()).hexdigest()}


MADE: Final[Mapping[str, int | str]] = _WRITTEN["made"]


def _wrapped(way: str, wrapping: Mapping[str, Any]) -> str:
    if "around" in wrapping:
        return str(wrapping["around"].replace("{}", way))
    for found, replaced in wrapping.get("replace", {}).items():
        way = way.replace(found, replaced)
    match wrapping.get("form"):
        case "upper":
            return way.upper()
        case "numbers":
            return "".join(f"&#{ord(character)};" for character in way)
        case "percent":
            return quote(way)
        case _:
            return way
