"""Emails to draw in tests: rows, columns and components as nested values."""

from typing import Any

from server.documents.snapshot import RICH, Snapshot
from server.documents.tree import Branch

Plain = dict[str, Any]


def words(*texts: str | Plain, name: str = "paragraph") -> Plain:
    """A rich text of one block; a text may be a run with its marks."""
    runs = [text if isinstance(text, dict) else {"insert": text} for text in texts]
    return {RICH: [{"name": name, "attributes": {}, "inside": [{"text": runs}]}]}


def component(kind: str, **settings: Any) -> Plain:
    return {"level": "component", "kind": kind, "settings": settings, "inside": []}


def column(*inside: Plain, **settings: Any) -> Plain:
    return {"level": "column", "kind": "column", "settings": settings, "inside": list(inside)}


def row(*inside: Plain, **settings: Any) -> Plain:
    """A row of these columns; components get one of their own."""
    columns = [each if each["level"] == "column" else column(each) for each in inside]
    return {"level": "row", "kind": "row", "settings": settings, "inside": columns}


def only_for(part: Plain, *rules: Plain, every: bool = True) -> Plain:
    """The part under a condition."""
    return {**part, "condition": {"all": every, "rules": list(rules)}}


def email(*rows: Plain, **settings: Any) -> Snapshot:
    """A snapshot of these rows. Nodes are called by their kind and a running number: row1, button2."""
    of: dict[str, Plain] = {}
    conditions: dict[str, Plain] = {}

    def planted(part: Plain) -> Branch:
        level: str = part["level"]
        name = f"{part['kind']}{sum(key.rstrip('0123456789') == part['kind'] for key in of) + 1}"
        of[name] = part["settings"]
        if "condition" in part:
            conditions[name] = part["condition"]
        return Branch(name, level, part["kind"], tuple(planted(child) for child in part["inside"]))

    return Snapshot({"body": tuple(planted(each) for each in rows)}, settings, of, conditions)
