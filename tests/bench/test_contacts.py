"""One small seed of the proof of contacts: kill -9 at an import and at a bulk label by rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_acts_under_kill_9_end_as_undisturbed_ones(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    size = ["--seed", "11", "--rows", "5000", "--kills", "2", "--races", "1", "--acts", "import,label"]

    done = subprocess.run(
        [sys.executable, "-m", "bench.prove.contacts", *size, "--ledger", str(path)],
        check=False,
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=220,
    )

    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    ledger = json.loads(path.read_text())
    acts = {act["act"]: act for act in ledger["acts"]}
    assert [act["differences"] for act in acts.values()] == [[], []]
    assert all(act["kills"] > 0 for act in acts.values())
    assert ledger["feed"] == []
    assert ledger["reader_kills"] > 0
    assert ledger["beside"] == ledger["after_races"] == []
    assert ledger["refused"] == ledger["races"] == 1
