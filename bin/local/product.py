"""bin/start and bin/dev: the whole product on this machine, from nothing to the printed URL."""

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from bin.local import (
    backing_services,
    client,
    console,
    environments,
    lock,
    management,
    node,
    outgoing_email,
    paths,
    ports,
    procfile,
    programs,
    schema,
    secret,
    sources,
    stopwatch,
    venv,
)
from bin.local.paths import ProductState
from bin.local.programs import Program, ProgramError
from bin.local.supervisor import Interrupted, Supervisor, Task

PORT = 8000
_SERVICE_RANK, _PROCESS_RANK = 0, 1  # the processes are stopped before their services
_READY_SECONDS = 120


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    state: ProductState = paths.PRODUCT
    port: int = PORT
    mail_port: int | None = None
    develop: bool = False
    with_client: bool = True


@dataclass(frozen=True)
class Addresses:
    """The addresses of the started product. Written to the state folder once it is ready."""

    app: str
    pages: str
    inbox: str | None
    smtp: str
    # The port for bounces and complaints.
    bounces: str
    # Submission for applications, over STARTTLS and implicit TLS, and the certificate to trust.
    submission: str
    submissions: str
    certificate: str
    # The output of the demo: how to sign in. Empty without it.
    demo: str


def main(arguments: list[str], *, develop: bool) -> int:
    parser = argparse.ArgumentParser(
        prog="bin/dev" if develop else "bin/start",
        description=(
            "Like bin/start, but with Vite's dev server in front, and restarts the server when its code changes."
            if develop
            else "Installs what is missing, builds the client, starts PostgreSQL, Redis, an email catcher and the "
            "product, and prints the address and the demo's sign-in. Ctrl-C stops everything. With DATABASE_URL, "
            "REDIS_URL or SMTP_URL set, it uses those instead. docs/operations.md lists every setting."
        ),
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"port of the app (default: {PORT})")
    parser.add_argument("--mail-port", type=int, help="port of the email inbox (default: 1080, or a free port)")
    parser.add_argument("--data", type=Path, help="data folder (default: .local/product)")
    parser.add_argument("--without-client", action="store_true", help="skip the build of the client")
    chosen = parser.parse_args(arguments)
    venv.activate()
    state = ProductState(chosen.data.resolve()) if chosen.data else paths.PRODUCT
    return start(
        Options(
            state=state,
            port=chosen.port,
            mail_port=chosen.mail_port,
            develop=develop,
            with_client=not chosen.without_client and client.has_client(),
        )
    )


def start(options: Options) -> int:
    options.state.make()
    name = "bin/dev" if options.develop else "bin/start"
    with lock.acquire(options.state, command=name):
        port = ports.require_port(options.port, option="--port")
        try:
            with Supervisor(pids=get_pids_file(options.state), patient=options.develop) as supervisor:
                _run(supervisor, options, port)
        except Interrupted:
            console.say("Stopped.")
            return 0
        except ProgramError as error:
            console.say(f"Stopped, because {error}")
            return 1
        finally:
            get_addresses_file(options.state).unlink(missing_ok=True)
            options.state.environment.unlink(missing_ok=True)
    return 0


def get_addresses_file(state: ProductState) -> Path:
    """Exists while the product is ready."""
    return state.folder / "addresses.json"


def get_pids_file(state: ProductState) -> Path:
    """The names and process ids of all running programs, for callers that kill one."""
    return state.folder / "pids.json"


def _run(supervisor: Supervisor, options: Options, port: int) -> None:
    tools = environments.build_toolchain_environment()
    node.install()
    if "SMTP_URL" not in tools:
        outgoing_email.install(environment=tools)
    building = _prepare_client(supervisor, options, tools) if options.with_client else None

    vite_port, server_port = (port, ports.choose_port(port + 1)) if options.develop else (None, port)
    services = backing_services.choose_services(options.state, environment=tools, mail_port=options.mail_port)
    settings = partial(
        environments.build_product_environment,
        options.state,
        port=server_port,
        app_port=vite_port,
        backing=services.settings,
    )
    environment = settings()
    for program in services.programs:
        supervisor.start(program, rank=_SERVICE_RANK, log=options.state.log / f"{program.name}.log")
    for program in services.programs:
        supervisor.wait_until_ready(program)
    demo = _prepare_data(supervisor, options.state, environment)
    if building is not None:
        supervisor.finish(building)
    # Again: at a first start, ports that were free might be in use by now.
    environment = settings()
    secret.write_private(options.state.environment, json.dumps(environment))
    processes = _build_processes(environment, server_port)
    if vite_port is not None and options.with_client:
        processes.append(_build_vite(environment, vite_port, server_port))
    # Processes with a readiness check start first: beside the imports of the others they would take twice as long.
    awaited = [program for program in processes if program.ready is not programs.is_always_ready]
    for program in awaited:
        supervisor.start(program, rank=_PROCESS_RANK)
    for program in awaited:
        supervisor.wait_until_ready(program)
    sign_in = "" if demo is None else supervisor.finish(demo).strip()
    for program in processes:
        if program not in awaited:
            supervisor.start(program, rank=_PROCESS_RANK)

    addresses = Addresses(
        app=f"http://localhost:{port}",
        pages=environment["DASH_PAGES_ORIGIN"],
        inbox=services.inbox_url,
        smtp=environment["SMTP_URL"],
        bounces=f"smtp://{ports.LOOPBACK}:{environment['DASH_BOUNCE_PORT']}",
        submission=f"smtp://{ports.LOOPBACK}:{environment['DASH_SUBMISSION_PORT']}",
        submissions=f"smtps://{ports.LOOPBACK}:{environment['DASH_SUBMISSION_TLS_PORT']}",
        certificate=environment["DASH_SMTP_CERTIFICATE"],
        demo=sign_in,
    )
    secret.write_private(get_addresses_file(options.state), json.dumps(vars(addresses)))
    _print_addresses(addresses)
    _supervise(supervisor, [program.name for program in processes] if options.develop else [])


def _prepare_client(supervisor: Supervisor, options: Options, tools: dict[str, str]) -> Task | None:
    """Returns None if no build is needed."""
    if not options.develop and client.is_built():
        return None
    client.install(environment=tools)
    if options.develop:
        return None
    console.say("Building the client")
    return supervisor.start_task(client.create_build_program(environment=tools))


def _prepare_data(supervisor: Supervisor, state: ProductState, environment: dict[str, str]) -> Task | None:
    """Migrates the database if needed, and starts the demo command, which prints how to sign in.

    A new demo is loaded before the product runs. An existing one is only checked, while the product starts.
    """
    url = environment["DATABASE_URL"]
    is_current = schema.is_current(state, url=url)
    if not is_current:
        supervisor.run(management.build_program("migrate", "--no-input", environment=environment))
    demo = None
    if environment["DASH_DEMO"] == "true":
        console.say("Checking the demo team" if is_current else "Preparing the demo team")
        demo = supervisor.start_task(management.build_program("demo", environment=environment))
    if not is_current:
        if demo is not None:
            supervisor.finish(demo)
        schema.record_migrated(state, url=url)
    return demo


def _build_processes(environment: dict[str, str], port: int) -> list[Program]:
    return [
        Program(
            name=name,
            argv=("/bin/sh", "-c", f"exec {command}"),
            environment=environment,
            folder=paths.ROOT,
            ready=_build_readiness_check(name, port, environment),
            ready_seconds=_READY_SECONDS,
        )
        for name, command in procfile.read(paths.ROOT / "Procfile").items()
    ]


def _build_readiness_check(name: str, port: int, environment: dict[str, str]) -> Callable[[], bool]:
    if name == "web":
        return _build_web_readiness_check(port)
    if name == "smtp":
        named = ("DASH_BOUNCE_PORT", "DASH_SUBMISSION_PORT", "DASH_SUBMISSION_TLS_PORT")
        return partial(_are_all_accepting, [int(environment[name]) for name in named])
    return programs.is_always_ready


def _are_all_accepting(wanted: list[int]) -> bool:
    return all(map(ports.is_accepting, wanted))


def _build_vite(environment: dict[str, str], port: int, server_port: int) -> Program:
    script = paths.CLIENT / "node_modules" / "vite" / "bin" / "vite.js"
    argv = ("node", str(script), "--host", "localhost", "--port", str(port), "--strictPort", "--clearScreen", "false")
    return Program(
        name="vite",
        argv=argv,
        environment={**environment, "APP_SERVER": f"http://{ports.LOOPBACK}:{server_port}"},
        folder=paths.CLIENT,
        ready=lambda: not ports.is_free(port),
    )


def _build_web_readiness_check(port: int) -> Callable[[], bool]:
    def ready() -> bool:
        with suppress(OSError, HTTPException):
            connection = HTTPConnection(ports.LOOPBACK, port, timeout=5)
            connection.request("GET", "/readyz", headers={"Host": f"localhost:{port}"})
            return connection.getresponse().status == 200
        return False

    return ready


def _print_addresses(addresses: Addresses) -> None:
    lines = ["", f"Dashboard SMTP is ready after {stopwatch.describe()}.", f"  The app         {addresses.app}"]
    if addresses.inbox:
        lines.append(f"  The mail inbox  {addresses.inbox}   (every mail it sends ends here)")
    lines.append(f"  Mail submission {addresses.submission}   (STARTTLS, user `apikey`, an API key as the password)")
    lines += [f"  {line}" for line in addresses.demo.splitlines()]
    lines += ["Ctrl-C stops everything.", ""]
    console.say("\n".join(lines))


def _supervise(supervisor: Supervisor, reload: list[str]) -> None:
    watched = sources.SourceWatcher(paths.ROOT, ("server", "realtime", "tasks"))
    while True:
        supervisor.tick()
        if reload and (changed := watched.changed()):
            console.say(f"{changed} changed; starting the server's processes again")
            for name in reload:
                if name != "vite":  # it watches its own files
                    supervisor.restart(name)
