"""One small seed of the proof of schedules: two beats, kills, and a clock that jumps."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_scheduled_campaigns_begin_once_and_soon_and_what_is_called_off_never(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    size = ["--seed", "3", "--schedules", "150", "--kills", "15"]

    done = subprocess.run(
        [sys.executable, "-m", "bench.prove.schedules", *size, "--ledger", str(path)],
        check=False,
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=600,
    )

    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    ledger = json.loads(path.read_text())
    assert ledger["begun"] + ledger["called_off"] == 150
    assert (ledger["failures"], ledger["jumps"]) == ([], 4)
    assert ledger["kills"] + ledger["spared"] == 15
    assert ledger["spared"] < ledger["kills"]
    assert ledger["latest"] <= 5
    assert min(ledger["called_off"], ledger["paused"], ledger["paced"]) > 5
