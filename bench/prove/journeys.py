"""Every journey of tests/e2e in a real browser: those of each merge, and those that only this proof runs.

    python -m bench.prove.journeys

It starts a product with its own data and passes if every journey passes, even if only after a repetition.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bin.local import console, environments, journeys, paths

_MAX_SECONDS = 40 * 60


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        environment = environments.build_toolchain_environment()
        result = journeys.run_journeys(Path(folder) / "journeys.json", walk=_walk_all, environment=environment)
    if result.unsteady:
        console.say(f"Passed only when repeated: {result.unsteady}")
    console.say(f"\n{result}")
    return 1 if result.failed else 0


def _walk_all(extra: Mapping[str, str]) -> int:
    settings = {**environments.build_toolchain_environment(), **extra, "JOURNEYS": "all"}
    argv = ("npm", "run", "--silent", "test")
    return subprocess.run(argv, cwd=paths.E2E, env=settings, check=False, timeout=_MAX_SECONDS).returncode


if __name__ == "__main__":
    sys.exit(main())
