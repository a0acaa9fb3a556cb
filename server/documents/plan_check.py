"""Rejects updates that add a kind that the team's plan lacks. Existing nodes of such a kind can be edited."""

from collections.abc import Mapping
from typing import Final

import pycrdt

from server.core.access import Feature
from server.core.callers import Caller, FeatureState
from server.core.errors import FeatureDisabled
from server.documents.document_cache import CachedDocument
from server.documents.kinds.registry import Kind

_NO_NODES: Final[Mapping[str, str]] = {}


class PlanCheck:
    """Compares the gated nodes of a document, which are those of kinds that the plan lacks, before and after one
    update.

    Queries no database, and reads the document only if the update contains the name of a kind that the plan lacks.
    """

    def __init__(self, kinds: Mapping[str, Kind], by: Caller, update: bytes, now: CachedDocument) -> None:
        self._lacking = {
            name: feature for name, feature in _find_lacking_features(kinds, by).items() if _can_contain(update, name)
        }
        self._now = now
        self._before = self._find_gated_nodes() if self._lacking else _NO_NODES

    def check(self) -> None:
        if not self._lacking:
            return
        for key, kind in self._find_gated_nodes().items():
            if self._before.get(key) != kind:
                feature = self._lacking[kind]
                raise FeatureDisabled(payload={"feature": feature.area, "subfeature": feature.action})

    def _find_gated_nodes(self) -> dict[str, str]:
        """Returns the kinds of the gated nodes by id, visible or not, since undo restores deleted nodes."""
        kinds = {key: node.get("kind") for key, node in self._now.nodes.items() if isinstance(node, pycrdt.Map)}
        return {key: kind for key, kind in kinds.items() if isinstance(kind, str) and kind in self._lacking}


def _find_lacking_features(kinds: Mapping[str, Kind], by: Caller) -> dict[str, Feature]:
    needed = {name: _parse_feature(kind.feature) for name, kind in kinds.items() if kind.feature is not None}
    return {
        name: feature
        for name, feature in needed.items()
        if by.feature(feature.area, feature.action) is not FeatureState.ENABLED
    }


def _can_contain(update: bytes, name: str) -> bool:
    # JSON in an update can escape letters.
    return name.encode() in update or b"\\u" in update


def _parse_feature(name: str) -> Feature:
    area, _, action = name.partition(".")
    return Feature(area, action)
