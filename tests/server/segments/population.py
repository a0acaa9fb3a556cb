"""A team with varied contacts, and random rules for them."""

import random
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from server.campaigns.origins import CAMPAIGN
from server.contacts.models import Contact, ContactLabel, CustomField
from server.contacts.states import ContactState, Stage
from server.contacts.values import TIMESTAMP_FORMAT, FieldType
from server.core import clock
from server.delivery.models import Mailing
from server.segments import email_activities
from server.segments.fields import RuleCatalogue
from server.segments.operators import OPERATORS, OperandKind, ValueKind
from server.segments.rules.tree import Rules
from server.teams.models import Team
from tests.server.contacts.factories import make_label
from tests.server.contacts.feeding import happen

NOW = datetime(2026, 3, 1, 17, 30, tzinfo=UTC)  # 2 March 00:30 in Jakarta
WORDS = ("Ani", "budi", "ÇELIK", "straße", "O'Hara", "a%b_c", 'say "hi", ok', "2", "-", "ΣΊΣΥΦΟΣ", "line\nbreak", "")
ZONES = ("", "Asia/Jakarta", "America/New_York", "UTC")
TEXTS = ("firstname", "city", "timezone")
CITIES = ("Jakarta", "Bandung", "JAKARTA", "São Paulo", "")
CHOICES = ["Small", "LARGE", "x,y"]
CUSTOM: dict[str, list[str]] = {
    "text": [],
    "longText": [],
    "number": [],
    "date": [],
    "dateTime": [],
    "dropdown": CHOICES,
    "multiChoice": CHOICES,
    "checkbox": [],
    "url": [],
    "phone": [],
    "email": [],
}
assert set(CUSTOM) == set(FieldType), "every type takes part"
DrawCondition = Callable[[random.Random], dict[str, Any]]


class Population:
    """The contacts, labels, fields and mailings of one team."""

    def __init__(self, team: Team, seed: int, size: int, more_conditions: Sequence[DrawCondition] = ()) -> None:
        self.team = team
        self.more_conditions = more_conditions
        self.random = random.Random(seed)
        self.labels: list[ContactLabel] = [make_label(team, name) for name in ("one", "two", "three")]
        self.fields = [
            CustomField.objects.create(team=team, name=kind, tag=kind, type=kind, values=values, created_at=clock.now())
            for kind, values in CUSTOM.items()
        ]
        self.campaigns = [self._mailing() for _ in range(2)]
        self.contacts = self.add(size)

    def add(self, size: int) -> list[Contact]:
        """Adds contacts in bulk."""
        offset = Contact.objects.for_team(self.team).count()
        return Contact.objects.bulk_create(self._contact(offset + number) for number in range(size))

    def change(self, contact: Contact) -> None:
        """Changes the values of a contact."""
        other = self._contact(0)
        for name in (
            "firstname",
            "city",
            "timezone",
            "funnel",
            "state",
            "birthday",
            "label_ids",
            "custom_field",
            "note",
        ):
            setattr(contact, name, getattr(other, name))
        contact.save()

    def happen(self, times: int) -> None:
        """Adds activities of random contacts, in several feed entries."""
        for _ in range(times):
            kind = self.random.choice(email_activities.ACTIVITY_NAMES)
            some = self.random.choices(self.contacts, k=self.random.randint(1, 30))
            moments = [self._moment() for _ in some]
            subjects = [self.random.choice(self.campaigns).pk for _ in some]
            if self.random.random() < 0.5:  # as a sender records a window: one timestamp and subject for all
                moments, subjects = moments[:1], subjects[:1]
            happen(
                self.team.pk,
                f"email.{kind}",
                [contact.pk for contact in some],
                [int(moment.timestamp() * 1_000_000) for moment in moments],
                subjects,
            )

    def rules(self, depth: int = 2) -> Rules:
        """Returns a random tree of valid rules."""
        rules = Rules.model_validate(self._group(depth))
        RuleCatalogue.of(self.team.pk).check(rules)
        return rules

    def _contact(self, number: int) -> Contact:
        pick = self.random.choice
        custom = {str(field.pk): self._custom(field.type) for field in self.fields if self.random.random() < 0.7}
        return Contact(
            team_id=self.team.pk,
            email=f"p{number}.{pick('abc')}@{pick(('kopi', 'teh'))}.example",
            firstname=pick(WORDS),
            lastname=pick(WORDS),
            phone=pick(("", "0812 345", "+62812")),
            birthday=self._day(1960, 20_000) if self.random.random() < 0.8 else None,
            gender=pick(("", "male", "female")),
            city=pick(CITIES),
            timezone=pick(ZONES),
            company=pick(WORDS),
            funnel=pick(("", *Stage.values)),
            note=pick(WORDS),
            state=pick(ContactState.values),
            label_ids=sorted(label.pk for label in self.labels if self.random.random() < 0.4),
            custom_field=custom,
            created_at=self._moment(),
            updated_at=self._moment(),
        )

    def _custom(self, kind: str) -> Any:
        pick = self.random.choice
        lines = [word for word in WORDS if word]
        makers: dict[str, Callable[[], Any]] = {
            "text": lambda: pick([word for word in lines if "\n" not in word]),
            "longText": lambda: pick(lines),
            "number": lambda: pick((0, 1, -3, 2.5, 1e15, 10)),
            "date": lambda: self._day(2025, 800).isoformat(),
            "dateTime": lambda: self._moment().strftime(TIMESTAMP_FORMAT),
            "dropdown": lambda: pick(CHOICES),
            "multiChoice": lambda: [choice for choice in CHOICES if self.random.random() < 0.5] or CHOICES[:1],
            "checkbox": lambda: pick((True, False)),
            "url": lambda: pick(("https://kopi.example/Ünï", "https://jak.example")),
            "phone": lambda: pick(("0812 345", "+62812")),
            "email": lambda: pick(("a@kopi.example", "b@teh.example")),
        }
        # During a conversion, some values still have the previous type.
        return makers[pick(list(makers)) if self.random.random() < 0.1 else kind]()

    def _mailing(self) -> Mailing:
        return Mailing.objects.create(
            team=self.team, origin=CAMPAIGN, from_address="a@kopi.example", compiled={}, created_at=clock.now()
        )

    def _day(self, year: int, span: int) -> date:
        if self.random.random() < 0.1:
            return date(2004, 2, 29)
        return date(year, 1, 1) + timedelta(days=self.random.randrange(span))

    def _moment(self) -> datetime:
        # Includes the exact boundaries of days in Jakarta.
        days = timedelta(days=self.random.randrange(40))
        return self.random.choice((NOW, NOW.replace(hour=17, minute=0), NOW.replace(hour=16, minute=59))) - days

    def _group(self, depth: int) -> dict[str, Any]:
        below = [
            self._group(depth - 1) if depth and self.random.random() < 0.3 else self._condition()
            for _ in range(self.random.randint(1, 4))
        ]
        negated = self.random.random() < 0.25
        return {"kind": "group", "match": self.random.choice(("all", "any")), "negated": negated, "rules": below}

    def _condition(self) -> dict[str, Any]:
        makers: list[Callable[[], dict[str, Any]]] = [*[self._field] * 3, self._label, self._activity]
        makers += [partial(draw, self.random) for draw in self.more_conditions]
        return self.random.choice(makers)()

    def _field(self) -> dict[str, Any]:
        asked = self.random.choice(list(RuleCatalogue.of(self.team.pk).fields.values()))
        operator = self.random.choice(list(OPERATORS[asked.kind]))
        value = self._value(asked.kind, OPERATORS[asked.kind][operator])
        return {"kind": "field", "field": asked.key, "operator": operator, "value": value}

    def _value(self, kind: ValueKind, takes: OperandKind) -> Any:
        pick = self.random.choice
        days = sorted(self._day(2025, 800).isoformat() for _ in range(2))
        makers: dict[OperandKind, Callable[[], Any]] = {
            OperandKind.NOTHING: lambda: None,
            OperandKind.TEXT: lambda: pick([word for word in (*WORDS, "a", "jak", "kopi", ".", "%") if word]),
            OperandKind.TEXTS: lambda: self.random.sample(
                [*CHOICES, "male", "SUBSCRIBED", "bounced", "Interest", "action"], 2
            ),
            OperandKind.NUMBER: lambda: pick((0, 1, 2.5, -3, 10)),
            OperandKind.NUMBERS: lambda: [-1, pick((1, 2.5, 10))],
            OperandKind.DAY: lambda: pick((*days, "2026-03-02", "2026-02-20")),
            OperandKind.DAYS: lambda: days,
            OperandKind.COUNT: lambda: pick((1, 2, 7, 30, 365)),
        }
        return makers[takes]()

    def _label(self) -> dict[str, Any]:
        ids = [label.pk for label in self.random.sample(self.labels, self.random.randint(1, 3))]
        return {"kind": "label", "operator": self.random.choice(("hasAny", "hasAll", "hasNone")), "labelIds": ids}

    def _activity(self) -> dict[str, Any]:
        windows: tuple[Any, ...] = (
            None,
            {"kind": "lastDays", "days": self.random.choice((1, 7, 30))},
            {"kind": "between", "first": "2026-02-01", "last": "2026-02-20"},
        )
        return {
            "kind": "activity",
            "activity": self.random.choice(email_activities.ACTIVITY_NAMES),
            "times": {
                "operator": self.random.choice(("atLeast", "atMost", "exactly")),
                "count": self.random.choice((0, 1, 2, 3)),
            },
            "window": self.random.choice(windows),
            "subjectId": self.random.choice((None, str(self.random.choice(self.campaigns).origin_id))),
        }
