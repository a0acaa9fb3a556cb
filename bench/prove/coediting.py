"""Many clients edit one document while connections, web processes and Redis fail. All replicas converge without loss.

    bin/prove coediting [--seed N] [--editors N] [--seconds N] [--kills N] [--sequences N]

Real socket.io clients with the product's own link and commands (client/tests/replicas/editors.ts) edit one document
through two web processes. Their connections drop, they are offline for seconds and continue to write, pages close and
machines crash. A web process, and Redis with all its data, are killed at moments chosen by the seed. Every acknowledged
update is recorded with its extent. In the end every replica and the database must agree in content and state vector and
contain all acknowledged updates. The numbers of deltas must have no gap.

Then both languages read seeded sequences of commands on two replicas (`tests/server/documents/sequences.py`).
"""

import argparse
import base64
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench import stage
from bin.local import paths
from tests.realtime.own_redis import OwnRedis

FOLDER = Path(__file__).resolve().parents[2] / "client" / "tests" / "replicas"
LEDGERS = paths.LOCAL / "prove"
EDITORS, SECONDS, KILLS, SEQUENCES = 20, 120, 4, 1_000
WEBS = 2
# The documents in sequences, by seed.
SHAPES = ("rows", "fields", "shallowFields")
SETTLED_SECONDS = 90.0
# A server on a busy machine starts while all clients reconnect.
PATIENCE_SECONDS = 150.0
# Before and after the kills: editors have started, and reconnect before the end.
QUIET_SECONDS = 3.0


@dataclass
class CoeditingResults:
    """The results of one seed. `failures` has a sentence for each violated property."""

    seed: int
    editors: int
    seconds: int
    web_kills: int = 0
    redis_kills: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    deltas: int = 0
    rows: int = 0
    size_bytes: int = 0
    marks: int = 0
    marks_acknowledged: int = 0
    settled_seconds: float = 0.0
    sequences: int = 0
    strikes: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Editors:
    """The Node process with the editors."""

    def __init__(self) -> None:
        from tests.realtime.harness import NODE  # noqa: PLC0415 -- needs Django, which `stage` sets up

        argv = [str(NODE), "--import", str(FOLDER / "hooks.mjs"), str(FOLDER / "editors.ts")]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=FOLDER)

    def do(self, op: str, **arguments: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"op": op, **arguments}) + "\n")
        self._process.stdin.flush()

    def read_output(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The editors ended early")
        told: dict[str, Any] = json.loads(line)
        return told

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


class CoeditingRun:
    """One seed."""

    def __init__(self, verdict: CoeditingResults, redis: OwnRedis, *, kills: int) -> None:
        self._verdict, self._redis, self._kills = verdict, redis, kills
        self._draw = Random(verdict.seed)

    def play(self) -> None:
        from tests.realtime.harness import Server  # noqa: PLC0415 -- needs Django
        from tests.server.documents.sheets import make_document, sheet  # noqa: PLC0415

        verdict = self._verdict
        people = _people(verdict.editors)
        hand, _ = sheet(3)
        document = make_document(people[0].team, hand.doc.get_update())
        webs = [Server("bench.prove.coediting_entry:application", DASH_LOG_LEVEL="ERROR") for _ in range(WEBS)]
        editors = Editors()
        try:
            for web in webs:
                web.start(PATIENCE_SECONDS)
            where = [{"url": webs[at % WEBS].url, "token": who.token} for at, who in enumerate(people)]
            editors.do("open", seed=verdict.seed, document=str(document.pk), places=where)
            editors.do("play")
            self._strike_by_and_by(webs)
            self._wait_until_converged(editors, document)
        finally:
            editors.end()
            for web in webs:
                web.stop()

    def _strike_by_and_by(self, webs: list[Any]) -> None:
        verdict = self._verdict
        strikes = ["web", "redis"] * self._kills
        self._draw.shuffle(strikes)
        latest = verdict.seconds - QUIET_SECONDS
        moments = sorted(self._draw.uniform(QUIET_SECONDS, latest) for _ in strikes)
        begun = time.monotonic()
        for strike, moment in zip(strikes, moments, strict=True):
            time.sleep(max(0.0, begun + moment - time.monotonic()))
            if strike == "web":
                number = self._draw.randrange(WEBS)
                webs[number].kill()
                webs[number].start(PATIENCE_SECONDS)
                verdict.web_kills += 1
                verdict.strikes.append(f"web {number} at {moment:.1f} s")
            else:
                self._redis.kill()
                self._redis.start()
                verdict.redis_kills += 1
                verdict.strikes.append(f"redis at {moment:.1f} s")
        time.sleep(max(0.0, begun + verdict.seconds - time.monotonic()))

    def _wait_until_converged(self, editors: Editors, document: Any) -> None:
        verdict, begun = self._verdict, time.monotonic()
        overdue = threading.Timer(SETTLED_SECONDS, lambda: editors.do("report", whole=_whole(document)))
        editors.do("rest")
        overdue.start()
        told = editors.read_output()
        overdue.cancel()
        verdict.settled_seconds = round(time.monotonic() - begun, 1)
        if "settled" in told:
            editors.do("report", whole=_whole(document))
            told = editors.read_output()
        else:
            verdict.failures.append(f"not everybody had everything after {SETTLED_SECONDS} s")
        verdict.counts, verdict.refusals = told["counts"], told["refusals"]
        verdict.marks, verdict.marks_acknowledged = told["marks"], told["sure"]
        verdict.failures += _replicas(told)
        verdict.failures += self._database(document, told)

    def _database(self, document: Any, told: dict[str, Any]) -> list[str]:
        from server.documents import snapshot  # noqa: PLC0415 -- needs Django
        from server.documents.kinds.email import STRUCTURE  # noqa: PLC0415
        from server.documents.models import DocumentDelta  # noqa: PLC0415
        from server.documents.services import documents, storing  # noqa: PLC0415
        from server.documents.updates import decoding  # noqa: PLC0415
        from tests.server.documents.sequences import faults, outline  # noqa: PLC0415

        verdict = self._verdict
        document.refresh_from_db()
        rows = DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk)
        numbers = list(rows.order_by("number").values_list("number", flat=True))
        verdict.deltas, verdict.rows = document.revision, len(numbers)
        whole = documents.get_update(document)
        verdict.size_bytes = len(whole)
        found = []
        if numbers != list(range(document.base, document.revision + 1)):
            found.append(f"the numbers of the deltas have a gap: {numbers[:3]} to {numbers[-3:]}")
        state = {int(client): clock for client, clock in told["state"].items()}
        if decoding.parse(whole, whole=True).check_builds_on({}) != state:
            found.append("the server reads another state vector than the client")
        said = snapshot.read(whole, STRUCTURE)
        if outline(said) != told["tree"]:
            found.append("the server reads another tree than the client")
        if broken := [*told["faults"], *faults(said, STRUCTURE)]:
            found.append(f"the rules are broken at {broken}")
        if len(numbers) > storing.MAX_DELTA_ROWS:
            found.append(f"{len(numbers)} rows were not merged")
        return found


def _people(number: int) -> list[Any]:
    from tests.cast import make_person, make_team  # noqa: PLC0415 -- needs Django

    team = make_team("Kopi")
    return [make_person(f"Editor{at}", team, role="admin") for at in range(number)]


def _whole(document: Any) -> str:
    from server.documents.models import Document  # noqa: PLC0415 -- needs Django
    from server.documents.services import documents  # noqa: PLC0415

    row = Document.objects.for_team(document.team_id).get(pk=document.pk)
    return base64.b64encode(documents.get_update(row)).decode()


def _replicas(told: dict[str, Any]) -> list[str]:
    found = []
    for what in ("state", "content"):
        other = [at for at, editor in enumerate(told["editors"]) if not editor[what]]
        if other:
            found.append(f"{len(other)} replicas have another {what} than the database: {other[:5]}")
    if told["lost"]:
        found.append(f"of {told['lost']} replicas something acknowledged is not in the database")
    if told["lostMarks"]:
        found.append(f"{len(told['lostMarks'])} acknowledged marks are lost: {told['lostMarks'][:5]}")
    if not told["sure"]:
        found.append("nothing was ever acknowledged")
    # Updates that lose their response are sent again. No change by an editor was ever rejected.
    refused = {code: count for code, count in told["refusals"].items() if code in ("documentFull", "documentLocked")}
    if refused:
        found.append(f"changes were refused: {refused}")
    return found


def prove(seed: int, redis: OwnRedis, *, editors: int, seconds: int, kills: int, sequences: int) -> CoeditingResults:
    verdict = CoeditingResults(seed=seed, editors=editors, seconds=seconds)
    CoeditingRun(verdict, redis, kills=kills).play()
    if sequences:
        from tests.server.documents import sequences as both  # noqa: PLC0415 -- needs Django
        from tests.server.documents.structures import STRUCTURES  # noqa: PLC0415

        structure = SHAPES[seed % len(SHAPES)]
        for sequence in both.sequences(seed * 1_000_000 + 1, sequences, structure):
            verdict.sequences += 1
            verdict.failures += [
                f"sequence {sequence.seed}: {wrong}" for wrong in both.check(sequence, STRUCTURES[structure])
            ]
        if verdict.sequences != sequences:
            verdict.failures.append(f"{verdict.sequences} sequences came, not {sequences}")
    return verdict


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove coediting", description="Edits one document while processes crash.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--editors", type=int, default=EDITORS)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--kills", type=int, default=KILLS, help="kills of web, and as many of Redis")
    parser.add_argument("--sequences", type=int, default=SEQUENCES, help="sequences run by both languages")
    given = parser.parse_args()
    redis = OwnRedis()
    redis.start()
    os.environ["REDIS_URL"] = redis.url
    try:
        stage.prepare("coediting")
        verdict = prove(
            given.seed,
            redis,
            editors=given.editors,
            seconds=given.seconds,
            kills=given.kills,
            sequences=given.sequences,
        )
    finally:
        redis.stop()
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"coediting-{verdict.seed}.json").write_text(json.dumps(asdict(verdict), indent=1))
    counts = verdict.counts
    print(
        f"seed {verdict.seed}: {verdict.editors} editors for {verdict.seconds} s, {counts.get('acts')} acts,"
        f" {counts.get('drops')} lost lines, {counts.get('outages')} outages, {counts.get('reloads')} reloads,"
        f" {counts.get('crashes')} crashes, {verdict.web_kills} kills of web, {verdict.redis_kills} of Redis:"
        f" {counts.get('acks')} acknowledged updates in {verdict.deltas} deltas and {verdict.rows} rows,"
        f" {verdict.marks_acknowledged} of {verdict.marks} marks sure, alike after {verdict.settled_seconds} s;"
        f" {verdict.sequences} sequences"
    )
    print(f"  refusals: {verdict.refusals}")
    for failure in verdict.failures:
        print(f"  FAILED: {failure}")
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
