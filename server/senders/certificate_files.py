"""Certificates as the TLS proxy reads them: `<host>.pem` with the chain and the private key, for our user alone.

The folder may be shared: a file that doesn't begin with our mark has another owner and stays unchanged.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

import structlog

_ENDING = ".pem"
# Readers of PEM skip what is outside of its blocks (RFC 7468, 2).
_MARK = b"# Written by Dashboard SMTP, which replaces and removes it.\n"

log = structlog.get_logger(__name__)


def written_in(folder: Path) -> dict[str, datetime]:
    """The hosts that have a file of ours, and since when."""
    return {
        path.name.removesuffix(_ENDING): datetime.fromtimestamp(path.stat().st_mtime, UTC)
        for path in folder.glob(f"*{_ENDING}")
        if _is_ours(path)
    }


def write(folder: Path, host: str, chain: str, private_pem: bytes) -> None:
    """Puts the file there whole or not at all, in place of a previous one of ours."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{host}{_ENDING}"
    if path.exists() and not _is_ours(path):
        log.error("senders.certificate_file.not_ours", file=path.name)
        return
    # It is made readable for its owner alone, and is named otherwise until it is whole.
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(_MARK + chain.rstrip("\n").encode() + b"\n" + private_pem)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)


def remove(folder: Path, host: str) -> None:
    """Removes the file, if it is ours."""
    path = folder / f"{host}{_ENDING}"
    if _is_ours(path):
        path.unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_MARK)) == _MARK
    except OSError:
        return False  # gone, no file, or another user's
