"""Activity kinds."""

from uuid import uuid4

import pytest

from server.segments import activities
from server.segments.activities import ActivityKind
from server.segments.models import ActivityBlock
from tests.cast import Person, make_team
from tests.server.contacts.feeding import consume, happen


def test_two_activities_of_one_kind_of_feed_entry_are_refused() -> None:
    known = activities.KINDS["opened"]
    before = list(activities.KINDS)

    with pytest.raises(ValueError, match=f"Two activities are {known.feed_kind} in the feed"):
        activities.register_kind(ActivityKind("openedAgain", known.feed_kind))
    activities.register_kind(known)

    assert list(activities.KINDS) == before


@pytest.mark.django_db
def test_entries_of_deleted_teams_are_skipped(alice: Person) -> None:
    other = make_team("Teh")
    for team_id in (uuid4(), alice.team.pk, uuid4(), other.pk):
        happen(team_id, "email.opened", [1, 2], [5], [7])

    assert consume(activities.CONSUMER) == 4
    assert consume(activities.CONSUMER) == 0

    blocks = ActivityBlock.objects.order_by("pk").values_list("team_id", "kind", "rows")
    assert list(blocks) == [(alice.team.pk, "opened", 2), (other.pk, "opened", 2)]
