"""The environment of the product's processes."""

import os
from collections.abc import Mapping

from bin.local import certificate, paths, ports, secret
from bin.local.paths import ProductState

BOUNCE_PORT = 10025
SUBMISSION_PORT, SUBMISSION_TLS_PORT = 10587, 10465

# The heap of each thread retains freed memory: with few of them a worker that imports is 20 MB smaller. Blocks from 128
# KiB on are allocated from the system and returned to it. Otherwise a heap retains 19 MiB per hashed password.
ALLOCATOR = {
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": str(128 << 10),
    "MALLOC_TRIM_THRESHOLD_": str(2 << 20),
}


def build_toolchain_environment() -> dict[str, str]:
    """The current environment, with the project's Node and Python first on PATH."""
    environment = dict(os.environ)
    folders = [str(paths.NODE_BIN), str(paths.VENV / "bin"), environment.get("PATH", os.defpath)]
    environment["PATH"] = os.pathsep.join(folders)
    environment["PYTHONUNBUFFERED"] = "1"
    environment["npm_config_update_notifier"] = "false"
    # Containers often disable bytecode files. Then each of the many processes would compile the whole project again.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment.setdefault("NODE_COMPILE_CACHE", str(paths.LOCAL / "node-bytecode"))
    for name, value in ALLOCATOR.items():
        environment.setdefault(name, value)
    if os.geteuid() == 0:
        # True but useless if a whole local start runs as root, as in containers.
        environment["PYTHONWARNINGS"] = "ignore:You're running the worker with superuser privileges"
    return environment


def build_product_environment(
    state: ProductState, *, port: int, app_port: int | None = None, backing: Mapping[str, str]
) -> dict[str, str]:
    """Every setting of a local start. Settings in the current environment take precedence.

    `port` is the server's. `app_port` is the port on which the browser reaches the app: Vite's in bin/dev.
    """
    chain, key = certificate.get_or_create(state.secrets)
    app_ports = [port] if app_port is None else [app_port, port]
    local = {
        "DASH_SECRET_KEY": secret.get_or_create(state.secrets / "signing-key"),
        "DASH_APP_ORIGINS": ",".join(f"http://localhost:{each}" for each in app_ports),
        "DASH_PAGES_ORIGIN": f"http://{ports.LOOPBACK}:{port}",
        "DASH_UPLOAD_FOLDER": str(state.uploads),
        "DASH_SPOOL_FOLDER": str(state.spool),
        "DASH_SPF_INCLUDE": "spf.dashboard-smtp.example",
        "DASH_DEMO": "true",
        "DASH_LOG_FORMAT": "console",
        "DASH_BOUNCE_PORT": str(ports.choose_port(BOUNCE_PORT)),
        "DASH_SUBMISSION_PORT": str(ports.choose_port(SUBMISSION_PORT)),
        "DASH_SUBMISSION_TLS_PORT": str(ports.choose_port(SUBMISSION_TLS_PORT)),
        "DASH_SMTP_CERTIFICATE": str(chain),
        "DASH_SMTP_KEY": str(key),
        "BEAT_SCHEDULE": str(state.folder / "beat-schedule"),
    }
    return {**local, **build_toolchain_environment(), **backing, "PORT": str(port)}
