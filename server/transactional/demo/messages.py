"""Messages of the demo roastery's applications: three weeks of orders, codes and invoices, and two batches.

A seeded generator determines the messages and their outcomes. Services create domains, keys, templates and the like.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from random import Random
from uuid import UUID

from django.db.models import F

from server.contacts.demo import people
from server.contacts.demo.people import ContactMix
from server.core import clock
from server.core.callers import Caller
from server.core.ids import from_milliseconds, to_milliseconds, uuid7
from server.plans import quota
from server.plans.features import SENDER_DOMAIN, TRANSACTIONAL_SENT
from server.senders.models import DomainKey, DomainRecord, SenderDomain
from server.senders.services import domains as sender_domains
from server.senders.services import keys as domain_keys
from server.senders.states import Category, DomainState, RecordAssessment, RecordKind
from server.teams.models import Team
from server.transactional.demo import texts, webhooks
from server.transactional.demo.drafts import (
    DAYS,
    DOMAIN,
    REJECTIONS,
    App,
    Customer,
    Fate,
    GeneratedHistory,
    MessageDraft,
)
from server.transactional.demo.texts import MessageSample
from server.transactional.models import (
    ApiKey,
    BatchEnd,
    Subaccount,
    TransactionalBatch,
    TransactionalSetting,
)
from server.transactional.services import domains, history, key_management, labels, searches, subaccounts, templates
from server.transactional.services.templates import TemplateContent, UsableTemplate
from server.transactional.states import (
    OPEN_STATES,
    EventType,
    QuarantineReason,
    RecipientState,
    Scope,
    Via,
)

MESSAGES_PER_DAY = 58  # on a normal day
BODY_DAYS = 7
UNVERIFIED = "cafe.kopiselatan.example"
FIRST_CUSTOMER = 500_000  # their addresses don't belong to contacts
CUSTOMERS, DAILY_CUSTOMERS = 900, 700  # the others get one message each from a special case
# Prevents scheduled DNS checks of the demo domain, which doesn't exist.
NO_RECHECK_PERIOD = timedelta(days=3_650)
# Percentage of messages by hour of the day in Jakarta.
HOURS = (1, 1, 0, 0, 1, 2, 4, 6, 7, 7, 6, 5, 6, 6, 5, 5, 5, 6, 7, 7, 6, 4, 2, 1)


def write(random: Random, team: Team, *, now: datetime, by: Caller) -> None:
    story = _Scenario(random, team, now=now, by=by)
    story.prepare()
    story.daily()
    story.batches()
    story.lately()
    story.write()


class _Scenario:
    def __init__(self, random: Random, team: Team, *, now: datetime, by: Caller) -> None:
        self.random, self.team, self.now, self.by = random, team, now, by
        # Generated first and executed in time order, so that suppressed addresses get nothing.
        self.sends: list[tuple[datetime, Callable[[], None]]] = []
        rows = people.generate_rows(
            random, count=CUSTOMERS, mix=ContactMix(labels=()), today=now.date(), first=FIRST_CUSTOMER
        )
        self.customers = [Customer(row[0].lower(), row[1]) for row in rows]

    def prepare(self) -> None:
        team_id, by = self.team.pk, self.by
        with clock.freeze(self.now - timedelta(days=DAYS + 1)):
            quota.use(team_id=team_id, limit=SENDER_DOMAIN, amount=2)
            verified = sender_domains.create_with_keys(team_id=team_id, name=DOMAIN, category=Category.OWN)
            domain = domains.create(team_id=team_id, name=DOMAIN, by=by).domain
            _verify(verified)
            TransactionalSetting.objects.for_team(team_id).update(body_days=BODY_DAYS)
            shop = self._create_subaccount("Web shop", "shop@kopiselatan.example", 20_000)
            mobile = self._create_subaccount("Mobile app", "app@kopiselatan.example", None)
            self.shop = App(self._key("Web shop", shop), Via.HTTP)
            self.app = App(self._key("Mobile app", mobile, scopes=[Scope.SEND]), Via.SMTP)
            self.books = App(self._key("Bookkeeping", None, networks=["203.0.113.0/24"]), Via.SMTP)
            self.sandbox = App(self._key("Web shop tests", shop, sandbox=True), Via.HTTP)
            old = self._key("First attempt", None)
            for name, description in texts.LABELS.items():
                labels.create(team_id=team_id, name=name, description=description, by=by)
            usable = {each.slug: self._create_template(each) for each in texts.TEMPLATES}
        self.told = GeneratedHistory(self.random, team_id, self.now, domain.pk, usable)
        with clock.freeze(self.now - timedelta(days=15)):
            key_management.revoke(team_id=team_id, key_id=old.pk, by=by)
            for name, query in (("Not delivered", "type:bounced type:failed"), ("Sign-in codes", "tag:sign-in-code")):
                searches.save(team_id=team_id, name=name, query=query, by=by.user_id)
        with clock.freeze(self.now - timedelta(days=2)):
            sender_domains.create_with_keys(team_id=team_id, name=UNVERIFIED, category=Category.OWN)
            domains.create(team_id=team_id, name=UNVERIFIED, by=by)

    def _create_subaccount(self, name: str, email: str, limit: int | None) -> Subaccount:
        return subaccounts.create(
            team_id=self.team.pk, name=name, email=email, active=True, monthly_limit=limit, by=self.by
        )

    def _key(
        self,
        name: str,
        subaccount: Subaccount | None,
        *,
        scopes: Sequence[Scope] = (Scope.SEND, Scope.READ),
        networks: Sequence[str] = (),
        sandbox: bool = False,
    ) -> ApiKey:
        return key_management.create(
            team_id=self.team.pk,
            name=name,
            scopes=scopes,
            networks=networks,
            subaccount_id=subaccount.pk if subaccount else None,
            sandbox=sandbox,
            by=self.by,
        ).key

    def _create_template(self, wanted: texts.Template) -> Sequence[UsableTemplate]:
        """Returns the published versions of the template, oldest first."""
        team_id, by = self.team.pk, self.by
        made, found = None, []
        for draft in wanted.versions:
            written = TemplateContent(draft.subject, draft.html, draft.text, draft.test_data)
            if made is None:
                made = templates.create(team_id=team_id, name=wanted.name, slug=wanted.slug, written=written, by=by)
            templates.save(team_id=team_id, template_id=made.pk, written=written, publish=True, by=by)
            found.append(templates.get_usable_template(team_id, wanted.slug))
        if made is not None and wanted.draft is not None:
            last = wanted.draft
            written = TemplateContent(last.subject, last.html, last.text, last.test_data)
            templates.save(team_id=team_id, template_id=made.pk, written=written, publish=False, by=by)
        return found

    def daily(self) -> None:
        """Schedules normal days: slightly more messages each week, and more on Saturdays."""
        letters, weights = [letter for letter, _ in texts.DAILY], [weight for _, weight in texts.DAILY]
        moments: list[datetime] = []
        for day in range(DAYS, -1, -1):
            midnight = _get_midnight(self.now) - timedelta(days=day)
            much = MESSAGES_PER_DAY * (1 + 0.012 * (DAYS - day)) * (1.3 if midnight.weekday() == 5 else 1)
            hours = self.random.choices(range(24), HOURS, k=round(much * self.random.uniform(0.88, 1.12)))
            moments += [midnight + timedelta(hours=hour, seconds=self.random.uniform(0, 3600)) for hour in hours]
        since = self.now - timedelta(days=DAYS)
        for at in sorted(moment for moment in moments if since < moment < self.now - timedelta(seconds=40)):
            letter = self.random.choices(letters, weights)[0]
            app = {"invoice": self.books, "sign-in-code": self.app}.get(letter.tag, self.shop)
            people_ = self.random.sample(self.customers[:DAILY_CUSTOMERS], 2 if letter is texts.INVOICE else 1)
            self._send(letter, app, people_, at=at)

    def batches(self) -> None:
        """Schedules one batch that ended a week ago, and one from this morning that a provider throttles."""
        began = self.now - timedelta(days=8, hours=3)
        batch = self._create_batch(texts.POINTS, 260, at=began)
        for place, customer in enumerate(self.customers[:260]):
            self._send(texts.POINTS, self.shop, [customer], at=began, batch=batch, place=place)
        began = self.now - timedelta(hours=5)
        batch = self._create_batch(texts.EXPIRING, 140, at=began)
        for place, customer in enumerate(self.customers[300:440]):
            is_slowed = customer.email.endswith("@kotakpos.example") and self.random.random() < 0.8
            self._send(texts.EXPIRING, self.shop, [customer], at=began, batch=batch, place=place, slowed=is_slowed)

    def lately(self) -> None:
        """Schedules pending messages (held, scheduled, deferred), recent rejections, and a sandbox message."""
        for number, minutes in enumerate((190, 130, 44)):
            at = self.now - timedelta(minutes=minutes)
            self._send(texts.INVOICE, self.books, self.customers[700 + 2 * number :][:2], at=at, held=True)
        for number in range(4):
            at = self.now - timedelta(minutes=75, seconds=-number)
            morning = _get_midnight(self.now) + timedelta(days=1, hours=8)
            customer = self.customers[720 + number]
            self._send(texts.PACKED, self.shop, [customer], at=at, scheduled_at=morning)
        for number in range(3):
            at = self.now - timedelta(minutes=95, seconds=7 * number)
            self._send(texts.PARCEL, self.shop, [self.customers[730 + number]], at=at, slowed=True)
        for number in range(18):
            at = self.now - timedelta(days=3 + number % 4, hours=2, minutes=number)
            self._send(texts.PACKED, self.sandbox, [self.customers[740 + number]], at=at)

        for number, fate in enumerate((*REJECTIONS, Fate.COMPLAINT, Fate.OPT_OUT, Fate.HARD, Fate.COMPLAINT)):
            # Sent again three hours later, because the shop doesn't know of the outcome yet.
            for hours in (50, 47):
                at = self.now - timedelta(hours=hours + number, minutes=7 * number)
                fate_then = fate if hours == 50 else None
                self._send(texts.PARCEL, self.shop, [self.customers[800 + number]], at=at, fate=fate_then)

    def _create_batch(self, letter: MessageSample, size: int, *, at: datetime) -> TransactionalBatch:
        return TransactionalBatch.objects.create(
            pk=uuid7(at),
            team_id=self.team.pk,
            key_id=self.shop.key.pk,
            subject=letter.subject.format(points="740"),
            tag=letter.tag,
            size=size,
            created_at=at,
        )

    def _send(
        self,
        letter: MessageSample,
        app: App,
        customers: Sequence[Customer],
        *,
        at: datetime,
        batch: TransactionalBatch | None = None,
        place: int = 0,
        held: bool = False,
        scheduled_at: datetime | None = None,
        slowed: bool = False,
        fate: Fate | None = None,
    ) -> None:
        what = partial(
            self._write_message,
            letter,
            app,
            customers,
            at=at,
            batch=batch,
            place=place,
            held=held,
            scheduled_at=scheduled_at,
            slowed=slowed,
            fate=fate,
        )
        self.sends.append((at, what))

    def _write_message(
        self,
        letter: MessageSample,
        app: App,
        customers: Sequence[Customer],
        *,
        at: datetime,
        batch: TransactionalBatch | None,
        place: int,
        held: bool,
        scheduled_at: datetime | None,
        slowed: bool,
        fate: Fate | None,
    ) -> None:
        draft = MessageDraft(self.told, letter, app, customers, from_milliseconds(to_milliseconds(at)))
        draft.accept()
        for position in range(len(customers)):
            if draft.is_stopped(position):
                continue
            if app.key.sandbox:
                draft.end(position, RecipientState.SANDBOXED, EventType.SANDBOXED, 1, {})
            elif held:
                draft.wait(position, RecipientState.HELD, None)
            elif scheduled_at is not None:
                draft.wait(position, RecipientState.SCHEDULED, scheduled_at)
                draft.event(EventType.SCHEDULED, draft.at, position, {"scheduledAt": scheduled_at.isoformat()})
            elif slowed:
                draft.defer_until_now(position)
            else:
                draft.go(position, place=place, fate=fate)
        if held:
            draft.event(EventType.HELD, draft.at, None, {"check": "review", "reason": QuarantineReason.REVIEW.value})
        draft.finish(batch=batch, scheduled_at=scheduled_at, held=held)

    def write(self) -> None:
        team_id = self.team.pk
        for _, tell_it in sorted(self.sends, key=lambda send: send[0]):
            tell_it()
        history.import_history(team_id, self.told.past, body_days=BODY_DAYS)
        webhooks.record_events(
            self.random, team_id, sorted(self.told.events, key=lambda event: event.at), now=self.now, by=self.by
        )
        self._finish_batches()
        self._record_usage()

    def _finish_batches(self) -> None:
        last: dict[UUID, datetime] = {}
        for each in self.told.past:
            batch_id, states = each.message.batch_id, {row.state for row in each.recipients}
            if batch_id is not None and states & {str(state) for state in OPEN_STATES}:
                last[batch_id] = self.now + NO_RECHECK_PERIOD
            elif batch_id is not None:
                last[batch_id] = max(last.get(batch_id, each.message.accepted_at), each.message.accepted_at)
        BatchEnd.objects.bulk_create(
            BatchEnd(batch_id=batch_id, team_id=self.team.pk, finished_at=ended_at + timedelta(minutes=22))
            for batch_id, ended_at in last.items()
            if ended_at < self.now
        )

    def _record_usage(self) -> None:
        plan = quota.get_team_plan(self.team.pk)
        period = quota.get_monthly_period(plan.subscription.starts_at if plan else None)
        used, by_subaccount, last_used = 0, dict[UUID, int](), dict[UUID, datetime]()
        for each in self.told.past:
            message = each.message
            if message.key_id is not None:
                last_used[message.key_id] = max(last_used.get(message.key_id, message.accepted_at), message.accepted_at)
            units = sum(row.state != RecipientState.SUPPRESSED for row in each.recipients)
            if message.sandbox or message.accepted_at.date() < period:
                continue
            used += units
            if message.subaccount_id is not None:
                by_subaccount[message.subaccount_id] = by_subaccount.get(message.subaccount_id, 0) + units
        quota.use(team_id=self.team.pk, limit=TRANSACTIONAL_SENT, amount=used)
        for subaccount_id, units in by_subaccount.items():
            rows = Subaccount.objects.for_team(self.team).filter(pk=subaccount_id)
            rows.update(used=F("used") + units, period=period)
        for key_id, at in last_used.items():
            ApiKey.objects.for_team(self.team).filter(pk=key_id).update(last_used_at=at)


def _verify(domain: SenderDomain) -> None:
    """Marks its records as valid, because the domain doesn't exist in the DNS."""
    now = clock.now()
    for key in DomainKey.objects.for_team(domain.team_id).filter(domain=domain):
        domain_keys.activate(key)
    domain.state, domain.checked_at, domain.next_check_at = DomainState.AUTHENTICATED, now, now + NO_RECHECK_PERIOD
    domain.is_default = True
    domain.save()
    for row in DomainRecord.objects.for_team(domain.team_id).filter(domain=domain):
        reason, params = _VALID_REASONS.get(RecordKind(row.kind), (f"{row.kind}Good", {}))
        row.verdict, row.reason, row.params, row.checked_at, row.changed_at = (
            RecordAssessment.GOOD,
            reason,
            params,
            now,
            now,
        )
        row.save()


def _get_midnight(moment: datetime) -> datetime:
    local = moment + timedelta(hours=7)
    return local.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(hours=7)


_VALID_REASONS: Mapping[RecordKind, tuple[str, dict[str, object]]] = {
    RecordKind.SPF: ("spfGood", {"lookUps": 2, "most": 10}),
    RecordKind.DMARC: ("dmarcMonitors", {"name": DOMAIN, "policy": "none"}),
    RecordKind.MX: ("mxGood", {"host": f"mx1.{DOMAIN}"}),
}
