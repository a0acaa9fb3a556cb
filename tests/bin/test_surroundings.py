from pathlib import Path

import pytest

from bin.local import places, surroundings
from bin.local.places import State


def test_what_the_environment_sets_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASH_DEMO", "false")

    settings = surroundings.product(State(tmp_path), port=8123, backing={"REDIS_URL": "redis://there"})

    assert settings["DASH_DEMO"] == "false"
    assert settings["REDIS_URL"] == "redis://there"


def test_app_and_pages_are_two_origins_on_one_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASH_APP_ORIGINS")
    monkeypatch.delenv("DASH_PAGES_ORIGIN")

    settings = surroundings.product(State(tmp_path), port=8123, backing={})

    assert settings["DASH_APP_ORIGINS"] == "http://localhost:8123"
    assert settings["DASH_PAGES_ORIGIN"] == "http://127.0.0.1:8123"
    assert settings["PORT"] == "8123"


def test_the_development_server_is_an_app_origin_besides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASH_APP_ORIGINS")

    settings = surroundings.product(State(tmp_path), port=8124, app_port=8123, backing={})

    assert settings["DASH_APP_ORIGINS"] == "http://localhost:8123,http://localhost:8124"


def test_processes_keep_their_bytecode_also_where_the_environment_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("NODE_COMPILE_CACHE", raising=False)

    environment = surroundings.toolchain()

    assert "PYTHONDONTWRITEBYTECODE" not in environment
    assert environment["NODE_COMPILE_CACHE"] == str(places.LOCAL / "node-bytecode")
