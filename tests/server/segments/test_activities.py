"""Kinds of activities."""

import pytest

from server.segments import activities
from server.segments.activities import ActivityKind


def test_two_activities_of_one_kind_of_feed_entry_are_refused() -> None:
    known = activities.KINDS["opened"]
    before = list(activities.KINDS)

    with pytest.raises(ValueError, match=f"Two activities are {known.feed_kind} in the feed"):
        activities.register(ActivityKind("openedAgain", known.feed_kind))
    activities.register(known)

    assert list(activities.KINDS) == before
