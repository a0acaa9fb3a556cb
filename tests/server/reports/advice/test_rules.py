"""Each advice rule: silent below its minimum sample, then exact findings, and later measures."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from server.contacts.models import Contact, ContactLabel
from server.delivery.models import DestinationMetrics, Mailing, MailingLink
from server.delivery.services import frequency
from server.hygiene.models import SunsetRule
from server.reports.advice import facts as facts_module
from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, AdviceRule, Measurement
from server.reports.advice.registry import RULES, RULES_BY_CODE
from server.reports.advice.rules import complaints, hard_bounces, subjects, unengaged
from server.reports.advice.states import AdviceLevel
from server.segments.columns import building
from server.segments.errors import CountTimeout
from server.segments.selectors import match_counts
from server.senders.dns import dmarc
from server.senders.dns.findings import RecordFinding as SeenInDns
from server.senders.dns.resolver import CachingResolver
from server.senders.models import DomainRecord, SenderDomain
from server.stats.services import closing
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign
from tests.server.contacts import feeding
from tests.server.contacts.factories import make_label
from tests.server.reports.sent import happen, make_sent
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

pytestmark = pytest.mark.django_db

# Noon in Jakarta, the team's zone.
NOW = datetime(2026, 3, 10, 5, 0, tzinfo=UTC)
DAY = timedelta(days=1)
WEEK = NOW - 7 * DAY


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as made:
        yield made


def list_findings(code: str, team: Team) -> list[AdviceFinding]:
    return list(RULES_BY_CODE[code].findings(facts_module.build_facts(team)))


def after(code: str, team: Team, subject: str, since: datetime = NOW - DAY) -> Measurement | None:
    return RULES_BY_CODE[code].after(facts_module.build_facts(team), subject=subject, since=since)


RATES = [
    # rule, metrics at the minimum and just over the target, level, value, target, base, metrics just below a minimum
    (
        "complaints",
        {"sent": 1_000, "complained": 3},
        (AdviceLevel.BAD, 0.003, 0.001, 1_000, 3),
        [{"sent": 499, "complained": 9}, {"sent": 1_000, "complained": 2}, {"sent": 3_000, "complained": 3}],
    ),
    (
        "hardBounces",
        {"sent": 190, "failed": 10, "hard_bounced": 5},
        (AdviceLevel.BAD, 0.025, 0.02, 200, 5),
        [
            {"sent": 189, "failed": 10, "hard_bounced": 9},
            {"sent": 190, "failed": 10, "hard_bounced": 4},
            {"sent": 245, "failed": 5, "hard_bounced": 5},
        ],
    ),
    (
        "unsubscribes",
        {"sent": 500, "unsubscribed": 5},
        (AdviceLevel.WARNING, 0.01, 0.005, 500, 5),
        [{"sent": 499, "unsubscribed": 9}, {"sent": 500, "unsubscribed": 4}, {"sent": 1_000, "unsubscribed": 5}],
    ),
]


@pytest.mark.parametrize(("code", "over", "expected", "below"), RATES, ids=[row[0] for row in RATES])
def test_a_campaign_with_too_large_a_rate(
    alice: Person, code: str, over: dict[str, int], expected: tuple[Any, ...], below: list[dict[str, int]]
) -> None:
    for figures in below:
        make_sent(alice.team, at=WEEK, figures=figures)
    assert list_findings(code, alice.team) == []

    campaign = make_sent(alice.team, at=WEEK, name="May", figures=over)

    level, value, asked, base, part = expected
    assert list_findings(code, alice.team) == [
        AdviceFinding(f"campaign:{campaign.pk}", level, value, asked, base, "May", campaign.pk, {"part": part})
    ]


def test_of_the_rate_what_was_sent_since_is_measured(alice: Person) -> None:
    campaign = make_sent(alice.team, at=WEEK, figures={"sent": 1_000, "complained": 9})
    subject = f"campaign:{campaign.pk}"
    make_sent(alice.team, at=NOW - DAY, figures={"sent": 300, "complained": 1})

    early = after("complaints", alice.team, subject)
    make_sent(alice.team, at=NOW, figures={"sent": 200})

    assert early is None
    assert after("complaints", alice.team, subject) == Measurement(0.002, 500)


def test_campaigns_of_other_teams_and_other_seasons_are_not_looked_at(alice: Person, mallory: Person) -> None:
    make_sent(mallory.team, at=WEEK, figures={"sent": 1_000, "complained": 9})
    make_sent(alice.team, at=NOW - 91 * DAY, figures={"sent": 1_000, "complained": 9})

    assert list_findings("complaints", alice.team) == []


def went(team: Team, at: datetime, **domains: tuple[int, int, int]) -> None:
    campaign = make_sent(team, at=at, figures={"sent": 1})
    mailing = Mailing.objects.for_team(team).get(origin_id=campaign.pk)
    for name, (delivered, hard, soft) in domains.items():
        DestinationMetrics.objects.create(
            mailing=mailing,
            domain=name.replace("_", "."),
            team=team,
            mailed_at=at,
            delivered=delivered,
            hard_bounced=hard,
            soft_bounced=soft,
        )


def test_a_domain_that_takes_far_less_than_the_others(alice: Person) -> None:
    went(alice.team, WEEK, gmail_com=(950, 50, 0), yahoo_com=(150, 10, 39), small_com=(0, 50, 0))
    assert list_findings("destination", alice.team) == []  # 199 are too few, as are 50

    went(alice.team, WEEK, yahoo_com=(0, 0, 1), hotmail_com=(440, 30, 30))

    others = (950 + 0 + 440) / (1_000 + 50 + 500)
    assert list_findings("destination", alice.team) == [
        AdviceFinding(
            "destination:yahoo.com", AdviceLevel.WARNING, 0.75, others, 200, "yahoo.com", None, {"refused": 50}
        )
    ]
    assert after("destination", alice.team, "destination:yahoo.com") is None
    went(alice.team, NOW - DAY, yahoo_com=(199, 0, 1))
    assert after("destination", alice.team, "destination:yahoo.com") == Measurement(0.995, 200)


def test_a_link_that_nobody_clicked(alice: Person) -> None:
    def linked(at: datetime, clicked: int, delivered: int = 500) -> Any:
        campaign = make_sent(alice.team, at=at, name="May", figures={"sent": delivered, "clicked": clicked})
        mailing = Mailing.objects.for_team(alice.team).get(origin_id=campaign.pk)
        for number, people in ((1, clicked), (2, 0)):
            MailingLink.objects.create(
                mailing=mailing, number=number, shown=f"https://kopi.example/{number}", clicked=people, clicks=people
            )
        return campaign

    linked(NOW - 2 * DAY, 50)
    linked(WEEK, 49)
    linked(WEEK, 50, delivered=499)
    assert list_findings("link", alice.team) == []

    campaign = linked(NOW - 3 * DAY, 50)

    [finding] = list_findings("link", alice.team)
    assert finding.subject.startswith(f"link:{campaign.pk}:")
    assert (finding.level, finding.value, finding.asked, finding.base) == (AdviceLevel.HINT, 0, 1, 50)
    assert finding.params == {"address": "https://kopi.example/2", "number": 2}
    assert after("link", alice.team, finding.subject) is None


@pytest.mark.parametrize(
    ("subject", "length"),
    [
        ("Hello {{ firstname | fallback: 'dear friend of ours' }}, it's May", 24),
        ('{% if city == "Jakarta" %}Jakarta{% else %}Hello{% endif %} there', 18),
        ("x" * 61, 61),
        ("  a   b ", 3),
    ],
)
def test_a_merge_tag_is_as_long_as_a_first_name(subject: str, length: int) -> None:
    assert subjects.measure_length(subject) == length


@pytest.mark.parametrize(
    ("code", "fields"), [("longSubject", {"subject": "x" * 61}), ("noPreheader", {"preheader": " "})]
)
def test_a_subject_that_costs_opens(alice: Person, code: str, fields: dict[str, str]) -> None:
    low = make_sent(alice.team, at=WEEK, name="Low", figures={"sent": 500, "opened": 79}, **fields)
    for opened in (190, 200):
        make_sent(alice.team, at=WEEK, figures={"sent": 1_000, "opened": opened})
    make_sent(alice.team, at=WEEK, figures={"sent": 499, "opened": 499})
    assert list_findings(code, alice.team) == []  # two other campaigns are too few to compare with

    make_sent(alice.team, at=WEEK, figures={"sent": 1_000, "opened": 210})

    length = subjects.measure_length(low.subject)
    assert list_findings(code, alice.team) == [
        AdviceFinding(
            f"campaign:{low.pk}", AdviceLevel.HINT, 0.158, 0.2, 500, "Low", low.pk, {"length": length, "longest": 60}
        )
    ]


def test_a_long_subject_that_costs_nothing_is_left_alone(alice: Person) -> None:
    make_sent(alice.team, at=WEEK, subject="x" * 61, figures={"sent": 500, "opened": 80})
    make_sent(alice.team, at=NOW - DAY, subject="x" * 61, figures={"sent": 500, "opened": 1})
    for _ in range(3):
        make_sent(alice.team, at=WEEK, figures={"sent": 1_000, "opened": 200})

    assert list_findings("longSubject", alice.team) == []  # 16% is four fifths of 20%, and one day is too early


def test_a_mail_that_says_nothing_without_its_pictures(alice: Person) -> None:
    pictures = "![](https://kopi.example/a.png)\n\n[](https://kopi.example) {{ firstname }} 49 % off" + "x" * 54
    for fields in (
        {"body": pictures + "y"},  # 60 letters
        {"body": pictures, "plain_text": "Read on the web"},
        {"body": pictures, "kind": "abTest"},
    ):
        make_sent(alice.team, at=WEEK, figures={"sent": 500}, **fields)
    make_sent(alice.team, at=WEEK, body=pictures, figures={"sent": 499})
    make_sent(alice.team, at=NOW - 31 * DAY, body=pictures, figures={"sent": 500})
    assert list_findings("plainText", alice.team) == []

    mute = make_sent(alice.team, at=WEEK, name="May", body=pictures, figures={"sent": 500})

    subject = f"campaign:{mute.pk}"
    assert list_findings("plainText", alice.team) == [
        AdviceFinding(subject, AdviceLevel.WARNING, 59, 60, 500, "May", mute.pk)
    ]
    assert after("plainText", alice.team, subject) is None
    make_sent(alice.team, at=NOW, body=pictures + "y" * 9, figures={"sent": 700})
    assert after("plainText", alice.team, subject) == Measurement(68, 700)


def test_of_a_subject_the_opens_of_later_short_ones_are_measured(alice: Person) -> None:
    low = make_sent(alice.team, at=NOW - 20 * DAY, subject="x" * 61, figures={"sent": 500, "opened": 1})
    subject, since = f"campaign:{low.pk}", NOW - 8 * DAY
    make_sent(alice.team, at=WEEK, subject="x" * 70, figures={"sent": 500, "opened": 5})
    assert after("longSubject", alice.team, subject, since) is None

    for opened in (100, 150):
        make_sent(alice.team, at=WEEK, figures={"sent": 500, "opened": opened})

    assert after("longSubject", alice.team, subject, since) == Measurement(0.25, 1_000)


def test_campaigns_that_leave_far_from_when_people_read(alice: Person) -> None:
    nine = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)  # 09:00 in Jakarta
    for day in range(4):
        campaign = make_sent(alice.team, at=nine + day * DAY, figures={"sent": 10})
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=campaign.pk)
    happen(mailing, nine + timedelta(hours=1), opened=399)
    happen(mailing, nine + timedelta(hours=10), opened=600)
    closing.close_days(team_id=alice.team.pk)
    assert list_findings("sendHour", alice.team) == []

    make_sent(alice.team, at=nine + 4 * DAY, figures={"sent": 10})
    assert list_findings("sendHour", alice.team) == []  # 999 opens
    happen(mailing, nine + timedelta(hours=1, minutes=1), opened=1)
    closing.close_days(team_id=alice.team.pk)

    assert list_findings("sendHour", alice.team) == [
        AdviceFinding("team", AdviceLevel.HINT, 9, 19, 1_000, "", None, {"share": 0.6})
    ]
    assert after("sendHour", alice.team, "team", nine) == Measurement(9, 5)
    assert after("sendHour", alice.team, "team", nine + 3 * DAY) is None


def test_two_hours_from_the_peak_is_near_enough(alice: Person) -> None:
    late = datetime(2026, 3, 1, 16, 0, tzinfo=UTC)  # 23:00 in Jakarta
    for day in range(5):
        campaign = make_sent(alice.team, at=late + day * DAY, figures={"sent": 10})
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=campaign.pk)
    happen(mailing, late + timedelta(hours=2), opened=2_000)
    closing.close_days(team_id=alice.team.pk)

    assert list_findings("sendHour", alice.team) == []


def test_a_list_that_does_not_read(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    asleep: list[int] = list(range(201))
    monkeypatch.setattr("server.hygiene.selectors.list_matching_ids", lambda **_: asleep)
    people = [
        Contact(team=alice.team, email=f"r{number}@x.example", created_at=NOW, updated_at=NOW)
        for number in range(1_000)
    ]
    Contact.objects.bulk_create(people[:999])
    assert list_findings("unengaged", alice.team) == []
    Contact.objects.bulk_create(people[999:])

    assert list_findings("unengaged", alice.team) == [
        AdviceFinding(
            "team", AdviceLevel.WARNING, 0.201, 0.2, 1_000, "", None, {"months": 6, "mails": 5, "part": 201}, "sunset"
        )
    ]
    assert after("unengaged", alice.team, "team") == Measurement(0.201, 1_000)
    asleep.pop()
    assert list_findings("unengaged", alice.team) == []


def test_a_sunset_rule_looks_after_those_who_do_not_read(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unengaged, "_measure", lambda _: Measurement(0.9, 5_000))
    rule = SunsetRule.objects.create(
        team=alice.team,
        months=6,
        least_sent=5,
        act="suppress",
        next_at=NOW,
        user_id=alice.user.pk,
        fullname="Alice",
        enabled=True,
    )
    assert list_findings("unengaged", alice.team) == []

    rule.enabled = False
    rule.save()

    assert [finding.value for finding in list_findings("unengaged", alice.team)] == [0.9]


def test_too_many_campaigns_a_week_while_people_leave(alice: Person) -> None:
    for number in range(12):
        make_sent(alice.team, at=NOW - (number * 2) * DAY, figures={"sent": 100, "unsubscribed": 1})
    assert list_findings("frequency", alice.team) == []  # three a week

    make_sent(alice.team, at=WEEK, figures={"sent": 100})

    expected = AdviceFinding(
        "team", AdviceLevel.WARNING, 3.25, 3, 1_300, "", None, {"left": 12, "rate": round(12 / 1_300, 6)}, "cap"
    )
    assert list_findings("frequency", alice.team) == [expected]
    assert after("frequency", alice.team, "team", NOW - 6 * DAY) is None
    assert after("frequency", alice.team, "team", NOW - 14 * DAY) == Measurement(4.5, 900)
    frequency.set_cap(team_id=alice.team.pk, mails=9, days=9)
    assert list_findings("frequency", alice.team) == []


def test_many_campaigns_that_nobody_leaves_by_are_left_alone(alice: Person) -> None:
    for _ in range(16):
        make_sent(alice.team, at=WEEK, figures={"sent": 1_000, "unsubscribed": 3})

    assert list_findings("frequency", alice.team) == []


def checked_domain(team: Team, name: str, texts: list[str], zones: Zones) -> DomainRecord:
    """Creates a domain of the team with its DMARC record checked as published."""
    zones.publish(f"_dmarc.{name}", TXT=texts)
    seen = asyncio.run(_check_dmarc(name))
    assert seen.verdict is not None
    domain = SenderDomain.objects.create(team=team, name=name, next_check_at=NOW, created_at=NOW)
    return DomainRecord.objects.create(
        team=team, domain=domain, kind="dmarc", verdict=seen.verdict, reason=seen.reason, params=seen.params
    )


async def _check_dmarc(name: str) -> SeenInDns:
    return await dmarc.check(CachingResolver(), name)


@pytest.mark.parametrize("texts", [[], ["v=DMARC1; p=none", "v=DMARC1; p=reject"], ["v=DMARC1; p=perhaps"]])
def test_a_domain_without_dmarc(alice: Person, zones: Zones, texts: list[str]) -> None:
    record = checked_domain(alice.team, "kopi.example", texts, zones)
    make_sent(alice.team, at=WEEK, from_email="news@kopi.example", figures={"sent": 300})
    make_sent(alice.team, at=WEEK, from_email="news@mail.kopi.example", figures={"sent": 199})
    make_sent(alice.team, at=NOW - 31 * DAY, from_email="news@kopi.example", figures={"sent": 10_000})
    make_sent(alice.team, at=WEEK, from_email="news@other.example", figures={"sent": 10_000})
    assert list_findings("dmarc", alice.team) == []

    make_sent(alice.team, at=WEEK, from_email="news@kopi.example", figures={"sent": 1})

    domain_id = str(record.domain_id)
    assert list_findings("dmarc", alice.team) == [
        AdviceFinding("domain:kopi.example", AdviceLevel.BAD, 0, 1, 500, "kopi.example", None, {"domainId": domain_id})
    ]
    assert after("dmarc", alice.team, "domain:kopi.example") == Measurement(0, 1)
    assert after("dmarc", alice.team, "domain:gone.example") is None


@pytest.mark.parametrize("text", ["v=DMARC1; p=none", "v=DMARC1; p=reject; t=y", "v=DMARC1; p=reject; pct=20"])
def test_a_record_that_could_be_better_is_one(alice: Person, zones: Zones, text: str) -> None:
    checked_domain(alice.team, "kopi.example", [text], zones)
    make_sent(alice.team, at=WEEK, from_email="news@kopi.example", figures={"sent": 500})

    assert list_findings("dmarc", alice.team) == []
    assert after("dmarc", alice.team, "domain:kopi.example") == Measurement(1, 1)


def written(
    team: Team, size: int, *, label: ContactLabel | None = None, complained: int = 0, bounced: int = 0, lost: int = 0
) -> None:
    """Creates contacts who got email: some complained, some bounced, some unsubscribed."""
    states = ["complained"] * complained + ["bounced"] * bounced + ["unsubscribed"] * lost
    states += ["subscribed"] * (size - len(states))
    offset = Contact.objects.count()
    people = Contact.objects.bulk_create(
        Contact(
            team=team,
            email=f"p{offset + number}@x.example",
            state=state,
            label_ids=[label.pk] if label else [],
            created_at=NOW,
            updated_at=NOW,
        )
        for number, state in enumerate(states)
    )
    if label:
        ContactLabel.objects.filter(pk=label.pk).update(contact_count=label.contact_count + size)
        label.contact_count += size
    kinds = {"sent": people[complained + bounced :] + people[:complained]}
    kinds |= {"complained": people[:complained], "bounced": people[complained : complained + bounced]}
    for kind, found in kinds.items():
        feeding.happen(
            team.pk, f"email.{kind}", [contact.pk for contact in found], [int(WEEK.timestamp()) * 1_000_000], [0]
        )


def test_a_label_whose_people_complain_far_more(alice: Person) -> None:
    fair, label = make_label(alice.team, "Fair"), make_label(alice.team, "Bought")
    make_sent(alice.team, at=WEEK, figures={"sent": 3_000, "complained": 4})
    written(alice.team, 2_000, label=fair, complained=2)
    written(alice.team, 499, label=label, complained=3)
    assert list_findings("labelComplaints", alice.team) == []  # 499 are too few

    written(alice.team, 1, label=label)

    finding = AdviceFinding(
        subject=f"label:{label.pk}",
        level=AdviceLevel.WARNING,
        value=3 / 500,
        asked=2 / 2_000,
        base=500,
        name="Bought",
        params={"part": 3, "subscribed": 497, "count": 0},
    )
    assert list_findings("labelComplaints", alice.team) == [finding]
    make_campaign(alice.team, to_all=True)
    offered = replace(finding, params={**finding.params, "count": 1}, act="leaveOut")
    assert list_findings("labelComplaints", alice.team) == [offered]
    assert building.refresh_team(alice.team.pk)
    assert list_findings("labelComplaints", alice.team) == [offered]
    written(alice.team, 2_000, complained=7)  # 9 of 4,000 others: 0.6% is less than three times that rate
    assert list_findings("labelComplaints", alice.team) == []


def test_a_label_whose_addresses_do_not_exist(alice: Person) -> None:
    label = make_label(alice.team, "Old fair")
    make_sent(alice.team, at=WEEK, figures={"sent": 400, "failed": 9, "hard_bounced": 9})
    written(alice.team, 300, bounced=2)
    written(alice.team, 200, label=label, bounced=4, lost=140)
    assert list_findings("labelBounces", alice.team) == []  # four

    written(alice.team, 1, label=label, bounced=1)

    [finding] = list_findings("labelBounces", alice.team)
    assert (finding.value, finding.asked, finding.base) == (5 / 201, 2 / 300, 201)
    assert finding.params == {"part": 5, "subscribed": 56, "count": 0}


def test_a_label_of_which_few_are_left_to_write_to_is_no_problem(alice: Person) -> None:
    label = make_label(alice.team, "Bounced in May")
    make_sent(alice.team, at=WEEK, figures={"sent": 300, "failed": 200, "hard_bounced": 200})
    written(alice.team, 300)
    written(alice.team, 249, label=label, bounced=200)
    assert list_findings("labelBounces", alice.team) == []

    written(alice.team, 1, label=label)

    assert [finding.name for finding in list_findings("labelBounces", alice.team)] == ["Bounced in May"]


def test_labels_are_not_counted_while_nothing_goes_wrong_or_where_it_takes_too_long(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = make_label(alice.team, "Bought")
    written(alice.team, 600)
    written(alice.team, 600, label=label, complained=9)
    assert list_findings("labelComplaints", alice.team) == []  # no campaign has any metrics

    make_sent(alice.team, at=WEEK, figures={"sent": 1_200, "complained": 9})

    assert len(list_findings("labelComplaints", alice.team)) == 1

    def slow(**_: Any) -> None:
        raise CountTimeout

    monkeypatch.setattr("server.segments.selectors.match_counts.count_by_label", slow)
    assert list_findings("labelComplaints", alice.team) == []


def test_whom_a_team_wrote_to_is_counted_only_where_enough_of_a_label_went_wrong(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert min(complaints.RULE.min_part, hard_bounces.RULE.min_part) == facts_module.MIN_LABEL_ISSUES
    some, bought = make_label(alice.team, "Some"), make_label(alice.team, "Bought")
    make_sent(alice.team, at=WEEK, figures={"sent": 1_200, "complained": 9})
    written(alice.team, 600, label=some, complained=2)
    written(alice.team, 600, label=bought, complained=2)
    asked: list[list[int]] = []
    count = match_counts.count_by_label

    def counted(**named: Any) -> match_counts.MatchCounts:
        asked.append(list(named["label_ids"]))
        return count(**named)

    monkeypatch.setattr(match_counts, "count_by_label", counted)
    assert list_findings("labelComplaints", alice.team) == []
    assert [set(ids) for ids in asked] == [{some.pk, bought.pk}] * 2

    written(alice.team, 1, label=bought, complained=1)
    asked.clear()

    assert list_findings("labelComplaints", alice.team) == []  # 3 of 601, and 2 of 600 others
    assert asked[2:] == [[bought.pk]] * 2


def test_of_a_label_the_rate_of_what_was_sent_since_is_measured(alice: Person) -> None:
    make_sent(alice.team, at=NOW - DAY, figures={"sent": 499})
    early = after("labelComplaints", alice.team, "label:7")
    make_sent(alice.team, at=NOW - DAY, figures={"sent": 501, "complained": 1})

    assert (early, after("labelComplaints", alice.team, "label:7")) == (None, Measurement(0.001, 1_000))


def test_rules_have_codes_of_their_own_and_say_nothing_of_a_new_team(alice: Person) -> None:
    nothing: TeamFacts = facts_module.build_facts(alice.team)
    rules: tuple[AdviceRule, ...] = RULES

    assert len(RULES_BY_CODE) == len(rules)
    assert [list(rule.findings(nothing)) for rule in rules] == [[]] * len(rules)
