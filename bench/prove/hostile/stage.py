"""The stage of `bin/prove abuse`: a started product with its teams, the customer, and the load process."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.prove import crash_product
from bench.prove.crash_product import Product
from bench.prove.hostile import measuring
from bench.prove.hostile.customer import ActiveCustomer
from bench.prove.hostile.load import LOOPBACK, AttackTarget
from bench.prove.hostile.registry import LoadKind
from bin.local import paths

PASSWORD = "a long password for the proof"  # noqa: S105 -- of a product that lives for minutes
TOKENS = 50
COLLECTING = paths.ROOT / "bench" / "prove" / "hostile" / "collecting"
SETTINGS = {
    "DASH_TRUSTED_PROXIES": LOOPBACK,
    "DASH_MIN_FREE_MEGABYTES": "64",
    "PYTHONPATH": str(COLLECTING),
}


class LoadFailed(Exception):
    """The load could not be created. The text has the reason."""


@dataclass(frozen=True)
class AbuseStage:
    """A product, its teams, and the active customer."""

    product: Product
    customer: ActiveCustomer
    target: AttackTarget
    teams: dict[str, dict[str, str]]


@contextmanager
def open_stage(seed: int) -> Iterator[AbuseStage]:
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.started(rules=[], seed=seed, ledger=ledger, settings=SETTINGS) as product:
            yield set_up(product, Path(folder))


def set_up(product: Product, folder: Path) -> AbuseStage:
    """Creates the teams on a started product, with previously sent emails."""
    measuring.limit_memory(product)
    teams: dict[str, dict[str, str]] = product.books("open_stage", PASSWORD)
    customer = ActiveCustomer(product, teams["customer"], PASSWORD, folder)
    customer.set_up()
    attacker = ActiveCustomer(product, teams["attacker"], PASSWORD, folder)
    attacker.set_up()
    environment = product.environment
    target = AttackTarget(
        port=product.port,
        bounce_port=int(environment["DASH_BOUNCE_PORT"]),
        submission_port=int(environment["DASH_SUBMISSION_PORT"]),
        submission_tls_port=int(environment["DASH_SUBMISSION_TLS_PORT"]),
        certificate=environment["DASH_SMTP_CERTIFICATE"],
        customer={name: teams["customer"][name] for name in ("email", "slug", "domain")},
        attacker=teams["attacker"],
        victim={name: teams["victim"][name] for name in ("email", "slug", "domain")},
        customer_tokens=product.books("list_recipient_tokens", customer.campaign_id, str(TOKENS)),
        attacker_tokens=product.books("list_recipient_tokens", attacker.campaign_id, str(TOKENS)),
    )
    return AbuseStage(product, customer, target, teams)


class Driver:
    """The load process of one kind."""

    def __init__(self, stage: AbuseStage, kind: LoadKind, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.prove.hostile.driver"],
            cwd=paths.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._write({"kind": kind.name, "per_second": kind.per_second, "seed": seed, "target": asdict(stage.target)})
        self._read()

    def run(self, origin: str, seconds: float, on_tick: Callable[[], None]) -> dict[str, Any]:
        """Runs one phase. Calls `on_tick` twice a second. Raises LoadFailed."""
        self._write({"origin": origin, "seconds": seconds})
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(min(0.5, max(0.0, end - time.monotonic())))
            on_tick()
        return self._read()

    def _write(self, value: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(value) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise LoadFailed(f"The driver ended: {error}") from error

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        outcome: dict[str, Any] = json.loads(line) if line else {"error": "the driver ended"}
        if "error" in outcome:
            raise LoadFailed(outcome["error"])
        return outcome

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
