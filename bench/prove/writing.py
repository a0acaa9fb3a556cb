"""Types into every field of the product while responses are late or lost and connections drop.

    python -m bench.prove.writing [--seed N]

A real browser types in a started product with its own data (tests/e2e/proofs/writing.spec.ts). The seed chooses words
with 30 to 400 ms between keys, pauses, corrections, caret moves, pasted text, composed input and undone edits. In the
fields of each screen, of records and of dialogs it types faster. In forms that save while typing or by a button,
responses are late, out of order or missing, a second user edits the same form or text, the connection drops and comes
back, and the session ends. It passes if every field keeps the typed text and its caret after each of these, the server
has the text in the end, and changes by the second user are merged or shown.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bin.local import console, environments, journeys, paths, programs

LEDGERS = paths.LOCAL / "prove"
_MAX_SECONDS = 60 * 60


def main() -> int:
    """Returns 1 if a field lost input, or none was written in. The last lines have the counts."""
    parser = argparse.ArgumentParser(prog="bin/prove writing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only the parts whose title contains this")
    chosen = parser.parse_args()
    LEDGERS.mkdir(parents=True, exist_ok=True)
    ledger = LEDGERS / f"writing-{chosen.seed}.jsonl"
    ledger.unlink(missing_ok=True)

    def write(extra: Mapping[str, str]) -> int:
        settings = {
            **environments.build_toolchain_environment(),
            **extra,
            "PROOF": "writing",
            "WRITING_SEED": str(chosen.seed),
            "WRITING_LEDGER": str(ledger),
        }
        # Each part once: success only after a repetition is a failure.
        argv = ["npm", "run", "--silent", "test", "--", "--retries", "0", "--workers", "1"]
        if chosen.only:
            argv += ["--grep", chosen.only]
        running = subprocess.Popen(argv, cwd=paths.E2E, env=settings, start_new_session=True)
        try:
            return running.wait(_MAX_SECONDS)
        except subprocess.TimeoutExpired:
            console.say(f"not done after {_MAX_SECONDS // 60} min")
            return 1
        finally:
            programs.end_group(running)  # including its browsers

    with tempfile.TemporaryDirectory() as folder:
        result = journeys.run_journeys(
            Path(folder) / "writing.json", walk=write, environment=environments.build_toolchain_environment()
        )
    written = [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []
    lost = [each for each in written if not each["held"]]
    console.say(
        f"seed {chosen.seed}: {len(written)} fields written in, {len(lost)} lost something; ledger {ledger.name}"
    )
    console.say(f"\n{result}")
    return 1 if result.failed or lost or not written else 0


if __name__ == "__main__":
    sys.exit(main())
