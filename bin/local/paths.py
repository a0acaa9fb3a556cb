"""Paths: the project, its installations, and the state of one started product."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from bin.local import secret

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
VENV = LOCAL / "venv"
NODE_BIN = LOCAL / "node" / "bin"
EMAIL_INSTALL = LOCAL / "mail"
CLIENT = ROOT / "client"
E2E = ROOT / "tests" / "e2e"

# PostgreSQL refuses to run as root, and its other user can't enter a project of mode 0700. A start by root therefore
# stores PostgreSQL's own files here. Unlike /tmp, it survives a reboot.
_EXTERNAL_FOLDER = Path("/var/tmp")  # noqa: S108 -- every folder made in it is checked for its owner


@dataclass(frozen=True)
class ProductState:
    """The folder of one started product: its data, secrets, logs and run files. Two of them never share anything."""

    folder: Path

    @property
    def postgres(self) -> Path:
        """PostgreSQL's data. As root it is outside the project, under a random name that is stored in the folder.

        Deleting the folder therefore resets everything, and never leaves data without its password.
        """
        if os.geteuid() != 0:
            return self.folder / "postgres"
        return get_external_path(f"data-{secret.get_or_create(self.folder / 'name')[:12]}")

    @property
    def redis(self) -> Path:
        return self.folder / "redis"

    @property
    def inbox(self) -> Path:
        return self.folder / "inbox"

    @property
    def kept_mail(self) -> Path:
        """Sent emails that wait for `bin/manage simulate`."""
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
        """The environment of the running product, for bin/manage. Its mode is 0600, because it has passwords."""
        return self.folder / "environment.json"

    def make(self) -> None:
        """Creates the folder, without access for other users of the machine."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        for folder in (self.secrets, self.log, self.uploads):
            folder.mkdir(mode=0o700, exist_ok=True)


PRODUCT = ProductState(LOCAL / "product")


class ForeignFolder(SystemExit):
    """A folder outside the project that root would trust belongs to another user."""


def get_external_path(name: str) -> Path:
    """A path in this project's own folder outside the project, for starts by root.

    Raises ForeignFolder if another user created that folder before: root would run files in it.
    """
    base = _EXTERNAL_FOLDER / f"dashboard-smtp-{_hash_path(ROOT)}"
    base.mkdir(mode=0o755, exist_ok=True)
    if base.is_symlink() or base.stat().st_uid != os.geteuid():
        raise ForeignFolder(f"{base} belongs to another user. Remove it and start again.")
    return base / name


def _hash_path(path: Path) -> str:
    return hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
