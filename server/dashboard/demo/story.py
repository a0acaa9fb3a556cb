"""The story of the demo's two teams, told by the services that would have written it, each at its moment.

Only what recipients did is not done but drawn (`behaviour`) and taken over into the log; all figures are counted.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from server.accounts.models import User
from server.accounts.services import passwords
from server.campaigns.ab import drafts, standing
from server.campaigns.ab import sending as ab_sending
from server.campaigns.ab.schemas import AbTestIn, TestSetting, VariantIn
from server.campaigns.ab.states import Tested
from server.campaigns.demo import texts
from server.campaigns.demo.texts import Letter
from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.campaigns.schemas import CampaignIn, Content, Recipients
from server.campaigns.services import campaigns, sending
from server.contacts.demo import people
from server.contacts.demo.people import Mix
from server.contacts.models import Contact, ContactLabel
from server.contacts.schemas.fields import FieldIn
from server.contacts.schemas.imports import StartIn
from server.contacts.services import fields, funnel, import_runs, imports
from server.contacts.states import Stage
from server.contacts.values import FieldType
from server.core import clock, jobs, partitions
from server.core.callers import Caller, TokenKind, TokenState
from server.core.ids import uuid7
from server.core.models import Job
from server.delivery.demo import behaviour
from server.delivery.demo.behaviour import Mood
from server.delivery.models import Mailing, MailingLink, Origin
from server.delivery.services import history, subscriptions
from server.plans.models import Plan
from server.plans.services import packages
from server.senders.services import senders
from server.teams.models import Member, MemberRole, Team
from server.teams.services import teams
from server.transactional.demo import messages

SEED = 20_261
SAMPLE_SENDER = "hello@sample.example"
JAKARTA = ZoneInfo("Asia/Jakarta")
KOPI_MIX = Mix(labels=(("Newsletter", 0.72), ("VIP", 0.06), ("Wholesale", 0.07), ("Cafe owner", 0.05)))
WARUNG_MIX = Mix(labels=(), cafes=0.02, abroad=0.02)
LOYAL_MIX = Mix(labels=(("Pelanggan setia", 1.0),), cafes=0, abroad=0.01)
# Who comes into the funnel, and which part of those goes on to each next stage, so many days ago.
FUNNEL_PEOPLE = 1_200
FUNNEL_STEPS = (
    (80, Stage.AWARENESS, 1.0),
    (56, Stage.INTEREST, 0.62),
    (34, Stage.DECISION, 0.48),
    (21, Stage.ACTION, 0.55),
    (9, Stage.LOYALTY, 0.4),
)
WARUNG_CONTACTS, WARUNG_SENT, WARUNG_FAILED = 14_700, 980, 12


@dataclass(frozen=True, slots=True)
class Owner:
    """Who signs in to a team of the demo."""

    email: str
    firstname: str
    lastname: str


DEWI = Owner("dewi@kopiselatan.example", "Dewi", "Wulandari")
BAGUS = Owner("bagus@kopiselatan.example", "Bagus", "Pratama")
SARI = Owner("sari@kopiselatan.example", "Sari", "Handayani")
PUTRI = Owner("putri@warungkita.example", "Putri", "Maharani")


@dataclass(slots=True)
class _Files:
    """The files of a team: each has people whom no other has."""

    random: Random
    now: datetime
    spoilt: bool = True
    made: int = 0

    def imported(
        self, days: int, hour: int, name: str, count: int, team: Team, *, by: Caller, mix: Mix = KOPI_MIX
    ) -> None:
        """Somebody imports so many people, so many days ago."""
        rows = list(people.rows(self.random, count=count, mix=mix, today=self.now.date(), first=self.made))
        self.made += count
        with clock.held_at(_at(self.now, days=days, hour=hour)):
            _import(team, name, _spoilt(rows) if self.spoilt else rows, by=by)


def exists() -> bool:
    """Whether the demo is there."""
    return User.objects.filter(email=DEWI.email).exists()


def tell(*, password_of: dict[str, str]) -> bool:
    """Makes both teams with their history, up to now; False where they are there already. All of it, or nothing."""
    packages.seed()
    with transaction.atomic():
        # Two that start at once: the plan's row lets one through, and the other finds the demo there.
        Plan.objects.select_for_update().get(code=packages.LARGEST, version=1)
        if exists():
            return False
        now = clock.now()
        _kopi_selatan(Random(SEED), now=now, passwords_by_email=password_of)
        _warung_kita(Random(SEED + 1), now=now, passwords_by_email=password_of)
    return True


def fill(*, team_id: UUID) -> bool:
    """Fills a new team of a vendor that shows sample data (TEAM-116), within its plan; False for one that has contacts.

    All of it, or nothing; its owner is whose doing it is.
    """
    with transaction.atomic():
        # Two workers at once: the second finds what the first has made.
        team = Team.objects.select_for_update().get(pk=team_id)
        if Contact.objects.for_team(team).exists():
            return False
        owner = Member.objects.for_team(team).select_related("user").get(is_owner=True).user
        _sample(Random(SEED + 2), team, now=clock.now(), by=_caller(owner, team))
    return True


def _sample(random: Random, team: Team, *, now: datetime, by: Caller) -> None:
    files = _Files(random, now)
    with clock.held_at(_at(now, days=30, hour=10)):
        senders.create(team_id=team.pk, name=team.name, email=SAMPLE_SENDER, by=replace(by, email=SAMPLE_SENDER))
        _make_fields(team, by=by)
    files.imported(29, 14, "customers.csv", 360, team, by=by)
    spring = Mood(0.43, 0.071, 0.005, hard=4, soft=2, complaints=1)
    _campaign(random, team, texts.HARVEST, days=16, hour=9, mood=spring, now=now, by=by)
    files.imported(12, 16, "exhibition.csv", 150, team, by=by)
    menu = Mood(0.41, 0.058, 0.003, hard=2, soft=3)
    _campaign(random, team, texts.MENU, days=3, hour=8, mood=menu, now=now, by=by)
    with clock.held_at(_at(now, days=1, hour=16)):
        _draft(team, texts.RESTOCK, by=by)


def _kopi_selatan(random: Random, *, now: datetime, passwords_by_email: dict[str, str]) -> None:
    with clock.held_at(_at(now, days=118, hour=10)):
        dewi, team = _team(DEWI, "Kopi Selatan", password=passwords_by_email[DEWI.email], city="Jakarta")
        packages.subscribe_to_largest(team_id=team.pk)
        by = _caller(dewi, team)
        senders.create(team_id=team.pk, name=team.name, email=dewi.email, by=by)
        _make_fields(team, by=by)
    with clock.held_at(_at(now, days=110, hour=11)):
        bagus = _member(BAGUS, team)
        sari = _member(SARI, team)
    files = _Files(random, now)
    workers = {person.pk: _caller(person, team) for person in (dewi, bagus, sari)}
    files.imported(96, 14, "pelanggan-toko.csv", 2_640, team, by=workers[dewi.pk])
    files.imported(41, 16, "mitra-kafe.csv", 820, team, by=workers[bagus.pk])
    spring = Mood(0.43, 0.071, 0.005, hard=41, soft=9, blocked=3, complaints=1)
    _campaign(random, team, texts.HARVEST, days=27, hour=9, mood=spring, now=now, by=workers[dewi.pk])
    weekend = Mood(0.37, 0.093, 0.006, hard=12, soft=7, blocked=2, complaints=2)
    _campaign(random, team, texts.VOUCHER, days=13, hour=17, mood=weekend, now=now, by=workers[bagus.pk])
    files.imported(9, 10, "pameran-kopi-jakarta.csv", 460, team, by=workers[sari.pk])
    menu = Mood(0.41, 0.058, 0.003, hard=9, soft=11, blocked=1)
    _campaign(random, team, texts.MENU, days=3, hour=8, mood=menu, now=now, by=workers[dewi.pk])
    plain = Mood(0.37, 0.046, 0.006, soft=2)
    spared = Mood(0.45, 0.118, 0.006, soft=1)
    # Drawn by itself, so that what else is drawn doesn't hang on it.
    _ab_test(Random(SEED + 3), team, days=2, hour=9, moods=(plain, spared), now=now, by=workers[bagus.pk])
    _funnel(random, team, now=now, by=workers[sari.pk])
    with clock.held_at(_at(now, days=1, hour=16)):
        _draft(team, texts.RESTOCK, by=workers[bagus.pk])
        _draft(team, texts.GAYO, by=workers[dewi.pk])
    messages.write(Random(SEED + 4), team, now=now, by=workers[bagus.pk])


def _warung_kita(random: Random, *, now: datetime, passwords_by_email: dict[str, str]) -> None:
    """The smallest plan, nearly used up. Its month began days ago, so that it stays so for weeks."""
    with clock.held_at(_at(now, days=4, hour=9)):
        putri, team = _team(PUTRI, "Warung Kita", password=passwords_by_email[PUTRI.email], city="Makassar")
        packages.subscribe_to_sample(team_id=team.pk)
        by = _caller(putri, team)
        senders.create(team_id=team.pk, name=team.name, email=putri.email, by=by)
    files = _Files(random, now, spoilt=False)
    written_to = WARUNG_SENT + WARUNG_FAILED
    files.imported(4, 10, "pelanggan-setia.csv", written_to, team, mix=LOYAL_MIX, by=by)
    files.imported(4, 11, "semua-pelanggan.csv", WARUNG_CONTACTS - written_to, team, mix=WARUNG_MIX, by=by)
    mood = Mood(0.46, 0.08, 0.004, hard=WARUNG_FAILED - 2, soft=2)
    _campaign(random, team, texts.THANKS, days=2, hour=9, mood=mood, now=now, by=by)


def _at(now: datetime, *, days: int, hour: int) -> datetime:
    """An hour of the day in Jakarta, some days ago."""
    day = now.astimezone(JAKARTA).date() - timedelta(days=days)
    return datetime(day.year, day.month, day.day, hour, tzinfo=JAKARTA).astimezone(now.tzinfo)


def _team(owner: Owner, name: str, *, password: str, city: str) -> tuple[User, Team]:
    user = _user(owner, encoded=passwords.hashed(password))
    team = teams.create(name=name, owner=user)
    team.city, team.country, team.address = city, "ID", "Jl. Kemang Raya 12" if city == "Jakarta" else "Jl. Somba Opu 8"
    team.save(update_fields=["city", "country", "address"])
    return user, team


def _member(person: Owner, team: Team) -> User:
    """A colleague who has no password yet: their link to set one would be mailed."""
    user = _user(person, encoded="!")
    Member.objects.create(team=team, user=user, role=MemberRole.MEMBER, is_default=True, joined_at=clock.now())
    return user


def _user(person: Owner, *, encoded: str) -> User:
    now = clock.now()
    return User.objects.create(
        email=person.email,
        password=encoded,
        firstname=person.firstname,
        lastname=person.lastname,
        policy_version=settings.POLICY_VERSION,
        validated_at=now,
        created_at=now,
    )


def _caller(user: User, team: Team) -> Caller:
    """The user at work in the team, without a session."""
    return Caller(
        session_id=uuid7(),
        kind=TokenKind.NORMAL,
        token_state=TokenState.GOOD,
        user_id=user.pk,
        email=user.email,
        fullname=user.fullname,
        language=user.language,
        is_operator=False,
        locked=False,
        validated=True,
        team_id=team.pk,
        team_name=team.name,
        role="admin",
        permissions=frozenset(),
        suspended=False,
        plan_expired=False,
    )


def _make_fields(team: Team, *, by: Caller) -> None:
    wanted = (
        FieldIn(name="Favourite drink", type=FieldType.DROPDOWN, values=list(people.DRINKS)),
        FieldIn(name="Loyalty points", type=FieldType.NUMBER),
        FieldIn(name="Member since", type=FieldType.DATE),
        FieldIn(name="Home delivery", type=FieldType.CHECKBOX),
    )
    for field in wanted:
        fields.create(team_id=team.pk, fields=field, by=by)


def _spoilt(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The rows and, among them, a few as real files have them: an address that is none, a number that is a word."""
    bad = [["siti.at.surel.example", *rows[7][1:]], [*rows[11][:11], "banyak", *rows[11][12:]], ["", *rows[19][1:]]]
    return [*rows[:20], *bad, *rows[20:]]


def _import(team: Team, name: str, rows: Sequence[Sequence[str]], *, by: Caller) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(people.as_csv([people.HEADER, *rows]), encoding="utf-8")
        prepared = imports.prepare(team_id=team.pk, upload=path, name=name, by=by)
    imports.start(team_id=team.pk, wanted=StartIn(import_id=prepared.pk, consent=True), by=by)
    claim = jobs.claim(Job.objects.get(key=imports.job_key(prepared.pk)).pk)
    if claim is None:
        raise RuntimeError(f"The import of {name} could not be claimed")
    import_runs.run(team_id=team.pk, import_id=prepared.pk, claim=claim)
    jobs.done(claim)


def _campaign(
    random: Random, team: Team, letter: Letter, *, days: int, hour: int, mood: Mood, now: datetime, by: Caller
) -> None:
    """A campaign written a day before it is sent."""
    with clock.held_at(_at(now, days=days + 1, hour=15)):
        campaign = _draft(team, letter, by=by)
    _send(random, team, campaign, at=_at(now, days=days, hour=hour), until=now, mood=mood, by=by)


def _ab_test(
    random: Random, team: Team, *, days: int, hour: int, moods: Sequence[Mood], now: datetime, by: Caller
) -> None:
    """An A/B test of subjects, written a day before it is sent; a day later its winner goes to everybody else."""
    letter = texts.SUBSCRIPTION
    setting = TestSetting(tested=Tested.SUBJECT, wait_hours=24, winner_share=70)
    with clock.held_at(_at(now, days=days + 1, hour=15)):
        variants = [VariantIn(name=name, subject=subject, share=15) for name, subject in texts.SUBSCRIPTION_SUBJECTS]
        given = AbTestIn(**_written(team, letter).model_dump(exclude_unset=True), test=setting, variants=variants)
        campaign = drafts.create(team_id=team.pk, fields=given, by=by)
    began = _at(now, days=days, hour=hour)
    with clock.held_at(began):
        sending.send(team_id=team.pk, campaign_id=campaign.pk, by=by)
    over = began + timedelta(hours=setting.wait_hours)
    parts = Mailing.objects.for_team(team).filter(origin=Origin.CAMPAIGN, origin_id=campaign.pk)
    for variant, mood in zip(parts.filter(variant__isnull=False).order_by("variant"), moods, strict=True):
        _received(random, team, variant, at=began, until=over, mood=mood)
    with clock.held_at(over):
        _decide(team, campaign)
    winner = standing.test_of(campaign).winner or 0
    _received(random, team, parts.get(variant__isnull=True), at=over, until=now, mood=moods[winner])


def _decide(team: Team, campaign: Campaign) -> None:
    """The winner is chosen as its job does it, once the wait is over."""
    claim = jobs.claim(Job.objects.get(name=standing.DECIDE_JOB, arguments__campaign_id=str(campaign.pk)).pk)
    if claim is None:
        raise RuntimeError(f"The winner of {campaign.name} could not be chosen")
    ab_sending.decide(team_id=team.pk, campaign_id=campaign.pk)
    jobs.done(claim)


def _funnel(random: Random, team: Team, *, now: datetime, by: Caller) -> None:
    """People come into the funnel and go on through it, a part of them at each step."""
    people_in = list(Contact.objects.for_team(team).order_by("pk").values_list("pk", flat=True)[:FUNNEL_PEOPLE])
    for days, stage, share in FUNNEL_STEPS:
        people_in = sorted(random.sample(people_in, round(len(people_in) * share)))
        # In three visits to the list, some days apart.
        for visit in range(3):
            with clock.held_at(_at(now, days=days - 3 * visit, hour=10 + visit)):
                funnel.move(team_id=team.pk, ids=people_in[visit::3], stage=stage, by=by, quiet=True)


def _draft(team: Team, letter: Letter, *, by: Caller) -> Campaign:
    return campaigns.create(team_id=team.pk, fields=_written(team, letter), by=by)


def _written(team: Team, letter: Letter) -> CampaignIn:
    found = ContactLabel.objects.for_team(team).filter(name__in=letter.labels, deleted_at__isnull=True)
    label_ids = list(found.values_list("pk", flat=True))
    return CampaignIn(
        name=letter.name,
        subject=letter.subject,
        preheader=letter.preheader,
        category=letter.category,
        content=Content(
            kind=ContentKind.DOCUMENT if letter.newsletter else ContentKind.MARKDOWN,
            starter=letter.starter,
            body=letter.body,
        ),
        newsletter=letter.newsletter,
        recipients=Recipients(all=not letter.labels, label_ids=label_ids),
    )


def _send(
    random: Random, team: Team, campaign: Campaign, *, at: datetime, until: datetime, mood: Mood, by: Caller
) -> None:
    with clock.held_at(at):
        started = sending.send(team_id=team.pk, campaign_id=campaign.pk, by=by)
    mailing = Mailing.objects.for_team(team).get(origin=Origin.CAMPAIGN, origin_id=started.pk)
    _received(random, team, mailing, at=at, until=until, mood=mood)


def _received(random: Random, team: Team, mailing: Mailing, *, at: datetime, until: datetime, mood: Mood) -> None:
    """What became of a mailing that began at a moment, and what its recipients did until another."""
    links = list(MailingLink.objects.filter(mailing=mailing).order_by("number").values_list("number", flat=True))
    reception = behaviour.receive(random, recipients=mailing.recipients, links=links, began=at, until=until, mood=mood)
    partitions.make_between(at.date(), until.date())
    for position, moment in reception.leavers:
        with clock.held_at(moment):
            subscriptions.unsubscribe(mailing_id=mailing.pk, position=position)
    with clock.held_at(max(outcome.at for outcome in reception.outcomes)):
        history.take_over(team=team, mailing=mailing, outcomes=reception.outcomes, acts=reception.acts)
