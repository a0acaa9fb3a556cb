"""One small seed of the proof of standing mailings: parallel callers, kills, a replaced version."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_what_standing_mailings_accept_is_sent_once_while_senders_are_killed(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    size = ["--seed", "5", "--recipients", "600", "--kills", "2"]

    done = subprocess.run(
        [sys.executable, "-m", "bench.prove.standing", *size, "--ledger", str(path)],
        check=False,
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=600,
    )

    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    ledger = json.loads(path.read_text())
    assert (ledger["failures"], ledger["kills"]) == ([], 2)
    assert ledger["accepted"] == sum(ledger["states"].values()) >= 600
    assert min(ledger["repeated"], ledger["failed_calls"], ledger["excluded"]["quota"]) > 0
