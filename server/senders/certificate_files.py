"""Certificates as the terminator of TLS reads them: `<host>.pem` with the chain and the private key, for us alone."""

import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

_ENDING = ".pem"


def written_in(folder: Path) -> dict[str, datetime]:
    """The hosts that have a file, and since when."""
    return {
        path.name.removesuffix(_ENDING): datetime.fromtimestamp(path.stat().st_mtime, UTC)
        for path in folder.glob(f"*{_ENDING}")
    }


def write(folder: Path, host: str, chain: str, private_pem: bytes) -> None:
    """Puts the file there whole or not at all, in place of a former one."""
    folder.mkdir(parents=True, exist_ok=True)
    # It is made readable for its owner alone, and is named otherwise until it is whole.
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(chain.rstrip("\n").encode() + b"\n" + private_pem)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(folder / f"{host}{_ENDING}")


def remove(folder: Path, host: str) -> None:
    """Takes the file away."""
    (folder / f"{host}{_ENDING}").unlink(missing_ok=True)
