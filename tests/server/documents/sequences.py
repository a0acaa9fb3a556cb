"""Seeded sequences of the client's own commands, read as the server reads them (client/tests/replicas/sequences.ts)."""

import base64
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pycrdt

from server.documents import snapshot
from server.documents.document_cache import CachedDocument
from server.documents.snapshot import Snapshot
from server.documents.structure import TreeStructure
from server.documents.tree import REMOVED, Branch
from server.documents.updates import decoding
from tests.realtime.harness import NODE, ROOT

FOLDER = ROOT / "client" / "tests" / "replicas"


@dataclass(frozen=True)
class Sequence:
    """Updates of two replicas with one seed, each with the replica's number, and the client's final state."""

    seed: int
    told: list[tuple[int, bytes]]
    state: dict[int, int]
    same: bool
    faults: list[str]
    tree: dict[str, Any]


def sequences(first: int, seeds: int, structure: str) -> Iterator[Sequence]:
    """Runs the client for `seeds` seeds from `first`, in documents with this structure of the fixtures."""
    script = [str(NODE), "--import", str(FOLDER / "hooks.mjs"), str(FOLDER / "sequences.ts")]
    argv = [*script, str(first), str(seeds), structure]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, cwd=Path(FOLDER)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said = json.loads(line)
            yield Sequence(
                seed=said["seed"],
                told=[(one["from"], base64.b64decode(one["update"])) for one in said["told"]],
                state={int(client): clock for client, clock in said["state"].items()},
                same=said["same"],
                faults=said["faults"],
                tree=said["tree"],
            )
    assert process.returncode == 0


def check(sequence: Sequence, structure: TreeStructure) -> list[str]:
    """Describes each rule that the sequence breaks, by the server's reading."""
    wrong = [] if sequence.same else ["the replicas differ"]
    if sequence.faults:
        wrong.append(f"the client breaks the rules at {sequence.faults}")
    stored = CachedDocument(structure)
    for _, update in sequence.told:
        stored.apply(update, decoding.parse(update))
    # In another order: all updates of the second replica, then those of the first.
    turned: pycrdt.Doc[Any] = pycrdt.Doc()
    for _, update in sorted(sequence.told, key=lambda one: -one[0]):
        turned.apply_update(update)
    said, other = (snapshot.read(whole, structure) for whole in (stored.whole(), turned.get_update()))
    if decoding.read_state(stored.state_vector()) != sequence.state:
        wrong.append("another state vector than the client's")
    if decoding.read_state(turned.get_state()) != sequence.state or said != other:
        wrong.append("another order says something else")
    if outline(said) != sequence.tree:
        wrong.append("another tree than the client's")
    wrong += [f"the server breaks the rules at {key}" for key in faults(said, structure)]
    return wrong


def outline(said: Snapshot) -> dict[str, Any]:
    """The tree as nested ids."""

    def drawn(branch: Branch) -> list[Any]:
        return [branch.id, [drawn(child) for child in branch.children]]

    return {root: [drawn(branch) for branch in branches] for root, branches in said.tree.items()}


def faults(said: Snapshot, structure: TreeStructure) -> list[str]:
    """Ids of nodes that occur twice, in a parent that does not accept them, or too deep."""
    found, seen = [], set[str]()
    waiting = [
        (branch, structure.root.holds, dict[str, int]()) for branches in said.tree.values() for branch in branches
    ]
    while waiting:
        branch, holds, around = waiting.pop()
        level = structure.levels[branch.level]
        same = around.get(branch.level, 0) + 1
        is_too_deep = level.depth is not None and same > level.depth
        if branch.id in seen or branch.level not in holds or is_too_deep or branch.id == REMOVED:
            found.append(branch.id)
        seen.add(branch.id)
        waiting += [(child, level.holds, {**around, branch.level: same}) for child in branch.children]
    return found
