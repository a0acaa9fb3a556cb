"""bin/manage: Django's commands with the settings and services of this machine."""

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Iterator

from bin.local import backing_services, environments, lock, paths, venv
from bin.local.paths import ProductState
from bin.local.programs import Program, ProgramError

_HELP = """usage: bin/manage COMMAND [arguments]

Runs a Django command with the settings and services of this machine. While bin/start runs, its services are used;
else PostgreSQL and Redis are started for the time of the command. The commands:
"""


def main(arguments: list[str]) -> int:
    venv.activate()
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_HELP, flush=True)
        arguments = ["help", "--commands"]
    try:
        with _prepare_environment(paths.PRODUCT) as environment:
            called = build_program(*arguments, environment=environment)
            return _run_in_foreground(called)
    except ProgramError as error:
        raise SystemExit(str(error)) from error


def build_program(*arguments: str, environment: dict[str, str]) -> Program:
    argv = (str(venv.get_python()), "-m", "django", *arguments)
    settings = {**environment, "DJANGO_SETTINGS_MODULE": "server.settings", "PYTHONPATH": str(paths.ROOT)}
    return Program(name=f"bin/manage {arguments[0]}", argv=argv, environment=settings, folder=paths.ROOT)


@contextlib.contextmanager
def _prepare_environment(state: ProductState) -> Iterator[dict[str, str]]:
    if lock.is_locked(state.lock) and state.environment.exists():
        yield {
            **json.loads(state.environment.read_text()),
            **os.environ,
            "PATH": environments.build_toolchain_environment()["PATH"],
        }
        return
    state.make()
    tools = environments.build_toolchain_environment()
    with lock.acquire(state, command="bin/manage"):
        services = backing_services.choose_services(state, environment=tools, with_mail=False)
        with backing_services.run_services(services, state):
            yield environments.build_product_environment(state, port=8000, backing=services.settings)


def _run_in_foreground(called: Program) -> int:
    # Ctrl-C reaches the command itself, which is in our group. This process outlives it to stop the services.
    earlier = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.run(
            called.argv,
            env=dict(called.environment),
            cwd=called.folder,
            check=False,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ).returncode
    finally:
        signal.signal(signal.SIGINT, earlier)
