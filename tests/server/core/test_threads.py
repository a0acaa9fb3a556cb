"""A computing thread yields soon, in processes with an event loop."""

import sys
from collections.abc import Iterator

import pytest

from realtime import asgi
from server.core import daemon, threads
from server.transactional.wire import smtp


@pytest.fixture
def as_before() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("as_before")
def test_the_smtp_process_shortens_turns_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    monkeypatch.setattr(daemon, "run", lambda *_, **__: seen.append(sys.getswitchinterval()))
    sys.setswitchinterval(0.005)

    smtp.main()

    assert seen == [pytest.approx(threads.SWITCH_SECONDS)]


def test_the_web_process_has_shortened_turns_once_it_is_loaded() -> None:
    assert asgi.__name__ in sys.modules
    assert sys.getswitchinterval() == pytest.approx(threads.SWITCH_SECONDS)
