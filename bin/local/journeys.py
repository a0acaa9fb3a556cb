"""The browser journeys of tests/e2e, and the started product that they use."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bin.local import backing_services, npm, paths, ports, product, programs, temporary_services, test_results
from bin.local.paths import ProductState
from bin.local.test_results import TestResults

LOG = paths.LOCAL / "log" / "journeys.log"
_READY_SECONDS = 300
_STOP_SECONDS = 90
# Becomes an operator of the support console once a journey has registered it and validated the address.
_OPERATOR = "operator@journeys.example"
# Zones of the DNS server that the product queries. The journeys write them.
_ZONES = "zones"
# Browsers resolve names under localhost to this machine, so that another vendor needs no name server.
_VENDOR_HOST, _VENDOR = "kuning.localhost", "cottonink"


def run_journeys(report: Path, *, walk: Callable[..., int], environment: Mapping[str, str]) -> TestResults:
    """Runs `walk`, a Playwright command, beside a started product and reads its JSON report from the file.

    `walk` takes the product's addresses as `extra` settings of its environment and returns an exit code.
    """
    npm.install(paths.E2E, environment=environment)
    with run_product(environment=environment) as addresses:
        code = walk(extra={**addresses, "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report)})
    return test_results.read_playwright(report).judged_by(code)


@contextmanager
def run_product(*, environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Runs a product with its own data during the block. Yields its addresses for the journeys.

    Ignores settings and services of the environment, so that a journey never touches existing data.
    """
    with temporary_services.create_state("journeys") as state:
        yield from _run_product(state, environment)


def _run_product(state: ProductState, environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    port, dns_port, receiver_port = ports.reserve_port(), ports.reserve_port(), ports.reserve_port()
    zones = state.folder / _ZONES
    zones.mkdir()
    vendor_url = f"http://{_VENDOR_HOST}:{port}"
    options = ("--data", str(state.folder), "--port", str(port), "--mail-port", str(ports.reserve_port()))
    settings = {
        "DASH_APP_ORIGINS": f"http://localhost:{port},{vendor_url}",
        "DASH_VENDOR_HOSTS": f"{_VENDOR_HOST}={_VENDOR}",
        "DASH_DEVELOPER_EMAIL": _OPERATOR,
        "DASH_INTERNAL_DOMAINS": _OPERATOR.partition("@")[2],
        "DASH_DNS_SERVERS": f"{ports.LOOPBACK}:{dns_port}",
        "DASH_SPF_INCLUDE": "spf.journeys.example",
        "DASH_REGISTRAR": "sandbox",
        # Links that a journey writes lead to the product itself, by names of its zones; webhooks to a journey's server.
        "DASH_EGRESS_LOOPBACK_PORTS": f"{port},{receiver_port}",
    }
    names = programs.Program(
        name="name server",
        argv=(
            *(str(paths.VENV / "bin" / "python"), "-m", "bench.name_server"),
            *("--port", str(dns_port), "--zones", str(zones)),
        ),
        environment={**environment, "PYTHONPATH": str(paths.ROOT)},
        folder=paths.ROOT,
        ready=lambda: ports.is_accepting(dns_port),
        stop_seconds=5,
    )
    program = programs.Program(
        name="bin/start",
        argv=(str(paths.ROOT / "bin" / "start"), *options),
        environment={name: value for name, value in environment.items() if not _is_setting(name)} | settings,
        folder=paths.ROOT,
        ready=product.get_addresses_file(state).exists,
        ready_seconds=_READY_SECONDS,
        stop_seconds=_STOP_SECONDS,
    )
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("wb") as output:
        answering = programs.start(names, output=output)
        running = programs.start(program, output=output)
        try:
            programs.wait_until_ready(program, running, log=LOG)
            addresses = json.loads(product.get_addresses_file(state).read_text())
            yield {
                "APP_URL": addresses["app"],
                "PAGES_URL": addresses["pages"],
                "INBOX_URL": addresses["inbox"],
                "SMTP_URL": addresses["smtp"],
                "BOUNCES_URL": addresses["bounces"],
                "SUBMISSION_URL": addresses["submission"],
                "SUBMISSIONS_URL": addresses["submissions"],
                "CERTIFICATE_FILE": addresses["certificate"],
                "RECEIVER_PORT": str(receiver_port),
                "DEMO_SIGN_IN": addresses["demo"],
                "VENDOR_URL": vendor_url,
                "OPERATOR_EMAIL": _OPERATOR,
                "ZONES_FOLDER": str(zones),
                "PIDS_FILE": str(product.get_pids_file(state)),
            }
        finally:
            programs.stop(program, running)
            programs.stop(names, answering)


def _is_setting(name: str) -> bool:
    return name.startswith("DASH_") or name in backing_services.SERVICES
