import re
import subprocess
import sys
from pathlib import Path

import pytest

from bin.local import environments, paths
from bin.local.paths import ProductState


def test_what_the_environment_sets_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASH_DEMO", "false")

    settings = environments.build_product_environment(
        ProductState(tmp_path), port=8123, backing={"REDIS_URL": "redis://there"}
    )

    assert settings["DASH_DEMO"] == "false"
    assert settings["REDIS_URL"] == "redis://there"


def test_app_and_pages_are_two_origins_on_one_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASH_APP_ORIGINS")
    monkeypatch.delenv("DASH_PAGES_ORIGIN")

    settings = environments.build_product_environment(ProductState(tmp_path), port=8123, backing={})

    assert settings["DASH_APP_ORIGINS"] == "http://localhost:8123"
    assert settings["DASH_PAGES_ORIGIN"] == "http://127.0.0.1:8123"
    assert settings["PORT"] == "8123"


def test_the_development_server_is_an_app_origin_besides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASH_APP_ORIGINS")

    settings = environments.build_product_environment(ProductState(tmp_path), port=8124, app_port=8123, backing={})

    assert settings["DASH_APP_ORIGINS"] == "http://localhost:8123,http://localhost:8124"


def test_processes_keep_their_bytecode_also_where_the_environment_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("NODE_COMPILE_CACHE", raising=False)

    environment = environments.build_toolchain_environment()

    assert "PYTHONDONTWRITEBYTECODE" not in environment
    assert environment["NODE_COMPILE_CACHE"] == str(paths.LOCAL / "node-bytecode")


def test_the_image_and_a_local_start_set_up_the_allocator_alike() -> None:
    image = (paths.ROOT / "Dockerfile").read_text()

    assert dict(re.findall(r"(MALLOC_\w+)=(\d+)", image)) == environments.ALLOCATOR


def test_the_memory_of_a_hashed_password_returns_to_the_system() -> None:
    script = """
import threading
from pathlib import Path
from server.accounts.hashers import BoundedArgon2Hasher

def anonymous_kib():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith("RssAnon"))

def encode(hasher):
    for _ in range(3):
        hasher.encode("password", "saltsaltsalt")

def encode_in_thread(hasher):
    thread = threading.Thread(target=encode, args=[hasher])
    thread.start()
    thread.join()

class Small(BoundedArgon2Hasher):
    memory_cost = 64

encode_in_thread(Small())  # what the first call loads
before = anonymous_kib()
encode_in_thread(BoundedArgon2Hasher())
print(anonymous_kib() - before)
"""
    environment = {**environments.build_toolchain_environment(), **environments.ALLOCATOR}

    grown = subprocess.run(
        [sys.executable, "-c", script], cwd=paths.ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout

    assert int(grown) < 10 * 1024
