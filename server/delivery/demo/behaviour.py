"""Simulates the recipients of a mailing with a seeded generator: times, devices, repeat opens, and bots.

The default rates are those of a popular newsletter: 40% open and 6% click.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from server.delivery.models import EventKind, LogState
from server.delivery.services.history import RecipientAction, SendOutcome
from server.delivery.tracking.agents import parse_agent

# Gmail's proxy fetches the pictures when an email is opened; a click comes from the browser.
PROXY = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
# User agents with weights, as for readers in Indonesia: mostly Android phones, mostly Gmail.
AGENTS: Mapping[str, int] = {
    PROXY: 26,
    "Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile "
    "Safari/537.36": 27,
    "Mozilla/5.0 (Linux; Android 13; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 "
    "Chrome/122.0.0.0 Mobile Safari/537.36": 7,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Mobile/15E148 Safari/604.1": 13,
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Mobile/15E148 Safari/604.1": 3,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 "
    "Safari/537.36": 13,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 "
    "Edg/130.0.0.0": 4,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Safari/605.1.15": 5,
    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0": 2,
}
PREFETCHER = "Mozilla/5.0"  # Apple's Mail Privacy Protection fetches all pictures with this user agent
SCANNER = "Mozilla/5.0 (compatible; Barracuda Sentinel; linkcheck)"


@dataclass(frozen=True, slots=True)
class RecipientBehavior:
    """The reception of a mailing. Fractions are of the reached recipients; bounces are counts."""

    opened: float = 0.4
    clicked: float = 0.06
    left: float = 0.004
    prefetched: float = 0.14
    scanned: float = 0.015
    hard: int = 0
    soft: int = 0
    blocked: int = 0
    complaints: int = 0


@dataclass(frozen=True, slots=True)
class Reception:
    """The outcome of a mailing. `leavers` unsubscribe, by position and time."""

    outcomes: list[SendOutcome]
    acts: list[RecipientAction]
    leavers: list[tuple[int, datetime]]


# Bounce class, code, enhanced status and the relay's text.
_HARD = ("hard", 550, "5.1.1", "5.1.1 The mailbox does not exist")
_FULL = ("full", 452, "4.2.2", "4.2.2 The mailbox is full")
_BLOCKED = ("block", 554, "5.7.1", "5.7.1 Refused by local policy")
MESSAGES_PER_SECOND = 24
MAX_READING_TIME = timedelta(days=6)


def simulate_recipients(
    random: Random, *, recipients: int, links: Sequence[int], began: datetime, until: datetime, mood: RecipientBehavior
) -> Reception:
    """Omits actions from `until` on, but no outcomes."""
    outcomes = _simulate_outcomes(random, recipients, began, mood)
    acts: list[RecipientAction] = []
    leavers: list[tuple[int, datetime]] = []
    reached = [outcome for outcome in outcomes if outcome.state == LogState.SENT]
    for outcome in reached:
        acts += [act for act, _ in simulate_recipient(random, outcome, links=links, mood=mood)]
        if random.random() < mood.left:
            leavers.append((outcome.position, _delay(random, outcome.at, hours=2.0)))
    annoyed = random.sample(reached, mood.complaints)
    acts += [RecipientAction(one.position, _delay(random, one.at, hours=3.0), EventKind.COMPLAINT) for one in annoyed]
    return Reception(
        outcomes,
        sorted((act for act in acts if act.at < until), key=lambda act: act.at),
        sorted(((position, at) for position, at in leavers if at < until), key=lambda leaver: leaver[1]),
    )


def simulate_recipient(
    random: Random, outcome: SendOutcome, *, links: Sequence[int], mood: RecipientBehavior
) -> Iterator[tuple[RecipientAction, str]]:
    """Yields the actions of bots, then those of the recipient, each with its user agent."""
    yield from _simulate_bots(random, outcome, links, mood)
    yield from _simulate_reader(random, outcome, links, mood)


def _simulate_outcomes(random: Random, recipients: int, began: datetime, mood: RecipientBehavior) -> list[SendOutcome]:
    ends = [*[_HARD] * mood.hard, *[_FULL] * mood.soft, *[_BLOCKED] * mood.blocked]
    failing = dict(zip(random.sample(range(recipients), len(ends)), ends, strict=True))
    found = []
    for position in range(recipients):
        at = began + timedelta(seconds=1 + position / MESSAGES_PER_SECOND + random.random())
        end = failing.get(position)
        if end is None:
            found.append(SendOutcome(position, at))
        else:
            found.append(SendOutcome(position, at, LogState.FAILED, *end))
    return found


def _simulate_bots(
    random: Random, outcome: SendOutcome, links: Sequence[int], mood: RecipientBehavior
) -> Iterator[tuple[RecipientAction, str]]:
    at = outcome.at + timedelta(seconds=random.uniform(3, 900))
    if random.random() < mood.prefetched:
        yield _build_action(outcome.position, at, EventKind.OPEN, PREFETCHER)
    if random.random() < mood.scanned:
        for number in links:
            yield _build_action(outcome.position, at + timedelta(seconds=number), EventKind.CLICK, SCANNER, number)


def _simulate_reader(
    random: Random, outcome: SendOutcome, links: Sequence[int], mood: RecipientBehavior
) -> Iterator[tuple[RecipientAction, str]]:
    if random.random() >= mood.opened:
        return
    agent = _choose_agent(random)
    at = _delay(random, outcome.at, hours=2.6)
    yield _build_action(outcome.position, at, EventKind.OPEN, agent)
    if links and random.random() < mood.clicked / mood.opened:
        if agent == PROXY:
            agent = _choose_agent(random, but=PROXY)
        for number in _choose_links(random, links):
            at += timedelta(seconds=random.uniform(8, 240))
            yield _build_action(outcome.position, at, EventKind.CLICK, agent, number)
        if random.random() < 0.15:
            at += timedelta(minutes=random.uniform(5, 60))
            yield _build_action(outcome.position, at, EventKind.CLICK, agent, links[0])
    while random.random() < 0.28:
        at = _delay(random, at, hours=7.0)
        yield _build_action(outcome.position, at, EventKind.OPEN, agent)


def _choose_agent(random: Random, *, but: str = "") -> str:
    choices = [agent for agent in AGENTS if agent != but]
    return random.choices(choices, [AGENTS[agent] for agent in choices])[0]


def _choose_links(random: Random, links: Sequence[int]) -> Sequence[int]:
    weights = [1 / (place + 1) ** 1.3 for place in range(len(links))]
    return list(dict.fromkeys(random.choices(links, weights, k=2 if random.random() < 0.18 else 1)))


def _delay(random: Random, moment: datetime, *, hours: float) -> datetime:
    """A later time, `hours` in the median. Events at night mostly move to the morning."""
    delay = min(timedelta(hours=hours * random.lognormvariate(0, 1.4)), MAX_READING_TIME)
    at = moment + delay
    jakarta_hour = (at.hour + 7) % 24
    if jakarta_hour < 6 and delay > timedelta(minutes=30) and random.random() < 0.85:
        at += timedelta(hours=6 - jakarta_hour, minutes=random.uniform(0, 150))
    return at


def _build_action(
    position: int, at: datetime, kind: EventKind, header: str, link: int = 0
) -> tuple[RecipientAction, str]:
    agent = parse_agent(header)
    return RecipientAction(position, at, kind, link, agent.machine, agent.device, agent.os, agent.browser), header
