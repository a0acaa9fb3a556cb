"""A thread that computes gives way soon, in the processes with an event loop."""

import sys
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from realtime import asgi
from server.core import threads
from server.transactional.wire import smtp


@pytest.fixture
def as_before() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("as_before")
def test_the_smtp_process_shortens_turns_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def run(main: Coroutine[Any, Any, None]) -> None:
        seen.append(sys.getswitchinterval())
        main.close()

    process: Any = smtp
    monkeypatch.setattr(process.uvloop, "run", run)
    monkeypatch.setattr(process.logs, "configure", lambda: None)
    monkeypatch.setattr(process.garbage, "set_aside", lambda: None)
    sys.setswitchinterval(0.005)

    smtp.main()

    assert seen == [pytest.approx(threads.SWITCH_SECONDS)]


def test_the_web_process_has_shortened_turns_once_it_is_loaded() -> None:
    assert asgi.__name__ in sys.modules
    assert sys.getswitchinterval() == pytest.approx(threads.SWITCH_SECONDS)
