"""References of settings to nodes and roots: which of them have a target."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_args

from server.documents.kinds.settings import TARGETS, KindSettings
from server.documents.snapshot import Snapshot
from server.documents.tree import iter_branches

Settings = TypeVar("Settings", bound=KindSettings)


@dataclass(frozen=True, slots=True)
class Targets:
    """Kinds by id: of the visible nodes, and of the roots that have one."""

    nodes: Mapping[str, str]
    roots: Mapping[str, str]


def find_targets(snapshot: Snapshot) -> Targets:
    return Targets(
        nodes={branch.id: branch.kind for branches in snapshot.tree.values() for branch in iter_branches(branches)},
        roots={key: root.kind for key, root in snapshot.roots.items()},
    )


def resolve_references(settings: Settings, targets: Targets) -> Settings:
    """Replaces references without an eligible target by None, also in groups and lists."""
    changes: dict[str, Any] = {}
    for name, field in type(settings).model_fields.items():
        extra = field.json_schema_extra
        value = getattr(settings, name)
        match extra.get("control") if isinstance(extra, dict) else None:
            case "node" if value is not None and not _is_eligible(value, extra, targets):
                changes[name] = None
            case "group":
                changes[name] = resolve_references(value, targets)
            case "list":
                changes[name] = [resolve_references(item, targets) for item in value]
    return settings.model_copy(update=changes) if changes else settings


def _is_eligible(key: str, extra: Any, targets: Targets) -> bool:
    eligible = extra[TARGETS]
    return targets.nodes.get(key) in eligible["kinds"] or targets.roots.get(key) in eligible["roots"]


def iter_targets(settings: type[KindSettings]) -> Iterator[Mapping[str, list[str]]]:
    """The eligible kinds of each reference in a kind's settings, also in groups and lists."""
    for field in settings.model_fields.values():
        extra: Any = field.json_schema_extra
        match extra.get("control") if isinstance(extra, dict) else None:
            case "node":
                yield extra[TARGETS]
            case "group":
                inside: Any = field.annotation
                yield from iter_targets(inside)
            case "list":
                yield from iter_targets(get_args(field.annotation)[0])
