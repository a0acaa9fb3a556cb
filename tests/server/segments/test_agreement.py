"""The column evaluator agrees with the plain one for every contact."""

import functools
from datetime import UTC, datetime, timedelta
from uuid import UUID

import polars as pl
import pytest
import time_machine
from django.db import connection

from server.contacts.models import Contact
from server.segments import activities, email_activities
from server.segments.columns import building, cache, shapes
from server.segments.columns.cache import ByteBoundedCache
from server.segments.evaluation_time import EvaluationTime
from server.segments.fields import RuleCatalogue
from server.segments.models import ActivityBlock, ColumnChunk
from server.segments.naive import ContactProfile, Evaluator
from server.segments.rules import activity, segment
from server.segments.rules.activity import RuleActivity
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rules, iter_rules
from server.segments.selectors import matches
from server.segments.sql import columns as columns_sql
from tests.cast import Person, make_team
from tests.server.contacts.feeding import consume
from tests.server.segments.population import NOW, Population

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _frozen() -> object:
    with time_machine.travel(NOW, tick=False) as frozen:
        yield frozen


def happened_in(team_id: UUID) -> dict[int, list[RuleActivity]]:
    """Returns all activities by contact, from blocks and unread entries."""
    found: dict[int, list[RuleActivity]] = {}
    frames = [(block.kind, pl.read_ipc(bytes(block.data))) for block in ActivityBlock.objects.filter(team_id=team_id)]
    for kind, frame in frames:
        for contact, at, subject in frame.iter_rows():
            found.setdefault(contact, []).append(RuleActivity(kind, EPOCH + timedelta(microseconds=at), subject))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, u.contact, coalesce(u.moment, moments[1]), coalesce(u.subject, subjects[1])"
            " FROM contacts_feedentry AS e, unnest(contact_ids, moments, subjects) AS u(contact, moment, subject)"
            " WHERE team_id = %s AND kind LIKE 'email.%%' AND e.id > ("
            "SELECT coalesce(max(entry_id), 0) FROM contacts_feedcursor WHERE consumer = 'segments')",
            [team_id],
        )
        for kind, contact, at, subject in cursor.fetchall():
            name = kind.removeprefix("email.")
            found.setdefault(contact, []).append(RuleActivity(name, EPOCH + timedelta(microseconds=at), subject))
    return found


def allow(monkeypatch: pytest.MonkeyPatch, max_bytes: int) -> None:
    """Sets the cache size for the test."""
    monkeypatch.setattr(cache, "columns", ByteBoundedCache())
    monkeypatch.setattr(cache, "blocks", ByteBoundedCache())
    cache.set_cache_size(max_bytes)


def no_segment(segment_id: int) -> Group:
    raise AssertionError(segment_id)


def naively(team_id: UUID, rules: list[Rules]) -> list[list[int]]:
    """Returns the matches of each tree, by evaluating one contact after the other."""
    evaluator = Evaluator(RuleCatalogue.of(team_id), EvaluationTime.of(team_id), no_segment)
    subjects_of = functools.cache(functools.partial(activities.find_subjects, team_id))
    happened = happened_in(team_id)
    others = [rule for one in rules for rule in iter_rules(one) if rule.kind != activity.KIND.name]

    def profile_of(contact: Contact) -> ContactProfile:
        facts = matches.read_facts(team_id, contact.pk, others)
        facts[activity.KIND.name] = activity.ContactActivities(happened.get(contact.pk, []), subjects_of)
        return matches.build_profile(contact, facts)

    profiles = {contact.pk: profile_of(contact) for contact in Contact.objects.filter(team_id=team_id).order_by("pk")}
    return [[key for key, profile in profiles.items() if evaluator.evaluate(one, profile).holds] for one in rules]


def check(population: Population, number: int = 20) -> None:
    rules = [population.rules() for _ in range(number)]
    for one, wanted in zip(rules, naively(population.team.pk, rules), strict=True):
        found = matches.list_ids(team_id=population.team.pk, rules=one).to_list()
        assert found == wanted, one
        assert matches.count_matches(team_id=population.team.pk, rules=one) == len(wanted), one


@pytest.mark.parametrize("seed", range(2))
def test_columns_and_plain_reading_agree_at_every_stage(
    alice: Person, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "CHUNK_ROWS", 40)
    monkeypatch.setattr(building, "MIN_LIVE_ROWS", 20)
    # Once with all texts as codes, once mixed.
    monkeypatch.setattr(shapes, "MAX_DICTIONARY_VALUES", (4_096, 4)[seed])
    # Once without a cache, once with a small one.
    allow(monkeypatch, (0, 100_000)[seed])
    other = Population(make_team("Teh"), seed + 100, 20)
    people = Population(alice.team, seed, 130)
    people.happen(20)
    check(people)  # not built yet

    assert building.refresh_team(alice.team.pk)
    assert ColumnChunk.objects.for_team(alice.team).count() == 4
    check(people)
    assert consume("segments") == 20
    check(people)  # packed

    for contact in people.contacts[::9]:
        people.change(contact)
    people.add(10)
    people.happen(5)
    Contact.objects.filter(pk__in=[contact.pk for contact in people.contacts[3::17]]).delete()
    check(people)  # marked

    building.refresh_team(alice.team.pk)
    check(people)  # processed
    assert consume("segments") == 5
    building.refresh_team(alice.team.pk)
    check(people)  # blocks merged
    Contact.objects.filter(pk__in=[contact.pk for contact in people.contacts[10:90]]).delete()
    building.refresh_team(alice.team.pk)
    check(people)  # chunks joined
    check(other, 10)


def test_every_kind_takes_part(alice: Person) -> None:
    people = Population(alice.team, 2, 3)

    drawn = {rule.kind for _ in range(60) for rule in iter_rules(people.rules())}

    assert drawn - {"group"} == KINDS.keys() - {segment.KIND.name}  # it needs another segment


def test_what_was_read_once_is_not_read_again(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, 10_000_000)
    people = Population(alice.team, 3, 60)
    people.happen(10)
    consume("segments")
    building.refresh_team(alice.team.pk)
    rules = Rules.model_validate(
        {
            "kind": "group",
            "match": "any",
            "rules": [
                {"kind": "field", "field": "city", "operator": "is", "value": "Jakarta"},
                {"kind": "activity", "activity": "opened"},
                {"kind": "label", "operator": "hasAny", "labelIds": [people.labels[0].pk]},
            ],
        }
    )
    first = matches.list_ids(team_id=alice.team.pk, rules=rules).to_list()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(columns_sql, "read_column_data", refuse)
    monkeypatch.setattr(columns_sql, "read_block", refuse)
    again = matches.list_ids(team_id=alice.team.pk, rules=rules).to_list()

    assert again == first != []
    assert 0 < cache.columns.bytes < cache.columns.max_bytes


def test_what_was_not_used_for_the_longest_time_goes_first() -> None:
    small: ByteBoundedCache[str, pl.Series] = ByteBoundedCache(3 * 8 * 100)
    values = {name: pl.Series(name, range(100), dtype=pl.Int64) for name in "abcd"}
    small.keep({name: values[name] for name in "abc"})

    small.find_each(["a"])
    small.keep({"d": values["d"]})

    assert list(small.find_each("abcd")) == ["a", "c", "d"]
    assert small.bytes == 3 * 8 * 100
    small.keep({"e": pl.Series("e", range(1_000), dtype=pl.Int64)})
    assert (small.find_each("acde"), small.bytes) == ({}, 0)


def test_every_kind_is_noted_by_the_statement_that_logs_it(alice: Person) -> None:
    people = Population(alice.team, 1, 3)
    [ani, budi, cici] = people.contacts
    mailing = people.campaigns[0].pk
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields)"
            " SELECT %s, n - 1, c, 'x' || n || '@x.example', '{}' FROM unnest(%s::bigint[]) WITH ORDINALITY AS r(c, n)",
            [mailing, [ani.pk, budi.pk, cici.pk]],
        )
        cursor.execute(
            "INSERT INTO delivery_send_log (mailing_id, position, mailed_at, at, state, bounce, code, enhanced, reply,"
            " attempt) VALUES (%(m)s, 0, now(), now(), 'sent', '', 250, '', '', 1),"
            " (%(m)s, 1, now(), now(), 'inDoubt', '', 0, '', '', 1),"
            " (%(m)s, 2, now(), now(), 'failed', 'hard', 550, '', '', 1)",
            {"m": mailing},
        )
        cursor.execute("UPDATE delivery_send_log SET state = 'sent' WHERE mailing_id = %s AND position = 1", [mailing])
        for kind in ("open", "click", "bounce", "unsubscribe", "complaint"):
            cursor.execute(
                "INSERT INTO delivery_event (team_id, mailing_id, position, at, contact_id, kind, link, machine, why,"
                " device, os, browser) VALUES (%s, %s, 0, now(), %s, %s, 0, false, '', '', '', ''),"
                " (%s, %s, 1, now(), %s, %s, 0, true, '', '', '', '')",
                [alice.team.pk, mailing, ani.pk, kind, alice.team.pk, mailing, budi.pk, kind],
            )
    for kind in email_activities.ACTIVITY_NAMES:
        rules = Rules.model_validate({"kind": "group", "rules": [{"kind": "activity", "activity": kind}]})
        wanted = [ani.pk, budi.pk] if kind == "sent" else [ani.pk]
        assert matches.list_ids(team_id=alice.team.pk, rules=rules).to_list() == wanted, kind
