"""Kinds and editors. An editor is a structure and a list of kinds (`email/__init__.py`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from server.documents.kinds.references import iter_targets
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.settings import KindSettings
from server.documents.structure import DocumentStructure, TreeStructure


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of node.

    Attributes:
        group: group in the list of kinds to add.
        draw: returns the content of a table cell as HTML, escaped and closed; empty if there is nothing to show. The
            cell has the `padding`, `background` and `align` of the settings. Rows and columns have no `draw`.
        feature: the feature of the plan that it needs: an area, or `area.action`.
    """

    name: str
    level: str
    group: str
    settings: type[KindSettings]
    draw: Callable[[Any, RenderContext], str] | None = None
    feature: str | None = None


@dataclass(frozen=True, slots=True)
class RootKind:
    """A kind of root, such as a popup: a tree with settings of its own."""

    name: str
    settings: type[KindSettings]


@dataclass(frozen=True, slots=True)
class Editor:
    """An editor of documents.

    Attributes:
        whole: the document-wide settings.
        kinds: kinds of nodes by name.
        look: constants of rendering that the client needs.
        roots: kinds of roots by name. A root without a kind has no settings.
    """

    structure: DocumentStructure
    whole: type[KindSettings]
    kinds: Mapping[str, Kind]
    look: Mapping[str, Any]
    roots: Mapping[str, RootKind] = field(default_factory=dict)

    def contract(self) -> dict[str, Any]:
        """The JSON from which the client builds panels and new nodes."""
        return {
            "structure": self.structure.contract(),
            "globals": self.whole.schema_of(),
            "kinds": [
                {
                    "name": kind.name,
                    "level": kind.level,
                    "group": kind.group,
                    "feature": kind.feature,
                    "schema": kind.settings.schema_of(),
                }
                for kind in self.kinds.values()
            ],
            "roots": [{"name": root.name, "schema": root.settings.schema_of()} for root in self.roots.values()],
            "look": self.look,
        }


def build_editor(
    structure: DocumentStructure,
    whole: type[KindSettings],
    kinds: Iterable[Kind],
    *,
    look: Mapping[str, Any],
    roots: Iterable[RootKind] = (),
    resolves_references: bool = False,
) -> Editor:
    """Creates an editor with its kinds in display order.

    `resolves_references` says that the app of the editor reads settings by `references.resolve_references`. Raises
    ValueError for two kinds or root kinds with one name, for a kind of a level that the structure lacks, for a
    reference to an unknown kind, and for a reference that nothing would resolve.
    """
    named: dict[str, Kind] = {}
    for kind in kinds:
        if kind.name in named:
            raise ValueError(f"Two kinds are called {kind.name}")
        if kind.level not in structure.levels:
            raise ValueError(f"The kind {kind.name} is of no level")
        named[kind.name] = kind
    root_kinds: dict[str, RootKind] = {}
    for root in roots:
        if root.name in root_kinds:
            raise ValueError(f"Two root kinds are called {root.name}")
        root_kinds[root.name] = root
    schemas = [whole, *(kind.settings for kind in named.values()), *(root.settings for root in root_kinds.values())]
    for settings in schemas:
        for targets in iter_targets(settings):
            if not isinstance(structure, TreeStructure):
                raise ValueError(f"{settings.__name__} has a reference, but references lead to nodes of trees only")
            if not resolves_references:
                raise ValueError(f"{settings.__name__} has a reference, but nothing resolves those of this editor")
            unknown = sorted({*targets["kinds"]} - named.keys() | {*targets["roots"]} - root_kinds.keys())
            if unknown:
                raise ValueError(f"{settings.__name__} refers to {', '.join(unknown)}")
    return Editor(structure, whole, named, look, root_kinds)
