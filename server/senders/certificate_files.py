"""Certificate files for the TLS proxy: `<host>.pem` with the chain and private key, readable only by our user.

The folder can be shared: a file without our mark belongs to someone else and stays unchanged.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

import structlog

_ENDING = ".pem"
# PEM readers skip text outside of its blocks (RFC 7468, 2).
_MARK = b"# Written by Dashboard SMTP, which replaces and removes it.\n"

log = structlog.get_logger(__name__)


def list_written_hosts(folder: Path) -> dict[str, datetime]:
    """Returns the hosts with a file of ours and its modification time."""
    return {
        path.name.removesuffix(_ENDING): datetime.fromtimestamp(path.stat().st_mtime, UTC)
        for path in folder.glob(f"*{_ENDING}")
        if _is_ours(path)
    }


def write(folder: Path, host: str, chain: str, private_pem: bytes) -> None:
    """Writes the file atomically, replacing a previous one of ours."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{host}{_ENDING}"
    if path.exists() and not _is_ours(path):
        log.error("senders.certificate_file.not_ours", file=path.name)
        return
    # The temporary file is readable only by its owner and renamed when it is complete.
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(_MARK + chain.rstrip("\n").encode() + b"\n" + private_pem)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)


def remove(folder: Path, host: str) -> None:
    path = folder / f"{host}{_ENDING}"
    if _is_ours(path):
        path.unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_MARK)) == _MARK
    except OSError:
        return False  # missing, not a file, or another user's
