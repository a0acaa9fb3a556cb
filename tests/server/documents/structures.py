"""Structures of the fixtures that both languages share, and a second editor of another shape than the email's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from server.documents.kinds import fields
from server.documents.kinds.registry import Kind, build_editor
from server.documents.kinds.settings import KindSettings
from server.documents.structure import DocumentLimits, NodeLevel, TreeStructure

FOLDER: Final = Path(__file__).parents[2] / "fixtures" / "documents"


def structure_of(said: Mapping[str, Any]) -> TreeStructure:
    """The structure that the client reads from the same JSON."""
    return TreeStructure(
        root=_level(said["root"]),
        levels={name: _level(level) for name, level in said["levels"].items()},
        wrap=said["wrap"],
        slots=said["slots"],
        maps=tuple(said["maps"]),
        limits=DocumentLimits(nodes=said["limits"]["nodes"], size_bytes=said["limits"]["sizeBytes"]),
    )


def _level(said: Mapping[str, Any]) -> NodeLevel:
    return NodeLevel(tuple(said["holds"]), said["axis"], said["depth"], said["hasConditions"])


CONTRACTS: Final[Mapping[str, Any]] = json.loads((FOLDER / "structures.json").read_text())
STRUCTURES: Final = {name: structure_of(said) for name, said in CONTRACTS.items()}


class Option(KindSettings):
    """An answer to choose, in which questions can lie."""

    id: str = ""
    label: str = fields.line("")


class ChoiceSettings(KindSettings):
    """A question with answers to choose from."""

    label: str = fields.line("Question")
    options: list[Option] = fields.items([], max_items=50)


class TextSettings(KindSettings):
    """A question with an answer to write."""

    label: str = fields.line("Question")


FIELDS: Final = build_editor(
    STRUCTURES["fields"],
    KindSettings,
    [Kind("choice", "choice", "questions", ChoiceSettings), Kind("text", "field", "questions", TextSettings)],
    look={},
)
