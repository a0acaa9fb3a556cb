"""The email editor with an email of 200 components: latency of a keystroke, here and in another browser, and opening.

    python -m bench.editor [--json]

The built client (`npm run build`) is served with its own team, and two headless browsers have one document open. The
script types into the text of a button in its middle. Three durations start at the keystroke: until the canvas shows the
letter (the next frame), until the other browser's canvas shows it, and until a preview from the server contains it,
when its HTML is complete. The peer of opening is a page of the app without a document. Finally, loading a document with
10,000 updates is compared with its squashed twin, in CPU time of one process, alternately.
"""

import json
import os
import subprocess
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench import report, stage

stage.prepare("editor")

import pycrdt  # noqa: E402 -- after Django is set up
from django.conf import settings  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.fanning import NODE, served  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.campaigns.models import Campaign  # noqa: E402
from server.core import clock  # noqa: E402
from server.documents import document_cache  # noqa: E402
from server.documents.models import Document  # noqa: E402
from server.documents.pieces import Piece, build_document  # noqa: E402
from server.documents.services import documents, storing  # noqa: E402
from server.documents.starters.parts import button, column, content, image, row, text  # noqa: E402
from tests.cast import Person  # noqa: E402

SCRIPT: Final = Path(__file__).resolve().parent / "editor.mjs"
COMPONENTS: Final = 200
UPDATES: Final = 10_000
TURNS: Final = 25
WORDS: Final = "Press here for number"


def rows() -> list[Piece]:
    """Fifty rows of two columns, with a heading, a paragraph, an image and a button each."""
    return [
        row(
            column(text(f"Heading {number}", level="h3"), content(f"Paragraph {number} with **some** words in it.")),
            column(
                image("https://kopi.example/picture.png", f"Picture {number}"),
                button(f"{WORDS} {number}", "https://kopi.example"),
            ),
        )
        for number in range(COMPONENTS // 4)
    ]


def campaign_of(person: Person) -> tuple[Campaign, str]:
    """A draft with this many components, and the id of a button in its middle."""
    now = clock.now()
    document = documents.create(person.team, "email", by=None, update=build_document({"body": rows()}, {}))
    campaign = Campaign.objects.create(
        team=person.team,
        name="Two hundred",
        subject="Two hundred",
        content_kind="document",
        document=document,
        created_at=now,
        updated_at=now,
    )
    snapshot = documents.load_snapshot(document)
    wanted = f"{WORDS} {COMPONENTS // 8}"
    chosen = next(key for key, own in snapshot.of.items() if own.get("words") == wanted)
    return campaign, chosen


def typed(url: str, person: Person, campaign: Campaign, node: str) -> dict[str, Any]:
    """In milliseconds."""
    environment = os.environ | {
        "BENCH_URL": url,
        "BENCH_TOKEN": person.token,
        "BENCH_CAMPAIGN": str(campaign.pk),
        "BENCH_NODE": node,
    }
    run = subprocess.run(
        [str(NODE), "--experimental-strip-types", str(SCRIPT)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if run.returncode != 0:
        raise RuntimeError(run.stderr[-3000:])
    noted: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return noted


def written_into(person: Person) -> Document:
    """A document of 200 components that has received single updates, as typing creates them."""
    document = campaign_of(person)[0].document
    assert document is not None
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(documents.get_update(document))
    nodes = doc.get("nodes", type=pycrdt.Map)
    keys = [key for key, node in nodes.items() if node["kind"] == "button"]
    for number in range(UPDATES):
        before = doc.get_state()
        nodes[keys[number % len(keys)]]["settings"]["words"] = f"{WORDS} {number}"
        storing.store(document.pk, doc.get_update(before), person.caller)
    document.refresh_from_db()
    return document


def load_seconds(first: Document, second: Document, person: Person) -> tuple[float, float]:
    """The median CPU time in which a fresh process loads each whole document, alternately."""
    taken: dict[Document, list[float]] = {first: [], second: []}
    empty = pycrdt.Doc[Any]().get_state()
    for turn in range(TURNS):
        for document in (first, second) if turn % 2 else (second, first):
            document_cache.evict(document.pk)
            start = time.process_time()
            storing.load(document.pk, empty, person.caller)
            taken[document].append(time.process_time() - start)
    return median(taken[first]), median(taken[second])


def main() -> int:
    as_json = report.wants_json("editor")
    if not (settings.CLIENT_DIST / "index.html").exists():
        raise SystemExit("The client is not built. Run `npm run build` in client first.")
    say(calibrate().line(), as_json=as_json)
    with TemporaryDirectory() as folder:
        person = make_team_without_limits(Path(folder))
        campaign, node = campaign_of(person)
        with served("realtime.asgi:application") as server:
            noted = typed(server.url, person, campaign, node)
        say(f"{noted['keys']} keystrokes: {json.dumps(noted)}", as_json=as_json)
        long = written_into(person)
        twin = documents.duplicate(long, by=None)
        lived, squashed = load_seconds(long, twin, person)
    return finish(
        [
            Figure("editor.canvas", noted["canvas"], "ms p95"),
            Figure("editor.preview", noted["preview"], "ms p95"),
            Figure("editor.other", noted["other"], "ms p95"),
            Figure("editor.opening", noted["opening"], "s", "a page without a document", noted["plain"]),
            Figure("editor.twin", lived * 1000, "ms of processor", "its squashed twin", squashed * 1000),
        ],
        as_json=as_json,
    )


if __name__ == "__main__":
    raise SystemExit(main())
