"""The cost of open reports for the sender: its CPU per message without viewers and with 200 open screens.

    python -m bench.watching [--json] [--messages N] [--rounds N] [--screens N]

The product's sender, in this process, sends a campaign to the sink while the web process runs. Rounds alternate between
no open screens and this many. Each screen is a socket in the campaign's room. Three seconds after a progress event it
fetches the visible parts of the report with one call. CPU is that of the sending process (user and system), without the
bench's own; medians of the rounds are printed.
"""

import argparse
import logging
import statistics
import sys
from contextlib import ExitStack

import structlog

from bench import report, stage

stage.prepare("watching")

from bench.calibration import calibrate  # noqa: E402 -- after Django is set up
from bench.fanning import loaded, served  # noqa: E402
from bench.prove import sending_books as books  # noqa: E402
from bench.send import BODY, Sending, SinkProcess, asyncio_run, cpu_seconds, send_mailing  # noqa: E402
from server.campaigns.models import Campaign  # noqa: E402
from server.campaigns.origins import CAMPAIGN  # noqa: E402
from server.core import clock, stream  # noqa: E402
from server.delivery.models import Mailing  # noqa: E402
from tests.cast import Person, make_person, make_team  # noqa: E402

# So many that screens fetch several times while they are sent.
MESSAGES, ROUNDS, SCREENS = 100_000, 2, 200


def start_campaign(person: Person, messages: int) -> tuple[Campaign, int]:
    """A campaign in progress, and its mailing's id."""
    now = clock.now()
    campaign = Campaign.objects.create(
        team=person.team,
        name="Bench",
        subject="Hello",
        body="Hello",
        status="SENDING",
        to_all=True,
        recipient_count=messages,
        started_at=now,
        created_at=now,
        updated_at=now,
    )
    mailing_id = books.prepare_many(messages, body=BODY, team=person.team)
    Mailing.objects.for_team(person.team).filter(pk=mailing_id).update(origin=CAMPAIGN, origin_id=campaign.pk)
    return campaign, mailing_id


def sent(person: Person, messages: int, *, smtp: int, web: int, screens: int) -> tuple[float, str]:
    """CPU microseconds per message with this many screens, and a summary of their activity."""
    campaign, mailing_id = start_campaign(person, messages)
    told = "nobody watched"
    with ExitStack() as stack:
        load = None
        if screens:
            opened = loaded("watching_screens.mjs", web, screens, person.token, campaign.pk)
            load = stack.enter_context(opened)
            load.read_output()
        sending = Sending(smtp)
        before = cpu_seconds()
        asyncio_run(send_mailing(mailing_id, sending))
        spent = cpu_seconds() - before - sending.watching
        if load is not None:
            load.do("report")
            found = load.read_output()
            told = f"{screens} screens heard {found['heard']} events and made {found['calls']} calls"
            if not found["heard"] or found["failed"]:
                raise RuntimeError(f"Unexpected report of the screens: {found}")
    if (counted := books.count(mailing_id)) != {"sent": messages}:
        raise RuntimeError(f"Unexpected outcomes in the send log: {counted}")
    return spent / messages * 1e6, told


def measure(messages: int, rounds: int, screens: int, *, as_json: bool) -> list[report.Figure]:
    with stream.connect() as client:
        client.flushdb()
    person = make_person("Alice", make_team("Kopi"), role="admin")
    found: dict[int, list[float]] = {0: [], screens: []}
    with SinkProcess() as smtp, served("realtime.asgi:application") as server:
        sent(person, 1_000, smtp=smtp, web=server.port, screens=0)
        for turn in range(rounds):
            # The order alternates, so that growth over time does not count against one of them.
            for watched in (0, screens) if turn % 2 == 0 else (screens, 0):
                cost, told = sent(person, messages, smtp=smtp, web=server.port, screens=watched)
                found[watched].append(cost)
                report.say(f"round {turn + 1}: {cost:.0f} µs a message, {told}", as_json=as_json)
    alone, beside = (round(statistics.median(found[watched]), 1) for watched in (0, screens))
    return [report.Figure("watching.cpu", beside, "µs a message", "without open reports", alone)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench watching")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--messages", type=int, default=MESSAGES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--screens", type=int, default=SCREENS)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    report.say(calibrate().line(), as_json=given.json)
    return report.finish(measure(given.messages, given.rounds, given.screens, as_json=given.json), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
