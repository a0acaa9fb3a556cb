"""Calls every operation of both APIs with hostile requests, and with valid but unusual ones.

    python -m bench.prove.fuzz [--seed N] [--requests N]

It uses its own web process without other load. Each parameter and each property of a body is tested at its extremes.
Then follow cases that schemathesis generates from the documents, as the admin (also an operator), a member, an API key
and signed out. Paths, queries and bodies have real ids of a filled team with some probability, to reach more than 404.

It passes if no request gets a 500 or no response, each response matches its document, no request that the document
forbids is accepted, and no response takes more than two seconds.
"""

import argparse
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from bench import stage
from bin.local import paths

if TYPE_CHECKING:
    from bench.prove.fuzz_cases import AnyCase
    from bench.prove.fuzz_team import Callers, RealIds

REQUESTS = 150_000
EXTREMES_SHARE = 0.5  # at most, of all requests
BATCH = 12  # cases of one operation, mode and caller
SLOW_SECONDS = 2.0
PATIENCE_SECONDS = 30.0
START_SECONDS = 300.0
DOCUMENT_SECONDS = 120.0  # the first request of a process waits until everything is loaded
RENEW_EVERY = 40  # operations
SHOWN = 40
SHOWN_CURL_CHARS = 1_500  # the ledger has more
MAX_CURL_CHARS = 50_000
LEDGERS = paths.LOCAL / "prove"
MAIN, TRANSACTIONAL = "/api/openapi.json", "/trx-api/openapi.json"
CALLERS: dict[str, tuple[str | None, ...]] = {
    MAIN: ("admin", "member", None),
    TRANSACTIONAL: ("trx admin", "key", "trx member", None),
}
# Errors that change the caller: its sessions, role and plan are restored immediately.
ENDING_CODES = frozenset(
    {
        *("tokenException", "forceOutException", "keyUnknown"),
        *("userLocked", "userSuspended", "userExpired", "featureDisabled"),
    }
)
# daphne closes the connection at a longer line, and nginx rejects it before. `abuse` covers bodies over the limit.
MAX_QUERY_BYTES = 12_000
MAX_BODY_BYTES = 1_500_000


@dataclass(slots=True)
class Fault:
    """A fault and how to reproduce it."""

    kind: str
    operation: str
    caller: str
    said: str
    curl: str


@dataclass(slots=True)
class FuzzResults:
    """The results of one seed."""

    seed: int
    wanted: int
    requests: int = 0
    seconds: float = 0.0
    statuses: dict[str, int] = field(default_factory=dict)
    by_part: dict[str, int] = field(default_factory=dict)
    operations: int = 0
    reached: int = 0
    longest_seconds: float = 0.0
    median_ms: float = 0.0
    renewed: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def failures(self) -> list[str]:
        seen: dict[tuple[str, str, str], Fault] = {}
        for fault in self.faults:
            seen.setdefault((fault.kind, fault.operation, fault.said[:60]), fault)
        return [
            f"{fault.kind}: {fault.operation} as {fault.caller}: {fault.said}\n    {fault.curl[:SHOWN_CURL_CHARS]}"
            for fault in seen.values()
        ]


class FuzzRun:
    """One seed against a web process."""

    def __init__(self, url: str, callers: "Callers", ids: "RealIds", verdict: FuzzResults) -> None:
        import requests  # noqa: PLC0415
        import schemathesis  # noqa: PLC0415

        from bench.prove import fuzz_cases  # noqa: PLC0415

        self._url, self._callers, self._ids, self._verdict = url, callers, ids, verdict
        self._session = requests.Session()
        # Otherwise it searches the environment for a proxy at each request.
        self._session.trust_env = False
        self._random = Random(verdict.seed)
        self._statuses: Counter[str] = Counter()
        self._parts: Counter[str] = Counter()
        self._reached: set[str] = set()
        self._called: set[str] = set()
        self._times: list[float] = []
        self._since_renewed = 0
        fuzz_cases.install_formats()
        self._checks = _checks()
        self._documents = {
            path: schemathesis.openapi.from_dict(
                _without_security(self._session.get(f"{url}{path}", timeout=DOCUMENT_SECONDS).json())
            )
            for path in CALLERS
        }
        for document in self._documents.values():  # a command is printed with $TOKEN instead of the token
            document.config.output.sanitization.update(enabled=False)

    def run(self) -> None:
        from schemathesis.core.result import Ok  # noqa: PLC0415

        verdict, began = self._verdict, time.monotonic()
        operations = [
            (path, result.ok())
            for path, schema in self._documents.items()
            for result in schema.get_all_operations()
            if isinstance(result, Ok)
        ]
        verdict.operations = len(operations)
        self._extremes(operations, int(verdict.wanted * EXTREMES_SHARE))
        turn = 0
        while not self._is_done():
            turn += 1
            self._draws(operations, turn)
        verdict.seconds = round(time.monotonic() - began, 1)
        verdict.statuses = dict(sorted(self._statuses.items()))
        verdict.by_part = dict(self._parts)
        verdict.reached = len(self._reached)
        verdict.renewed = self._callers.renewed
        verdict.median_ms = round(sorted(self._times)[len(self._times) // 2] * 1_000, 1)

    def _is_done(self) -> bool:
        return self._verdict.requests >= self._verdict.wanted

    def _extremes(self, operations: list[tuple[str, Any]], most: int) -> None:
        from bench.prove import fuzz_cases  # noqa: PLC0415

        for path, operation in operations:
            self._prepare()
            makers = list(fuzz_cases.extremes(operation, self._ids))
            share = most // len(operations)
            if len(makers) > share:
                makers = [makers[0], *self._random.sample(makers[1:], max(share - 1, 0))]
            cases = [case for make in makers if (case := make()) is not None]
            caller = CALLERS[path][0]
            self._call_all(cases, caller, "extremes")
            self._call_all(cases[:1], CALLERS[path][1], "extremes")

    def _draws(self, operations: list[tuple[str, Any]], turn: int) -> None:
        from schemathesis import GenerationMode  # noqa: PLC0415

        from bench.prove import fuzz_cases  # noqa: PLC0415

        order = list(operations)
        self._random.shuffle(order)
        for path, operation in order:
            callers = CALLERS[path]
            caller = callers[(turn + self._random.randrange(2)) % len(callers)] if turn > 1 else callers[0]
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                if self._is_done():
                    return
                self._prepare()
                seed = self._random.randrange(2**32)
                cases = fuzz_cases.drawn(operation, mode, BATCH, seed)
                if mode is GenerationMode.POSITIVE:  # those of the other mode are invalid on purpose
                    cases = [fuzz_cases.made_real(case, self._ids, self._random) for case in cases]
                else:
                    cases = [fuzz_cases.with_real_path(case, self._ids) for case in cases]
                self._call_all(cases, caller, mode.value)

    def _prepare(self) -> None:
        from bench.prove import fuzz_team  # noqa: PLC0415

        self._since_renewed += 1
        if self._since_renewed >= RENEW_EVERY:
            self._since_renewed = 0
            self._callers.renew()
        fuzz_team.lift_limits()

    def _call_all(self, cases: "Iterable[AnyCase]", caller: str | None, part: str) -> None:
        for case in cases:
            if not self._is_done() and not _is_too_long(case):
                self._call(case, caller, part)

    def _call(self, case: "AnyCase", caller: str | None, part: str) -> None:
        import requests  # noqa: PLC0415

        verdict = self._verdict
        operation_id = str(case.operation.definition.raw["operationId"])
        headers = {"Authorization": f"Bearer {self._callers.tokens[caller]}"} if caller else {}
        began = time.monotonic()
        try:
            response = self._send(case, headers)
        except requests.RequestException as error:
            self._fault("no answer", case, caller, type(error).__name__)
            return
        except (UnicodeError, ValueError):
            return  # the case cannot be sent as a request
        took = time.monotonic() - began
        verdict.requests += 1
        self._statuses[str(response.status_code)] += 1
        self._parts[part] += 1
        self._called.add(operation_id)
        self._times.append(took)
        if response.status_code < 300:
            self._reached.add(operation_id)
        if took > SLOW_SECONDS:
            took = min(took, *(self._again(case, headers) for _ in range(2)))
            if took > SLOW_SECONDS:
                self._fault("slow", case, caller, f"{took:.1f} s, the quickest of three")
        verdict.longest_seconds = max(verdict.longest_seconds, round(took, 3))
        self._check_response(case, response, caller, part)
        if caller and response.status_code in (401, 403) and _code(response) in ENDING_CODES:
            self._callers.renew()
        if response.status_code == 404 or case.method == "DELETE":
            self._ids.path(operation_id, fresh=True)

    def _send(self, case: "AnyCase", headers: dict[str, str]) -> Any:
        return case.call(
            base_url=self._url, session=self._session, headers=headers, timeout=PATIENCE_SECONDS, allow_redirects=False
        )

    def _again(self, case: "AnyCase", headers: dict[str, str]) -> float:
        began = time.monotonic()
        self._send(case, headers)
        return time.monotonic() - began

    def _check_response(self, case: "AnyCase", response: Any, caller: str | None, part: str) -> None:
        from schemathesis.core.failures import Failure, FailureGroup  # noqa: PLC0415

        checks = [*self._checks["always"], *(self._checks["accepted"] if response.status_code < 300 else ())]
        if part == "extremes":
            checks = self._checks["always"]
        try:
            case.validate_response(response, checks=checks)
        except FailureGroup as group:
            for failure in group.exceptions:
                if _is_tolerated(str(failure)):
                    continue
                title = getattr(failure, "title", type(failure).__name__)
                self._fault(title, case, caller, f"{response.status_code} {str(failure)[:400]}")
        except Failure as failure:
            if not _is_tolerated(str(failure)):
                self._fault(type(failure).__name__, case, caller, f"{response.status_code} {str(failure)[:400]}")

    def _fault(self, kind: str, case: "AnyCase", caller: str | None, said: str) -> None:
        headers = {"Authorization": "Bearer $TOKEN"} if caller else {}
        try:
            curl = case.as_curl_command(headers=headers)
        except Exception as error:
            curl = f"({type(error).__name__}) {case.method} {case.formatted_path} {str(case.body)[:500]}"
        operation = f"{case.method} {case.operation.path}"
        self._verdict.faults.append(
            Fault(kind, operation, caller or "nobody", " ".join(said.split()), curl[:MAX_CURL_CHARS])
        )


def _without_security(document: dict[str, Any]) -> dict[str, Any]:
    """The document without its security scheme, because each call has its caller's token."""
    document["components"].pop("securitySchemes", None)
    for path in document["paths"].values():
        for operation in path.values():
            operation.pop("security", None)
    return document


def _is_too_long(case: "AnyCase") -> bool:
    query = urlencode(case.query or {}, doseq=True, errors="replace")
    written = json.dumps(case.body) if isinstance(case.body, dict | list | str) else ""
    return len(query) > MAX_QUERY_BYTES or len(written) > MAX_BODY_BYTES


def _is_tolerated(failure: str) -> bool:
    """Whether the accepted violation of the document is only an unknown query parameter."""
    named = re.findall(r"- (\w+): violates `(\w+)`", failure)
    return bool(named) and all(one == ("query", "additionalProperties") for one in named)


def _code(response: Any) -> str | None:
    try:
        body = response.json()
    except ValueError:
        return None
    return body.get("code") if isinstance(body, dict) else None


def _checks() -> dict[str, list[Any]]:
    """Schemathesis' checks: those of every response, and those of a response that accepts the request.

    Two kinds are excluded. Business rules reject some requests that the schema allows. Calls without a token and with
    other methods need further requests, and are tested for every operation (tests/architecture/test_callers.py,
    test_methods.py).
    """
    from schemathesis import checks as known  # noqa: PLC0415
    from schemathesis.specs.openapi import checks  # noqa: PLC0415

    return {
        "always": [
            known.not_a_server_error,
            checks.status_code_conformance,
            checks.content_type_conformance,
            checks.response_headers_conformance,
            checks.response_schema_conformance,
        ],
        "accepted": [checks.negative_data_rejection, checks.missing_required_header],
    }


def prove(seed: int, *, requests: int) -> FuzzResults:
    """One seed with its own web process. Django is set up, and its database is the proof's own."""
    from bench.prove import fuzz_team  # noqa: PLC0415 -- needs Django
    from tests.realtime.harness import Server  # noqa: PLC0415

    verdict = FuzzResults(seed, requests)
    callers = fuzz_team.fill()
    server = Server("realtime.asgi:application", DASH_LOG_LEVEL="ERROR")
    server.start(START_SECONDS)
    try:
        FuzzRun(server.url, callers, fuzz_team.RealIds(callers.team), verdict).run()
    finally:
        server.stop()
    return verdict


def lines(verdict: FuzzResults) -> list[str]:
    causes = verdict.failures
    told = [
        f"seed {verdict.seed}: {verdict.requests} requests, {verdict.seconds} s: {verdict.by_part}",
        f"  {verdict.reached} of {verdict.operations} operations answered 2xx at least once",
        f"  statuses: {verdict.statuses}",
        f"  median {verdict.median_ms} ms, longest {verdict.longest_seconds} s; renewed {verdict.renewed} times",
        f"  faults: {len(verdict.faults)} of {len(causes)} causes",
    ]
    told += [f"  FAILED: {cause}" for cause in causes[:SHOWN]]
    return [*told, f"  {'FAILED' if causes else 'held'}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove fuzz", description="Calls every operation with unusual values.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    given = parser.parse_args()
    os.environ.setdefault("DASH_MIN_FREE_MEGABYTES", "0")
    stage.prepare("fuzz")
    verdict = prove(given.seed, requests=given.requests)
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"fuzz-{given.seed}.json").write_text(json.dumps(asdict(verdict), indent=1) + "\n")
    print("\n".join(lines(verdict)))
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
