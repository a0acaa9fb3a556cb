"""Seeded sequences of the client's own commands, read as the server reads them (client/tests/replicas/sequences.ts)."""

import base64
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pycrdt

from server.documents import snapshot, updates
from server.documents.merged import Merged
from server.documents.snapshot import Snapshot
from server.documents.tree import REMOVED, Branch
from tests.realtime.harness import NODE, ROOT

FOLDER = ROOT / "client" / "tests" / "replicas"


@dataclass(frozen=True)
class Sequence:
    """What two replicas of a seed told, each update with whose it is, and what came of it there."""

    seed: int
    told: list[tuple[int, bytes]]
    state: dict[int, int]
    same: bool
    faults: list[str]
    tree: dict[str, Any]


def sequences(first: int, seeds: int) -> Iterator[Sequence]:
    """As many seeds, one after the other."""
    argv = [str(NODE), "--import", str(FOLDER / "hooks.mjs"), str(FOLDER / "sequences.ts"), str(first), str(seeds)]
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


def check(sequence: Sequence) -> list[str]:
    """In sentences what does not hold of a sequence here."""
    wrong = [] if sequence.same else ["the replicas differ"]
    if sequence.faults:
        wrong.append(f"the client breaks the rules at {sequence.faults}")
    stored = Merged()
    for _, update in sequence.told:
        stored.take(update, updates.parse(update))
    # The other way about: all of the second, then all of the first.
    turned: pycrdt.Doc[Any] = pycrdt.Doc()
    for _, update in sorted(sequence.told, key=lambda one: -one[0]):
        turned.apply_update(update)
    said, other = snapshot.read(stored.whole()), snapshot.read(turned.get_update())
    if updates.read_state(stored.state_vector()) != sequence.state:
        wrong.append("another state vector than the client's")
    if updates.read_state(turned.get_state()) != sequence.state or said != other:
        wrong.append("another order says something else")
    if outline(said) != sequence.tree:
        wrong.append("another tree than the client's")
    wrong += [f"the server breaks the rules at {key}" for key in faults(said)]
    return wrong


def outline(said: Snapshot) -> dict[str, Any]:
    """The tree by ids alone."""

    def drawn(branch: Branch) -> list[Any]:
        return [branch.id, [drawn(child) for child in branch.children]]

    return {root: [drawn(branch) for branch in branches] for root, branches in said.tree.items()}


HOLDS = {"root": {"row"}, "row": {"column"}, "column": {"row", "component"}, "component": set[str]()}


def faults(said: Snapshot) -> list[str]:
    """Nodes that stand twice, in what can't hold them, or too deep."""
    found, seen = [], set[str]()

    def look(branch: Branch, above: str, depth: int) -> None:
        if branch.id in seen or branch.level not in HOLDS[above] or depth > 2 or branch.id == REMOVED:
            found.append(branch.id)
        seen.add(branch.id)
        for child in branch.children:
            look(child, branch.level, depth + (branch.level == "row"))

    for branches in said.tree.values():
        for branch in branches:
            look(branch, "root", 0)
    return found
