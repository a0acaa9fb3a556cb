"""Excluding a label from campaigns that have not started, and undoing that."""

from datetime import UTC, datetime
from typing import Any

import pytest

from server.activity.models import Activity
from server.campaigns.limits import MAX_LABELS
from server.campaigns.models import Campaign
from server.campaigns.services import label_exclusions
from server.contacts.models import ContactLabel
from server.core.models import OutboxEvent
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 10, 5, 0, tzinfo=UTC)


@pytest.fixture
def bought(alice: Person) -> ContactLabel:
    label = make_label(alice.team, "Bought")
    make_contact(alice.team, "ani@x.example", label_ids=[label.pk])
    make_contact(alice.team, "budi@x.example")
    return label


def excluded(campaign: Campaign) -> list[int]:
    campaign.refresh_from_db()
    return list(campaign.exclude_label_ids)


def leave_out(person: Person, label: ContactLabel) -> list[Any]:
    return list(label_exclusions.exclude_label(team_id=person.team.pk, label_id=label.pk, by=person.caller))


def test_it_is_left_out_of_what_has_not_begun_and_may_go_to_it(alice: Person, bought: ContactLabel) -> None:
    other = make_label(alice.team, "Other")
    changed = [
        make_campaign(alice.team, to_all=True, exclude_label_ids=[other.pk], ready_at=AT, seen=["size"]),
        make_campaign(alice.team, label_ids=[other.pk]),
        make_campaign(alice.team, label_ids=[bought.pk, other.pk], kind="abTest"),
        make_campaign(alice.team, segment_ids=[1]),
        make_campaign(alice.team, unopened_of=bought.team_id),
        make_campaign(alice.team, to_all=True, status="SCHEDULED", fires_at=AT, ready_at=AT),
    ]
    left = [
        make_campaign(alice.team),
        make_campaign(alice.team, label_ids=[bought.pk]),
        make_campaign(alice.team, to_all=True, status="SENT", started_at=AT),
        make_campaign(alice.team, to_all=True, status="PAUSED", started_at=AT),
        make_campaign(alice.team, to_all=True, status="FAILED"),
    ]

    found = label_exclusions.list_affected(team_id=alice.team.pk, label_id=bought.pk)
    done = leave_out(alice, bought)

    assert list(found) == done == sorted(campaign.pk for campaign in changed)
    assert [excluded(campaign) for campaign in changed] == [sorted([bought.pk, other.pk]), *[[bought.pk]] * 5]
    assert [excluded(campaign) for campaign in left] == [[]] * 5
    assert [(each.ready_at, each.seen, each.revision) for each in (changed[0], changed[5])] == [
        (None, [], 2),
        (AT, [], 2),
    ]
    assert OutboxEvent.objects.filter(name="campaigns.campaign.changed").count() == 6
    assert Activity.objects.for_team(alice.team).filter(reference="campaign", action="UPDATED").count() == 6
    assert leave_out(alice, bought) == []


def test_a_scheduled_campaign_that_nobody_would_get_any_more_stays_as_it_is(
    alice: Person, bought: ContactLabel
) -> None:
    other = make_label(alice.team, "Other")
    make_contact(alice.team, "both@x.example", label_ids=[bought.pk, other.pk])
    emptied = make_campaign(alice.team, label_ids=[other.pk], status="SCHEDULED", fires_at=AT)

    assert leave_out(alice, bought) == []
    make_contact(alice.team, "other@x.example", label_ids=[other.pk])

    assert leave_out(alice, bought) == [emptied.pk]


def test_one_that_excludes_as_many_labels_as_it_may_is_left_alone(alice: Person, bought: ContactLabel) -> None:
    full = make_campaign(alice.team, to_all=True, exclude_label_ids=list(range(10_000, 10_000 + MAX_LABELS)))

    assert leave_out(alice, bought) == []
    assert len(excluded(full)) == MAX_LABELS


def test_it_is_brought_back_where_it_still_is_left_out(alice: Person, bought: ContactLabel) -> None:
    other = make_label(alice.team, "Other")
    drafts = [make_campaign(alice.team, to_all=True, exclude_label_ids=[other.pk]) for _ in range(4)]
    done = leave_out(alice, bought)
    by_hand = make_campaign(alice.team, to_all=True, exclude_label_ids=[bought.pk])
    Campaign.objects.for_team(alice.team).filter(pk=drafts[1].pk).update(status="SENT", started_at=AT)
    Campaign.objects.for_team(alice.team).filter(pk=drafts[2].pk).update(exclude_label_ids=[], ready_at=AT)
    drafts[3].delete()

    label_exclusions.undo_exclusion(team_id=alice.team.pk, label_id=bought.pk, campaign_ids=done, by=alice.caller)

    both = sorted([bought.pk, other.pk])
    assert [excluded(each) for each in (*drafts[:3], by_hand)] == [[other.pk], both, [], [bought.pk]]
    assert drafts[2].ready_at == AT


def test_campaigns_of_another_team_are_out_of_reach(alice: Person, mallory: Person, bought: ContactLabel) -> None:
    theirs = make_campaign(mallory.team, to_all=True)

    assert leave_out(alice, bought) == []
    Campaign.objects.for_team(mallory.team).update(exclude_label_ids=[bought.pk])
    label_exclusions.undo_exclusion(
        team_id=alice.team.pk, label_id=bought.pk, campaign_ids=[theirs.pk], by=alice.caller
    )

    assert excluded(theirs) == [bought.pk]
