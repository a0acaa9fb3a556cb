"""The cost of a message for the whole product: the CPU of every process during a campaign, including PostgreSQL's.

The product starts as by `bin/start`. A signed-in owner sends a campaign over HTTP to contacts of 40 domains, with the
newsletter of the bench. The CPU of everything that `bin/start` runs (web, workers, sender, PostgreSQL with its own
workers, Redis) counts from the request to one second after the last result. The sink and the bench do not count.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from psycopg import connect

from bench import report
from bench.prove import crash_product
from bench.prove.crash_http import Api
from bench.prove.crash_product import Product

MESSAGES, ROUNDS = 50_000, 3
WARM_UP = 500
# Workers still load the product for some seconds after the web process reports that it is ready.
QUIET_SECONDS, QUIET_SHARE, QUIET_WITHIN_SECONDS = 2.0, 0.25, 120.0
SETTLED_SECONDS = 1.0
POLL_SECONDS = 0.5
WAIT_SECONDS = 600.0
# No recipient is in the ledger, so that the sink is fast.
NOBODY = "nobody@nowhere.example"
# The newsletter uses merge tags that every team has.
TAGS = {"plan": "company", "points": "lastname", "voucher": "country"}
_SENT = """
SELECT c.sent FROM delivery_mailingcounters c JOIN delivery_mailing m ON m.id = c.mailing_id
WHERE m.origin = 'campaign' AND m.origin_id = %s
"""
_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_by_program(product: Product) -> dict[str, float]:
    """CPU seconds so far of each program that the product's supervisor runs, including its child processes.

    An ended process counts for the one that waited for it.
    """
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            parents[int(entry.name)] = int(fields[1])
            used[int(entry.name)] = sum(map(int, fields[11:15])) / _TICKS
    names = {pid: name for name, pid in product.pids().items()}
    found: dict[str, float] = dict.fromkeys(names.values(), 0.0)
    for pid, seconds in used.items():
        above = pid
        while above not in names and above in parents:
            above = parents[above]
        if above in names:
            found[names[above]] += seconds
    return found


def until_quiet(product: Product) -> None:
    """Waits until the started product is nearly idle. Raises TimeoutError."""
    until = time.monotonic() + QUIET_WITHIN_SECONDS
    before = sum(cpu_by_program(product).values())
    while time.monotonic() < until:
        time.sleep(QUIET_SECONDS)
        now = sum(cpu_by_program(product).values())
        if now - before < QUIET_SHARE * QUIET_SECONDS:
            return
        before = now
    raise TimeoutError("The product does not become quiet")


def send_campaign(product: Product, api: Api, body: str, *, recipients: int) -> dict[str, float]:
    """Sends a campaign to all contacts of the team. Returns the CPU time of each program. Raises TimeoutError."""
    made = api.post(
        "email-marketing",
        {
            "name": "Bench",
            "subject": "Hello {{ firstname }}",
            "content": {"kind": "markdown", "body": body},
            "recipients": {"all": True},
        },
    )
    # One connection for all checks: opening one costs PostgreSQL as much as some hundred messages.
    with connect(product.environment["DATABASE_URL"], autocommit=True) as line:
        before = cpu_by_program(product)
        api.post(f"email-marketing/{made['id']}/send")
        until = time.monotonic() + WAIT_SECONDS
        while line.execute(_SENT, [made["id"]]).fetchone() != (recipients,):
            if time.monotonic() > until:
                raise TimeoutError("The campaign was not sent in time")
            time.sleep(POLL_SECONDS)
        time.sleep(SETTLED_SECONDS)
    return {name: seconds - before.get(name, 0.0) for name, seconds in cpu_by_program(product).items()}


def measure(body: str, *, messages: int, rounds: int, as_json: bool) -> list[report.Figure]:
    for name, other in TAGS.items():
        body = body.replace(f"{{{{ {name} }}}}", f"{{{{ {other} }}}}")
    costs: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        sink: Sequence[str] = ["--ledger-of", NOBODY, "--ledger-unsynced"]
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.started(rules=[], seed=0, ledger=ledger, sink=sink) as product:
            made = product.books("prepare", "Warm", "Bench")
            for name, count in (("Warm", WARM_UP), ("Bench", messages)):
                product.books("audience", made[name]["team"], str(count))
            send_campaign(product, Api(product.port, made["Warm"]["token"]), body, recipients=WARM_UP)
            api = Api(product.port, made["Bench"]["token"])
            for turn in range(rounds):
                until_quiet(product)
                used = send_campaign(product, api, body, recipients=messages)
                costs.append({name: seconds / messages * 1e6 for name, seconds in used.items()})
                dearest = sorted(costs[-1].items(), key=lambda item: -item[1])
                told = ", ".join(f"{name} {cost:.1f}" for name, cost in dearest if cost >= 0.05)
                report.say(f"whole, round {turn + 1}: {told} µs a message", as_json=as_json)
    whole = statistics.median(sum(cost.values()) for cost in costs)
    return [report.Figure("send.whole", round(whole, 1), "µs a message")]
