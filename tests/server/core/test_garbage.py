"""Garbage collection is delayed, and skips everything loaded at the start."""

import gc
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
import structlog
from django.core.management import call_command
from django.core.management.commands import migrate

from server import process
from server.core import garbage


@pytest.fixture
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("as_before")
def test_what_is_loaded_is_not_walked_any_more() -> None:
    kept = [{}]  # type: list[dict[str, object]]

    garbage.tune_collection()

    assert not any(one is kept for one in gc.get_objects())
    assert gc.get_threshold() == (garbage.YOUNGEST, garbage.YOUNG, garbage.OLD)
    circle: list[object] = []
    circle.append(circle)
    del circle
    assert gc.collect() >= 1


@pytest.mark.usefixtures("as_before")
@pytest.mark.parametrize("begin", [garbage.tune_collection, garbage.freeze_loaded_objects])
def test_a_search_that_was_off_while_the_process_loaded_begins(begin: Callable[[], None]) -> None:
    gc.disable()

    begin()

    assert gc.isenabled()


def test_a_process_loads_without_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    enabled: list[bool] = []
    loaded = SimpleNamespace(main=lambda: enabled.append(gc.isenabled()))
    monkeypatch.setattr(process, "import_module", {"server.delivery.wire.sender": loaded}.__getitem__)

    process.main("delivery.sender")
    gc.enable()
    structlog.contextvars.unbind_contextvars("process")

    assert enabled == [False]


@pytest.mark.parametrize("before", [gc.enable, gc.disable])
def test_migrations_run_without_collection(monkeypatch: pytest.MonkeyPatch, before: Callable[[], None]) -> None:
    enabled: list[bool] = []
    monkeypatch.setattr(migrate.Command, "handle", lambda *_, **__: enabled.append(gc.isenabled()))
    before()
    enabled.append(gc.isenabled())

    call_command("migrate")
    enabled.append(gc.isenabled())
    gc.enable()

    assert enabled == [before is gc.enable, False, before is gc.enable]
