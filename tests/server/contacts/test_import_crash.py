"""One seed of the crash test (bench/prove/imports.py): a worker killed at random times."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_an_import_under_kill_9_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.json"
    command = [sys.executable, "-m", "bench.prove.imports", "--seed", "7", "--rows", "8000", "--kills", "2"]

    done = subprocess.run(
        [*command, "--ledger", str(ledger)],
        check=False,
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=220,
    )

    assert done.returncode == 0, done.stderr[-2_000:]
    found = json.loads(ledger.read_text())
    assert found["differences"] == []
    assert found["kills"] > 0
