"""One message of the demo's applications in its current state, with its events."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from itertools import count
from random import Random
from uuid import UUID

from server.core.ids import uuid7
from server.delivery.bounces.classes import BounceClass
from server.delivery.demo import behaviour
from server.delivery.mime import headers
from server.delivery.tracking.agents import Agent, parse_agent
from server.transactional import composing
from server.transactional.composing import Parts
from server.transactional.demo.texts import MessageSample
from server.transactional.models import ApiKey, Message, MessageRecipient, TransactionalBatch
from server.transactional.services.history import PastMessage
from server.transactional.services.outgoing import RETRY_AFTER
from server.transactional.services.recording import NewEvent
from server.transactional.services.templates import UsableTemplate
from server.transactional.states import (
    OPEN_STATES,
    EventType,
    MessageState,
    QuarantineReason,
    RecipientKind,
    RecipientState,
    Via,
)

DAYS = 21
DOMAIN = "kopiselatan.example"
MAX_READING_TIME = timedelta(days=3)
_AGENTS, _WEIGHTS = [parse_agent(agent) for agent in behaviour.AGENTS], list(behaviour.AGENTS.values())
_CITIES = ("Jakarta", "Bandung", "Surabaya", "Yogyakarta", "Makassar", "Medan", "Denpasar")
_GOODS = (
    ("Toraja, 250 g", 98_000),
    ("Gayo, 250 g", 92_000),
    ("Gayo, 1 kg", 320_000),
    ("House blend, 500 g", 124_000),
    ("Cold brew bags", 76_000),
    ("V60 filters", 48_000),
)


class Fate(Enum):
    """A predetermined outcome of a message; others are random."""

    HARD = "hard"
    FULL = "full"
    POLICY = "policy"
    SENDER = "sender"
    COMPLAINT = "complaint"
    OPT_OUT = "optOut"


@dataclass(frozen=True, slots=True)
class _RejectionSample:
    """A rejection: its class, its share of 1,000 messages, and the relay's response."""

    share: float
    bounce: BounceClass
    code: int
    enhanced: str
    reply: str


REJECTIONS: Mapping[Fate, _RejectionSample] = {
    Fate.HARD: _RejectionSample(7, BounceClass.HARD, 550, "5.1.1", "5.1.1 The mailbox does not exist"),
    Fate.FULL: _RejectionSample(5, BounceClass.FULL, 552, "5.2.2", "5.2.2 The mailbox is full"),
    Fate.POLICY: _RejectionSample(2, BounceClass.POLICY, 554, "5.7.1", "5.7.1 Refused by local policy"),
    Fate.SENDER: _RejectionSample(
        1, BounceClass.SENDER, 552, "5.3.4", "5.3.4 Message size exceeds the limit of this server"
    ),
}
_LATER = (451, "4.7.1", "4.7.1 Greylisted, try again in a minute")
_BUSY = (421, "4.7.28", "4.7.28 Too many messages from your network, slow down")
_DEFERRED_SHARE, _RETURNED_SHARE = 0.035, 0.002
_BOT_SHARE = 0.16


@dataclass(frozen=True, slots=True)
class Customer:
    email: str
    name: str


@dataclass(frozen=True, slots=True)
class App:
    """An application: its key and transport."""

    key: ApiKey
    via: Via


@dataclass(slots=True)
class GeneratedHistory:
    """The inputs of messages, and the messages and events generated so far.

    `usable` are a template's published versions by its slug, oldest first. `gone` are suppressed addresses with reason
    and time.
    """

    random: Random
    team_id: UUID
    now: datetime
    domain_id: UUID
    usable: Mapping[str, Sequence[UsableTemplate]]
    numbers: Iterator[int] = field(default_factory=lambda: count(10_211))
    past: list[PastMessage] = field(default_factory=list)
    events: list[NewEvent] = field(default_factory=list)
    gone: dict[str, tuple[str, datetime]] = field(default_factory=dict)


class MessageDraft:
    """A message that is being generated."""

    def __init__(
        self, told: GeneratedHistory, letter: MessageSample, app: App, customers: Sequence[Customer], at: datetime
    ) -> None:
        self.told, self.letter, self.app, self.customers, self.at = told, letter, app, customers, at
        self.random = told.random
        self.id = uuid7(at)
        self.events: list[NewEvent] = []
        number = next(told.numbers)
        self.words = {
            "name": customers[0].name or "there",
            "order": f"KS-{number}",
            "code": f"{self.random.randrange(1_000_000):06}",
            "invoice": f"{at:%Y}-{number % 1_000:03}",
            "points": str(self.random.randrange(40, 260) * 5),
        }
        self.usable: UsableTemplate | None = None
        if letter.template:
            versions = told.usable[letter.template]
            # The newest version was published in the middle of the period.
            self.usable = versions[-1] if at > told.now - timedelta(days=DAYS / 2) else versions[0]
        self.subject = letter.subject.format(**self.words)
        self.mime = self._compose()
        kinds = (RecipientKind.TO, RecipientKind.CC)
        self.rows = [
            MessageRecipient(
                message_id=self.id,
                position=position,
                accepted_at=at,
                team_id=told.team_id,
                email=customer.email,
                kind=kinds[min(position, 1)],
                state=RecipientState.QUEUED,
            )
            for position, customer in enumerate(customers)
        ]

    def _compose(self) -> bytes:
        letter, named = self.letter, [(each.name, each.email) for each in self.customers]
        html = composing.encode_text(letter.html.format(**self.words)) if letter.html else None
        text = composing.encode_text(letter.text.format(**self.words)) if letter.text else None
        if self.usable is not None:
            items = self.random.sample(_GOODS, self.random.randrange(1, 4))
            total = sum(price for _, price in items)
            listed = [{"name": name, "price": _format_rupiah(price)} for name, price in items]
            filled = self.usable.program.fill({**self.words, "items": listed, "total": _format_rupiah(total)})
            self.subject, html, text = filled.subject, filled.html, filled.text
        self.rfc_id = f"<{self.id.hex}@{DOMAIN}>"
        own = headers.build_date(self.at) + f"Message-ID: {self.rfc_id}\r\n".encode()
        parts = Parts(letter.name, letter.sender, self.subject, to=named[:1], cc=named[1:], text=text, html=html)
        return own + composing.compose(parts)

    def accept(self) -> None:
        self.metadata = _build_metadata(self.letter, self.words)
        accepted = {"via": str(self.app.via), "sandbox": self.app.key.sandbox, "metadata": self.metadata}
        for position in range(len(self.rows)):
            self.event(EventType.ACCEPTED, self.at, position, accepted)

    def is_stopped(self, position: int) -> bool:
        """Whether this recipient is suppressed; if so, ends it."""
        gone = self.told.gone.get(self.rows[position].email)
        if gone is None or gone[1] > self.at:
            return False
        why = {"check": "suppression", "reason": gone[0]}
        self.end(position, RecipientState.SUPPRESSED, EventType.SUPPRESSED, 0, why)
        return True

    def wait(self, position: int, state: RecipientState, due_at: datetime | None) -> None:
        self.rows[position].state, self.rows[position].due_at = state, due_at

    def end(
        self, position: int, state: RecipientState, kind: EventType, milliseconds: int, detail: Mapping[str, object]
    ) -> None:
        self.rows[position].state = state
        self.event(kind, self.at + timedelta(milliseconds=milliseconds), position, detail)

    def defer_until_now(self, position: int) -> None:
        row, at = self.rows[position], self.at + timedelta(milliseconds=self._choose_latency_ms())
        code, enhanced, reply = _BUSY
        for attempt, wait in enumerate(RETRY_AFTER, 1):
            if at >= self.told.now:
                break
            said = self._said(row, attempt, code, enhanced, reply)
            self.event(EventType.DEFERRED, at, position, said)
            row.attempt, at = attempt, at + wait
        row.state, row.due_at = RecipientState.DEFERRED, at
        row.code, row.enhanced, row.reply, row.bounce = code, enhanced, reply, BounceClass.BLOCK

    def go(self, position: int, *, place: int, fate: Fate | None) -> None:
        row = self.rows[position]
        at, attempt = self.at + timedelta(milliseconds=self._choose_latency_ms() + 45 * place), 1
        if self.random.random() < _DEFERRED_SHARE and at + timedelta(minutes=3) < self.told.now:
            self.event(EventType.DEFERRED, at, position, self._said(row, 1, *_LATER))
            at, attempt = at + RETRY_AFTER[0] + timedelta(milliseconds=self._choose_latency_ms()), 2
        row.attempt = attempt
        end = self._end() if fate is None else REJECTIONS.get(fate)
        if end is not None:
            is_ours = end.bounce is BounceClass.SENDER
            row.state = RecipientState.FAILED if is_ours else RecipientState.BOUNCED
            self._set_rejection(row, end)
            said = self._said(row, attempt, end.code, end.enhanced, end.reply) | {"class": str(end.bounce)}
            self.event(EventType.FAILED if is_ours else EventType.BOUNCED, at, position, said)
            if end.bounce is BounceClass.HARD:
                self._suppress(row, "hardBounce", at)
            return
        reply = f"2.0.0 Ok: queued as {self.random.getrandbits(40):010X}"
        row.state, row.delivered_at = RecipientState.DELIVERED, at
        row.code, row.enhanced, row.reply = 250, "2.0.0", reply
        latency = round((at - self.at).total_seconds() * 1000)
        self.event(
            EventType.DELIVERED, at, position, self._said(row, attempt, 250, "2.0.0", reply) | {"latencyMs": latency}
        )
        if fate is not None:
            self._open_and_unsubscribe(position, at, fate)
        elif self.random.random() < _RETURNED_SHARE:
            self._bounce_later(position, at)
        elif self.letter.is_followed:
            self._simulate_reader(position, at)

    def _bounce_later(self, position: int, taken: datetime) -> None:
        row, at = self.rows[position], taken + timedelta(minutes=self.random.uniform(1, 9))
        if at >= self.told.now:
            return
        end = REJECTIONS[Fate.HARD]
        row.state = RecipientState.BOUNCED
        self._set_rejection(row, end)
        said = {"code": end.code, "enhanced": end.enhanced, "reply": end.reply, "class": str(end.bounce)}
        more = {"attempt": row.attempt, "byMail": True, "returned": True}
        self.event(EventType.BOUNCED, at, position, said | more)
        self._suppress(row, "hardBounce", at)

    def _simulate_reader(self, position: int, taken: datetime) -> None:
        letter, row, random = self.letter, self.rows[position], self.random
        agent = random.choices(_AGENTS, _WEIGHTS)[0]
        if random.random() < _BOT_SHARE:
            machine = parse_agent(behaviour.PREFETCHER)
            self._record_activity(
                EventType.OPENED, taken + timedelta(seconds=random.uniform(2, 400)), row, machine, machine=True
            )
        if random.random() >= letter.opened:
            return
        at = taken + min(timedelta(minutes=26 * random.lognormvariate(0, 1.6)), MAX_READING_TIME)
        if not self._record_activity(EventType.OPENED, at, row, agent, first=True):
            return
        row.opened_at = at
        if random.random() < letter.clicked / letter.opened:
            at += timedelta(seconds=random.uniform(6, 200))
            url = random.choices(letter.links, [1 / (place + 1) ** 2 for place in range(len(letter.links))])[0]
            if self._record_activity(EventType.CLICKED, at, row, agent, first=True, url=url):
                row.clicked_at = at
        if random.random() < 0.22:
            self._record_activity(EventType.OPENED, at + timedelta(hours=random.uniform(0.4, 30)), row, agent)
        self._simulate_unsubscribe(position, at + timedelta(minutes=random.uniform(1, 90)))

    def _open_and_unsubscribe(self, position: int, taken: datetime, fate: Fate) -> None:
        row, at = self.rows[position], taken + timedelta(minutes=self.random.uniform(2, 40))
        agent = self.random.choices(_AGENTS, _WEIGHTS)[0]
        self._record_activity(EventType.OPENED, at, row, agent, first=True)
        row.opened_at = at
        self._left(position, at + timedelta(minutes=1), fate)

    def _simulate_unsubscribe(self, position: int, at: datetime) -> None:
        chance = self.random.random()
        if at < self.told.now and chance < self.letter.complained + self.letter.left:
            self._left(position, at, Fate.COMPLAINT if chance < self.letter.complained else Fate.OPT_OUT)

    def _left(self, position: int, at: datetime, fate: Fate) -> None:
        row = self.rows[position]
        row.complained_at = at
        if fate is Fate.COMPLAINT:
            self.event(EventType.COMPLAINED, at, position, {"feedback": "abuse"})
            self._suppress(row, "complaint", at)
        else:
            self.event(EventType.UNSUBSCRIBED, at, position, {"feedback": "opt-out"})
            self._suppress(row, "unsubscribed", at)

    def _record_activity(
        self,
        kind: EventType,
        at: datetime,
        row: MessageRecipient,
        agent: Agent,
        *,
        machine: bool = False,
        first: bool = False,
        url: str = "",
    ) -> bool:
        if at >= self.told.now:
            return False
        seen = {"device": agent.device, "os": agent.os, "browser": agent.browser}
        where = {} if machine else {"country": "ID", "city": self.random.choice(_CITIES)}
        flags = {name: True for name, is_so in (("machine", machine), ("first", first)) if is_so}
        self.event(kind, at, row.position, {"agent": seen | where} | flags | ({"url": url} if url else {}))
        return True

    def finish(self, *, batch: TransactionalBatch | None, scheduled_at: datetime | None, held: bool) -> None:
        letter, key = self.letter, self.app.key
        is_open = any(row.state in OPEN_STATES for row in self.rows)
        state = MessageState.ACCEPTED if is_open else MessageState.FINISHED
        if is_open and (held or scheduled_at is not None):
            state = MessageState.HELD if held else MessageState.SCHEDULED
        kept = [("From", f"{letter.name} <{letter.sender}>"), ("To", self.rows[0].email)]
        kept += [("Cc", row.email) for row in self.rows[1:]]
        kept += [("Subject", self.subject), ("Date", f"{self.at:%a, %d %b %Y %H:%M:%S} +0000")]
        kept.append(("Message-ID", self.rfc_id))
        message = Message(
            id=self.id,
            team_id=self.told.team_id,
            key_id=key.pk,
            subaccount_id=key.subaccount_id,
            domain_id=self.told.domain_id,
            batch_id=batch.pk if batch else None,
            via=self.app.via,
            from_address=letter.sender,
            from_name=letter.name,
            subject=self.subject,
            tag=letter.tag,
            template_id=self.usable.template_id if self.usable else None,
            template_version=self.usable.version if self.usable else None,
            metadata=self.metadata,
            headers=[list(pair) for pair in kept],
            rfc_id=self.rfc_id,
            size=len(self.mime),
            sandbox=key.sandbox,
            track_opens=letter.is_followed,
            track_clicks=letter.is_followed,
            state=state,
            hold_reason=QuarantineReason.REVIEW if held else QuarantineReason.NONE,
            scheduled_at=scheduled_at,
            accepted_at=self.at,
            recipients=len(self.rows),
        )
        links = letter.links if letter.is_followed and not key.sandbox else ()
        self.told.past.append(PastMessage(message, self.rows, self.mime, links))
        batch_id = str(batch.pk) if batch else None
        self.told.events += [
            replace(event, detail={**event.detail, "batchId": batch_id}) if event.type == EventType.ACCEPTED else event
            for event in self.events
        ]

    def event(self, kind: EventType, at: datetime, position: int | None, detail: Mapping[str, object]) -> None:
        key = self.app.key
        self.events.append(
            NewEvent(
                type=kind,
                at=at,
                message_id=self.id,
                accepted_at=self.at,
                position=position,
                recipient=self.rows[position].email if position is not None else "",
                subject=self.subject,
                tag=self.letter.tag,
                domain=DOMAIN,
                domain_id=self.told.domain_id,
                subaccount_id=key.subaccount_id,
                key_id=key.pk,
                sender=self.letter.sender,
                detail=detail,
                id=uuid7(at),
            )
        )

    def _said(self, row: MessageRecipient, attempt: int, code: int, enhanced: str, reply: str) -> dict[str, object]:
        mx = f"mx1.{row.email.rpartition('@')[2]}"
        return {"code": code, "enhanced": enhanced, "reply": reply, "attempt": attempt, "mx": mx}

    def _set_rejection(self, row: MessageRecipient, end: _RejectionSample) -> None:
        row.bounce, row.code, row.enhanced, row.reply = end.bounce, end.code, end.enhanced, end.reply

    def _suppress(self, row: MessageRecipient, why: str, at: datetime) -> None:
        known = self.told.gone.get(row.email)
        if known is None or at < known[1]:
            self.told.gone[row.email] = (why, at)

    def _end(self) -> _RejectionSample | None:
        chance = self.random.random() * 1_000
        for end in REJECTIONS.values():
            chance -= end.share
            if chance < 0:
                return end
        return None

    def _choose_latency_ms(self) -> int:
        """Milliseconds until the relay's response: mostly below half a second, sometimes seconds."""
        return round(min(380 * self.random.lognormvariate(0, 0.6), 20_000))


def _build_metadata(letter: MessageSample, words: Mapping[str, str]) -> dict[str, str]:
    name = {"order": "order", "shipping": "order", "invoice": "invoice"}.get(letter.tag)
    return {name: words[name]} if name else {}


def _format_rupiah(amount: int) -> str:
    return "Rp" + f"{amount:,}".replace(",", ".")
