"""The updates of the client's graph commands are accepted, merged, and draw the same graph here."""

import base64
import json
import subprocess
from typing import Any

import pycrdt

from server.documents.document_cache import CachedDocument
from server.documents.graph_structure import GraphSnapshot
from server.documents.updates import decoding
from tests.realtime.harness import NODE
from tests.server.documents.graphs import STRUCTURES
from tests.server.documents.sequences import FOLDER

SEEDS = 60


def sequences() -> list[dict[str, Any]]:
    """Runs the client for each seed (client/tests/replicas/graph-sequences.ts)."""
    script = [str(NODE), "--import", str(FOLDER / "hooks.mjs"), str(FOLDER / "graph-sequences.ts"), "1", str(SEEDS)]
    run = subprocess.run(script, stdout=subprocess.PIPE, text=True, cwd=FOLDER, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def drawn_of(stored: CachedDocument) -> dict[str, Any]:
    """The drawn graph in the client's format."""
    snapshot = stored.structure.read(stored.doc)
    assert isinstance(snapshot, GraphSnapshot)
    edges = [[key, list(edge.source), list(edge.target)] for key, edge in snapshot.graph.edges.items()]
    return {"nodes": list(snapshot.graph.nodes), "edges": edges}


def test_sequences_of_the_client_s_commands_draw_the_same_graph() -> None:
    read = sequences()
    skipped = 0

    for sequence in read:
        sent = [(each["replica"], base64.b64decode(each["update"])) for each in sequence["updates"]]
        in_order, reordered = CachedDocument(STRUCTURES["flow"]), CachedDocument(STRUCTURES["flow"])
        for _, update in sent:
            in_order.apply(update, decoding.parse(update))
        with reordered.doc.transaction():
            for _, update in sorted(sent, key=lambda one: -one[0]):
                reordered.doc.apply_update(update)
        expected = (sequence["seed"], True, sequence["visible"], sequence["visible"])
        assert (sequence["seed"], sequence["isSame"], drawn_of(in_order), drawn_of(reordered)) == expected
        skipped += len(in_order.doc.get("edges", type=pycrdt.Map)) - len(sequence["visible"]["edges"])
    assert len(read) == SEEDS
    assert sum(len(sequence["visible"]["edges"]) for sequence in read) > 2 * SEEDS
    # Repairs happen: edges of one replica are invalid beside those of the other.
    assert skipped > SEEDS
