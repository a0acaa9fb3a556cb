"""An operator forces a whole team out: 2,000 signed-in browsers, from the start of the call to each closed socket.

Other calls with the team's tokens run at the same time: none that starts after the response may be accepted.
"""

import itertools
import json
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

from bench import report, stage

stage.prepare("forceout")

from bench.calibration import calibrate  # noqa: E402 -- after Django is set up
from bench.processes import cpu_seconds  # noqa: E402
from server.accounts.models import Session, User  # noqa: E402
from server.core import clock, outbox, stream  # noqa: E402
from server.core.callers import TokenKind, hash_token  # noqa: E402
from server.teams.models import Member, Team  # noqa: E402
from tests.cast import Person, make_operator, make_person, make_team  # noqa: E402
from tests.realtime.harness import NODE, Server  # noqa: E402

FOLDER = Path(__file__).resolve().parent
SOCKETS = 2_000
ROUNDS = 5
CALLERS = 4
# The team's calls per second: people continue to work during the force-out.
PAUSE_SECONDS = 0.02
# Per round, called once more at the end.
CHECKED_AFTER = 200
TIMEOUT_SECONDS = 30


@dataclass(slots=True)
class Calls:
    """Calls with the team's tokens: the start and the status of each."""

    made: list[tuple[float, int]] = field(default_factory=list)

    def accepted_after(self, moment: float) -> int:
        return sum(began > moment and status == 200 for began, status in self.made)


@dataclass(frozen=True, slots=True)
class ForceoutRound:
    """The results of one force-out."""

    told_ms: list[float]
    closed_ms: list[float]
    answer_ms: float
    cpu_ms: float
    accepted: int


def sign_in_everybody(team: Team, people: Sequence[User]) -> list[str]:
    now, tokens = clock.now(), [secrets.token_urlsafe(32) for _ in range(SOCKETS)]
    Session.objects.bulk_create(
        Session(
            user=people[number % len(people)],
            team_id=team.pk,
            kind=TokenKind.NORMAL,
            token_hash=hash_token(token),
            device="Bench",
            created_at=now,
            last_seen_at=now,
            expires_at=now + timedelta(days=30),
        )
        for number, token in enumerate(tokens)
    )
    return tokens


def make_people(team: Team) -> list[User]:
    now = clock.now()
    people = User.objects.bulk_create(
        User(email=f"p{number}@{team.slug}.example", password="!", validated_at=now, created_at=now)  # noqa: S106
        for number in range(SOCKETS)
    )
    Member.objects.bulk_create(Member(team=team, user=user, joined_at=now) for user in people)
    return people


class Browsers:
    """The Node process with the sockets."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        arguments = [str(NODE), str(FOLDER / "forceout_sockets.mjs"), str(port)]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(tokens) + "\n")
        self._process.stdin.flush()
        assert self.read_output() == {"ready": len(tokens)}

    def read_output(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The browsers ended early")
        told: dict[str, Any] = json.loads(line)
        return told

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def ask(connection: HTTPConnection, token: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def keep_calling(port: int, tokens: Iterator[str], calls: Calls, stop: threading.Event) -> None:
    connection = HTTPConnection("localhost", port, timeout=TIMEOUT_SECONDS)
    while not stop.is_set():
        began = time.time() * 1000
        status, _ = ask(connection, next(tokens), "GET", "/api/me")
        calls.made.append((began, status))
        stop.wait(PAUSE_SECONDS)
    connection.close()


def force_out(server: Server, operator: Person, team: Team, tokens: list[str]) -> ForceoutRound:
    browsers, calls, stop = Browsers(server.port, tokens), Calls(), threading.Event()
    callers = [
        threading.Thread(
            target=keep_calling, args=(server.port, itertools.cycle(tokens[number::CALLERS]), calls, stop), daemon=True
        )
        for number in range(CALLERS)
    ]
    connection = HTTPConnection("localhost", server.port, timeout=TIMEOUT_SECONDS)
    try:
        ask(connection, operator.token, "GET", "/api/me")
        for caller in callers:
            caller.start()
        spent, start = cpu_seconds(server.pid), time.time() * 1000
        path = f"/api/admin/teams/{team.pk}/end-sessions"
        status, body = ask(connection, operator.token, "POST", path, {"reason": "The bench asks for it"})
        answered = time.time() * 1000
        assert (status, body) == (200, {"sessions": SOCKETS}), body
        told = browsers.read_output()
        spent = cpu_seconds(server.pid) - spent
        stop.set()
        for caller in callers:
            caller.join()
        for token in tokens[:: SOCKETS // CHECKED_AFTER]:
            calls.made.append((time.time() * 1000, ask(connection, token, "GET", "/api/me")[0]))
    finally:
        stop.set()
        connection.close()
        browsers.end()
    assert len(told["told"]) == SOCKETS, f"only {len(told['told'])} were told"
    return ForceoutRound(
        [at - start for at in told["told"]],
        [at - start for at in told["closed"]],
        answered - start,
        spent * 1000,
        calls.accepted_after(answered),
    )


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def main() -> int:
    as_json = report.wants_json("forceout")
    report.say(calibrate().line(), as_json=as_json)
    with stream.connect() as client:
        client.flushdb()
    team = make_team("Kopi")
    people = make_people(team)
    operator = make_person("Putri", make_team("Desk"))
    make_operator(operator.user)
    rounds: list[ForceoutRound] = []
    server = Server("realtime.asgi:application", DASH_LOG_LEVEL="ERROR")
    server.start()
    try:
        for number in range(ROUNDS):
            rounds.append(force_out(server, operator, team, sign_in_everybody(team, people)))
            last = rounds[-1]
            line = (
                f"round {number + 1}: answered in {last.answer_ms:.0f} ms, all closed in {max(last.closed_ms):.0f} ms,"
                f" {last.cpu_ms:.0f} ms of CPU"
            )
            report.say(line, as_json=as_json)
    finally:
        server.stop()
        outbox.stop()
    told = [age for each in rounds for age in each.told_ms]
    closed = [age for each in rounds for age in each.closed_ms]
    return report.finish(
        [
            report.Figure("forceout.told", percentile(told, 0.99), "ms p99 to the event"),
            report.Figure("forceout.closed", percentile(closed, 0.99), "ms p99 to the closed socket"),
            report.Figure("forceout.p50", percentile(closed, 0.5), "ms p50 to the closed socket"),
            report.Figure("forceout.cpu", median(each.cpu_ms for each in rounds), "ms of CPU of the web process"),
            report.Figure("forceout.accepted", sum(each.accepted for each in rounds), "calls after the answer"),
        ],
        as_json=as_json,
    )


if __name__ == "__main__":
    sys.exit(main())
