"""bin/bench and bin/prove: run one benchmark or proof of the folder bench with its own services."""

import argparse
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bin.local import environments, paths, temporary_services, venv

BENCHES = paths.ROOT / "bench"


@dataclass(frozen=True)
class CommandFolder:
    """A folder of modules that can each be run by name."""

    command: str
    folder: Path
    package: str
    says: str


BENCH = CommandFolder(
    "bin/bench", BENCHES, "bench", "Measures a part of the product and prints each figure beside its goal."
)
PROVE = CommandFolder(
    "bin/prove", BENCHES / "prove", "bench.prove", "Runs a matrix of seeded faults and exits 1 where the product falls."
)


def list_modules(kind: CommandFolder) -> dict[str, str]:
    """The modules of the folder whose `main` returns an exit code, by name.

    A module named after a Python keyword has a trailing underscore (`import_`), its name has none.
    """
    stems = [file.stem for file in kind.folder.glob("*.py") if "def main() -> int:" in file.read_text()]
    return {stem.rstrip("_"): stem for stem in sorted(stems)}


def main(arguments: list[str], kind: CommandFolder) -> int:
    known = list_modules(kind)
    parser = argparse.ArgumentParser(
        prog=kind.command,
        description=f"{kind.says} Available: {', '.join(known) or 'none'}.",
        epilog="Arguments after the name are passed on: --json for benches, --seed N for proofs. "
        "Starts its own empty PostgreSQL and Redis unless DATABASE_URL and REDIS_URL are set.",
    )
    parser.add_argument("name", choices=known, metavar="NAME")
    chosen, passed_on = parser.parse_known_args(arguments)
    venv.activate()
    # Durable, as in production: a database without durable writes would give better results.
    with temporary_services.run_services(durable=True) as settings:
        environment = {
            **environments.build_toolchain_environment(),
            **settings,
            "DJANGO_SETTINGS_MODULE": "server.settings",
        }
        argv = [str(venv.get_python()), "-m", f"{kind.package}.{known[chosen.name]}", *passed_on]
        return subprocess.run(argv, cwd=paths.ROOT, env=environment, check=False).returncode
