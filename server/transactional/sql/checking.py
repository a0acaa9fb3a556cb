"""Loads the data for the checks of submissions with one statement."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

# Each row is looked up together with the team that needs it.
_FACTS = """
SELECT (SELECT coalesce(jsonb_agg(jsonb_build_array(
               s.team_id, jsonb_build_object('id', t.id, 'name', s.name, 'state', s.state))), '[]')
          FROM unnest(%(name_teams)s::uuid[], %(names)s::text[]) AS asked (team_id, name)
          JOIN senders_senderdomain s ON s.team_id = asked.team_id AND s.name = asked.name
          JOIN transactional_transactionaldomain t ON t.sender_domain_id = s.id)::text,
       (SELECT coalesce(jsonb_agg(jsonb_build_array(s.team_id, s.email, s.reason)), '[]')
          FROM unnest(%(email_teams)s::uuid[], %(emails)s::text[]) AS asked (team_id, email)
          JOIN delivery_suppression s ON s.team_id = asked.team_id AND s.email = asked.email
         WHERE NOT s.marketing_only AND (s.expires_at IS NULL OR s.expires_at > %(now)s))::text,
       (SELECT coalesce(jsonb_agg(jsonb_build_array(k.team_id, k.key, encode(k.fingerprint, 'hex'), k.answer)), '[]')
          FROM unnest(%(key_teams)s::uuid[], %(keys)s::text[]) AS asked (team_id, key)
          JOIN transactional_acceptedkey k ON k.team_id = asked.team_id AND k.key = asked.key
         WHERE k.created_at > %(stale)s)::text
"""


@dataclass(frozen=True, slots=True)
class FactsQuery:
    """The data to load for a team: domains it might own, addresses that might be suppressed, used idempotency keys."""

    names: frozenset[str] = frozenset()
    emails: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SubmissionFacts:
    """`domains`: id, name and state of the team's ones among the requested. `suppressed`: address -> reason.

    `known`: idempotency key -> fingerprint as hex digits, and the stored response.
    """

    domains: Sequence[Mapping[str, str]]
    suppressed: Mapping[str, str]
    known: Mapping[str, tuple[str, dict[str, Any]]]


def load_facts(asked: Mapping[UUID, FactsQuery], *, now: datetime, stale: datetime) -> dict[UUID, SubmissionFacts]:
    values: dict[str, Any] = {"now": now, "stale": stale}
    values["name_teams"], values["names"] = _to_columns((team, each.names) for team, each in asked.items())
    values["email_teams"], values["emails"] = _to_columns((team, each.emails) for team, each in asked.items())
    values["key_teams"], values["keys"] = _to_columns((team, each.keys) for team, each in asked.items())
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, values)
        [(domains, suppressed, known)] = cursor.fetchall()
    found: dict[str, tuple[list[Any], dict[str, str], dict[str, Any]]] = {str(team): ([], {}, {}) for team in asked}
    for team, domain in json.loads(domains):
        found[team][0].append(domain)
    for team, email, reason in json.loads(suppressed):
        found[team][1][email] = reason
    for team, key, fingerprint, answer in json.loads(known):
        found[team][2][key] = fingerprint, answer
    return {UUID(team): SubmissionFacts(*each) for team, each in found.items()}


def _to_columns(wanted: Iterable[tuple[UUID, Iterable[str]]]) -> tuple[list[UUID], list[str]]:
    pairs = [(team, value) for team, values in wanted for value in sorted(values)]
    return [team for team, _ in pairs], [value for _, value in pairs]
