"""Transactional email: the time until a message is stored, and until it reaches the next hop.

    python -m bench.submit [--json] [--seconds N] [--campaign N] [--teams N] [--share PART]

The smtp, web and messages processes run as in the Procfile, with a durable PostgreSQL. The applications are a separate
process (submit_load.py) on the same cores. Arrivals are random and don't wait for responses; a message's time starts
when it was due. A message is 11 kB of text and HTML.

`submit.smtp`: 300 messages a second from five teams, over 40 persistent connections after STARTTLS and AUTH. Of these,
ten a second use a new connection each and are reported separately (`submit.smtpFresh`: connecting, TLS, AUTH and the
message). The limit is a plain INSERT of a row of 10 kB, one after another without other load. The peer is Postfix with
the same client, if it is installed. `submit.http`: 200 a second by POST /trx-api/messages.

`submit.next`: from the response to the application until the next hop has the whole message, at 50 messages a second.
It is measured idle, and while the sender process sends another team's campaign. The goal assumes a campaign of
1,000,000 recipients. `--campaign` sets their number; fewer are enough if it is still being sent at the end.

With `--share` only a part of each rate is offered, for a busy machine. Then only the CPU per message is meaningful.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import stage

stage.prepare("submit")

from bench import submit_postfix  # noqa: E402 -- after Django is set up
from bench.calibration import calibrate  # noqa: E402
from bench.prove import sending_books as books  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from bench.send import BODY  # noqa: E402
from bench.sink import read_ledger  # noqa: E402
from bench.submit_load import ApplicationCredentials, Wanted  # noqa: E402
from bench.submit_stage import Played, SubmitStage, commits, drained, play, process, share, sink, started  # noqa: E402
from server.core import logs  # noqa: E402

SECONDS, WARM_SECONDS, TEAMS, CAMPAIGN = 30.0, 5.0, 5, 300_000
SMTP_RATE, FRESH_RATE, HTTP_RATE, NEXT_RATE = 300, 10, 200, 50
CONNECTIONS = 40
NEXT_CONNECTIONS = 10
ARRIVAL_SECONDS = 60.0


class Bench:
    """One run."""

    def __init__(self, stage: SubmitStage, *, seconds: float, part: float, as_json: bool) -> None:
        self._stage, self._seconds, self._part, self._as_json = stage, seconds, part, as_json

    def say(self, line: str) -> None:
        say(line, as_json=self._as_json)

    def rate(self, whole: float) -> str:
        return f"{whole * self._part:g}"

    def make_load(
        self, kind: str, rate: float, *, seed: int, fresh: float = 0, connections: int = CONNECTIONS
    ) -> Wanted:
        return Wanted(
            kind=kind,
            port=self._stage.submission if kind == "smtp" else self._stage.web,
            keys=list(self._stage.keys),
            rate=rate * self._part,
            seconds=self._seconds,
            warm_seconds=WARM_SECONDS,
            connections=connections,
            seed=seed,
            authority=str(self._stage.authority) if kind == "smtp" else "",
            fresh=fresh * self._part,
        )

    def play(self, name: str, wanted: Wanted) -> Played:
        before = self._stage.cpu()
        played = play(wanted)
        if not played.kept:
            raise RuntimeError(f"{name}: no message was accepted. Failures: {played.failed}")
        late, after = drained(), self._stage.cpu()
        messages = wanted.rate * (wanted.seconds + wanted.warm_seconds)
        used = ", ".join(f"{who} {(after[who] - before[who]) / messages * 1000:.2f}" for who in after)
        self.say(
            f"{name}: {len(played.kept)} messages at {wanted.rate:.0f}/s, p50 {share(played.kept, 0.5):.1f} ms, p99"
            f" {share(played.kept, 0.99):.1f}, longest {share(played.kept, 1):.1f}; failed: {played.failed or 'none'};"
            f" all sent on {late:.1f} s later; ms of CPU a message, with sending it on: {used}"
        )
        return played

    def smtp(self) -> list[Figure]:
        bare = commits()
        self.say(
            f"bare INSERTs: {len(bare) / sum(bare) * 1000:,.0f} durable commits/s, p50 {share(bare, 0.5):.2f} ms, p99"
            f" {share(bare, 0.99):.2f}"
        )
        played = self.play("smtp", self.make_load("smtp", SMTP_RATE, seed=1, fresh=FRESH_RATE))
        beside = ("a bare durable INSERT, one at a time", round(share(bare, 0.99), 2))
        figures = [
            Figure("submit.smtp", round(share(played.kept, 0.99), 1), f"ms p99 at {self.rate(SMTP_RATE)}/s", *beside),
            Figure("submit.smtpFailed", played.failures, "messages"),
        ]
        if played.fresh:
            fresh = round(share(played.fresh, 0.99), 1)
            figures.append(Figure("submit.smtpFresh", fresh, "ms p99 over a new connection"))
        return figures

    def http(self) -> list[Figure]:
        played = self.play("http", self.make_load("http", HTTP_RATE, seed=2))
        return [
            Figure("submit.http", round(share(played.kept, 0.99), 1), f"ms p99 at {self.rate(HTTP_RATE)}/s"),
            Figure("submit.httpFailed", played.failures, "messages"),
        ]

    def postfix(self, folder: Path, ours: float) -> list[Figure]:
        """The same over SMTP with Postfix, or the reason why not."""
        if why := submit_postfix.why_not():
            self.say(why)
            return []
        wanted = self.make_load("smtp", SMTP_RATE, seed=3, fresh=FRESH_RATE)
        certificate, private = self._stage.certificate, self._stage.private
        with submit_postfix.running(folder, certificate=certificate, private=private) as port:
            wanted.port, wanted.signs_in = port, False
            wanted.keys = [ApplicationCredentials("", key.sender) for key in self._stage.keys]
            theirs = self.play("Postfix", wanted)
        beside = ("Postfix with the same client, without AUTH", round(share(theirs.kept, 0.99), 1))
        return [Figure("submit.smtpPostfix", ours, f"ms p99 at {self.rate(SMTP_RATE)}/s", *beside)]

    def next_hop(self, campaign: int) -> list[Figure]:
        idle = self._sent_on("to the next hop, idle", seed=4)
        with sending(campaign) as mailing_id:
            before, at = books.sent(str(mailing_id)), time.monotonic()
            busy = self._sent_on("to the next hop, beside a campaign", seed=5)
            after = books.sent(str(mailing_id))
            self.say(
                f"the campaign went at {(after - before) / (time.monotonic() - at):,.0f} a second, {after:,} of"
                f" {campaign:,} sent"
            )
            if after >= campaign:
                raise RuntimeError("The campaign ended before the messages. Add recipients (--campaign)")
        beside = ("idle", round(share(idle, 0.99), 3))
        return [
            Figure("submit.next", round(share(busy, 0.99), 3), "s p99 beside a campaign"),
            Figure("submit.nextIdle", round(share(idle, 0.99), 3), "s p99"),
            Figure("submit.nextSlowed", round(share(busy, 0.99), 3), "s p99 beside a campaign", *beside),
        ]

    def _sent_on(self, name: str, *, seed: int) -> list[float]:
        """Sorted seconds from each response until the next hop had the message."""
        wanted = self.make_load("smtp", NEXT_RATE, seed=seed, connections=NEXT_CONNECTIONS)
        accepted = self.play(name, wanted).accepted
        until = time.monotonic() + ARRIVAL_SECONDS
        while True:
            arrived = {line["recipient"]: line["time"] for line in read_ledger(self._stage.ledger)}
            if accepted.keys() <= arrived.keys():
                break
            if time.monotonic() > until:
                raise TimeoutError(f"{len(accepted.keys() - arrived.keys())} of {len(accepted)} were not sent on")
            time.sleep(1)
        seconds = sorted(max(0.0, arrived[recipient] - at) for recipient, at in accepted.items())
        self.say(f"{name}: p50 {share(seconds, 0.5):.3f} s, p99 {share(seconds, 0.99):.3f}, longest {seconds[-1]:.3f}")
        return seconds


@contextmanager
def sending(recipients: int) -> Iterator[int]:
    """Runs a campaign of another team through the sender process to its own sink. Yields the mailing's id."""
    mailing_id = books.prepare_many(recipients, body=BODY)
    with sink() as port:
        environment = {"SMTP_URL": f"smtp://127.0.0.1:{port}?tls=never", "DASH_LOG_LEVEL": "ERROR"}
        with process("delivery.sender", environment):
            until = time.monotonic() + ARRIVAL_SECONDS
            while not books.sent(str(mailing_id)):
                if time.monotonic() > until:
                    raise TimeoutError("The campaign did not begin")
                time.sleep(0.1)
            yield mailing_id


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench submit")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="seconds of each load after the warm-up")
    parser.add_argument("--campaign", type=int, default=CAMPAIGN, help="recipients of the other team's campaign")
    parser.add_argument("--share", type=float, default=1, help="fraction of each rate")
    parser.add_argument("--teams", type=int, default=TEAMS, help="teams that submit at the same time")
    given = parser.parse_args()
    logs.configure()
    say(calibrate().line(), as_json=given.json)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with started(folder, teams=given.teams) as running:
            bench = Bench(running, seconds=given.seconds, part=given.share, as_json=given.json)
            figures = bench.smtp()
            figures += bench.postfix(folder, figures[0].value)
            figures += bench.http()
            figures += bench.next_hop(given.campaign)
    return finish(figures, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
