"""Where things lie: the project, what is installed for it, and the state of one started product."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from bin.local import secret

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
VENV = LOCAL / "venv"
NODE_BIN = LOCAL / "node" / "bin"
MAIL_INSTALL = LOCAL / "mail"
CLIENT = ROOT / "client"
E2E = ROOT / "tests" / "e2e"

# PostgreSQL refuses to run as root and its other user can't enter a project of mode 0700, so that a start by root
# keeps PostgreSQL's own files here. Survives a reboot, unlike /tmp.
_OUTSIDE = Path("/var/tmp")  # noqa: S108 -- every folder made in it is checked for its owner


@dataclass(frozen=True)
class State:
    """The folder of one started product: its data, secrets, logs and run files. Two of them never share anything."""

    folder: Path

    @property
    def postgres(self) -> Path:
        """PostgreSQL's data. As root it lies outside of the project, under a name that is drawn and kept in the folder.

        So whoever deletes the folder starts afresh, and does not meet data whose password is gone.
        """
        if os.geteuid() != 0:
            return self.folder / "postgres"
        return outside(f"data-{secret.keep(self.folder / 'name')[:12]}")

    @property
    def redis(self) -> Path:
        return self.folder / "redis"

    @property
    def inbox(self) -> Path:
        return self.folder / "inbox"

    @property
    def kept_mail(self) -> Path:
        """What was sent and waits to be played by `bin/manage simulate`."""
        return self.folder / "kept-mail"

    @property
    def uploads(self) -> Path:
        return self.folder / "uploads"

    @property
    def spool(self) -> Path:
        return self.folder / "spool"

    @property
    def secrets(self) -> Path:
        return self.folder / "secrets"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def lock(self) -> Path:
        return self.folder / "lock"

    @property
    def environment(self) -> Path:
        """What the running product was started with, for bin/manage; of mode 0600, for it holds passwords."""
        return self.folder / "environment.json"

    def make(self) -> None:
        """Makes the folder, closed to other users of the machine."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        for folder in (self.secrets, self.log, self.uploads):
            folder.mkdir(mode=0o700, exist_ok=True)


PRODUCT = State(LOCAL / "product")


class ForeignFolder(SystemExit):
    """A folder outside of the project that root would trust belongs to somebody else."""


def outside(name: str) -> Path:
    """A path in this project's own folder outside of the project, for starts by root.

    Raises ForeignFolder when another user made that folder first: root would run what lies in it.
    """
    base = _OUTSIDE / f"dashboard-smtp-{_short_hash(ROOT)}"
    base.mkdir(mode=0o755, exist_ok=True)
    if base.is_symlink() or base.stat().st_uid != os.geteuid():
        raise ForeignFolder(f"{base} belongs to another user. Remove it and start again.")
    return base / name


def _short_hash(path: Path) -> str:
    return hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
