"""A process of the fork server is like any other, with the settings of its own environment."""

import signal
import subprocess
from pathlib import Path

import pytest

from tests.realtime import harness
from tests.realtime.fork_server import ForkedProcess, ForkServer

pytestmark = pytest.mark.django_db


@pytest.fixture
def forks() -> ForkServer:
    """The fork server of the test run."""
    assert harness.FORKS is not None
    return harness.FORKS


def start(forks: ForkServer, code: str, log: Path | None = None, **environment: str) -> ForkedProcess:
    return forks.start(["timeit", "-n", "1", "-r", "1", code], harness.stores() | environment, log=log)


def test_a_child_has_an_environment_and_a_log_of_its_own(forks: ForkServer, tmp_path: Path) -> None:
    code = (
        "import os, sys; from django.conf import settings;"
        " print(settings.APP_ORIGINS, os.environ['DASH_APP_ORIGINS'], file=sys.stderr)"
    )
    logs = []

    for port in (8001, 8002):
        log = tmp_path / f"{port}.log"
        start(forks, code, log, DASH_APP_ORIGINS=f"http://localhost:{port}").wait(20)
        logs.append(log.read_text())

    assert logs == [
        "['http://localhost:8001'] http://localhost:8001\n",
        "['http://localhost:8002'] http://localhost:8002\n",
    ]


def test_a_child_is_signalled_and_killed_alone(forks: ForkServer) -> None:
    first, second = (start(forks, "import time; time.sleep(60)") for _ in range(2))

    assert first.is_running()
    with pytest.raises(subprocess.TimeoutExpired):
        first.wait(0)
    first.send_signal(signal.SIGKILL)
    first.wait(20)

    assert (first.is_running(), second.is_running()) == (False, True)
    second.send_signal(signal.SIGINT)
    second.wait(20)


def test_a_child_has_what_is_loaded_and_no_thread_of_python(forks: ForkServer, tmp_path: Path) -> None:
    code = (
        "import sys, threading; loaded = [name in sys.modules for name in ('server.urls', 'daphne.server')];"
        " print(*loaded, threading.active_count(), file=sys.stderr)"
    )

    start(forks, code, tmp_path / "log").wait(20)

    assert (tmp_path / "log").read_text() == "True False 1\n"


def test_another_value_of_a_setting_that_was_read_while_loading_has_all_loaded_again(tmp_path: Path) -> None:
    forks, log = ForkServer(), tmp_path / "log"
    code = "import sys; from server.core.broker import celery; print(celery.conf.broker_url, file=sys.stderr)"
    urls = ["redis://127.0.0.1:1/1", "redis://127.0.0.1:1/1", "redis://127.0.0.1:1/2"]
    launches, logs = [], []

    for url in urls:
        start(forks, code, log, REDIS_URL=url).wait(20)
        launches.append(forks.launches)
        logs.append(log.read_text().strip())
    forks.close()

    assert logs == urls
    assert launches == [1, 1, 2]


def test_a_fork_server_that_has_ended_fails_one_start_and_is_launched_by_the_next(tmp_path: Path) -> None:
    forks, log = ForkServer(), tmp_path / "log"
    code = "import sys; print('there', file=sys.stderr)"
    start(forks, code, log).wait(20)
    assert forks._process is not None
    forks._process.kill()
    forks._process.wait(20)

    with pytest.raises(RuntimeError, match="exit code -9"):
        start(forks, code, log)
    start(forks, code, log).wait(20)
    forks.close()

    assert log.read_text() == "there\n"
    assert forks.launches == 2
