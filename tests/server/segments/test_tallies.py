"""Counts by label agree with separate counts, before and after the columns are built."""

import pytest
import time_machine

from server.segments.columns import building
from server.segments.rules.tree import Group, Rules
from server.segments.selectors import match_counts, matches
from tests.cast import Person
from tests.server.segments.population import NOW, Population

pytestmark = pytest.mark.django_db

SUBSCRIBED = {"kind": "field", "field": "state", "operator": "isAnyOf", "value": ["subscribed"]}


def rules(*more: dict[str, object]) -> Group:
    return Rules.model_validate({"kind": "group", "rules": [SUBSCRIBED, *more]})


def test_a_tally_is_the_count_of_each_label(alice: Person) -> None:
    with time_machine.travel(NOW, tick=False):
        people = Population(alice.team, seed=7, size=300)
        ids = [label.pk for label in people.labels]

        def agrees() -> match_counts.MatchCounts:
            found = match_counts.count_by_label(team_id=alice.team.pk, rules=rules(), label_ids=[*ids, 999_999])
            counts = {
                label_id: matches.count_matches(
                    team_id=alice.team.pk, rules=rules({"kind": "label", "operator": "hasAny", "labelIds": [label_id]})
                )
                for label_id in ids
            }
            assert found == match_counts.MatchCounts(
                matches.count_matches(team_id=alice.team.pk, rules=rules()), counts | {999_999: 0}
            )
            return found

        before = agrees()
        assert min(before.by_label[label_id] for label_id in ids) > 0
        assert building.refresh_team(alice.team.pk)
        assert agrees() == before
        for contact in people.contacts[:60]:
            people.change(contact)
        assert agrees() != before
