"""Checks watched segments for membership changes after anything that determines them has changed.

Segments without watchers cost nothing. Members and published changes are stored together, so an interrupted check has
published nothing, and the next one finds the same changes.
"""

import hashlib
import json
from datetime import timedelta
from uuid import UUID

import polars as pl
from django.db import transaction

from server.contacts import timeline
from server.contacts.services import contact_feed
from server.core import clock, jobs
from server.core.events import publish
from server.segments import activities, feed_kinds, rooms, watchers
from server.segments.columns import members
from server.segments.evaluation_time import EvaluationTime, build_evaluation_time
from server.segments.events import MembershipChanged
from server.segments.models import Membership, MembershipChange, Segment, SegmentWatch
from server.segments.rules.tree import Rules
from server.segments.selectors import matches
from server.segments.selectors import segments as selectors
from server.segments.sql import columns as columns_sql
from server.segments.sql import watching as watching_sql
from server.segments.watchers import MembershipChanges

CHECK_JOB = "segments.watch"
# Changes per transaction. The rest follows in the next one.
MAX_CHANGES_PER_TRANSACTION = 5_000
# Published on the timelines of at most this many contacts.
MAX_TIMELINES = 100
RETENTION_DAYS = 400
MAX_PURGED_AT_ONCE = 20_000


def watch(*, team_id: UUID, segment_id: int, watcher: str) -> None:
    """Starts publishing membership changes to a registered watcher. Current members do not count as entering.

    Idempotent. Raises NotFound, CountTimeout, and ValueError for an unknown watcher.
    """
    if watcher not in watchers.WATCHERS:
        raise ValueError(f"No watcher of segments is named {watcher}")
    with transaction.atomic():
        segment = selectors.lock_segment(team_id=team_id, segment_id=segment_id)
        now = clock.now()
        SegmentWatch.objects.get_or_create(
            segment=segment, watcher=watcher, defaults={"team_id": team_id, "since": now}
        )
        if not Membership.objects.for_team(team_id).filter(segment=segment).exists():
            _create_membership(segment)


def unwatch(*, team_id: UUID, segment_id: int, watcher: str) -> None:
    """Stops publishing to a watcher. Without watchers, only past changes are retained. Raises NotFound."""
    with transaction.atomic():
        segment = selectors.lock_segment(team_id=team_id, segment_id=segment_id)
        SegmentWatch.objects.for_team(team_id).filter(segment=segment, watcher=watcher).delete()
        if not SegmentWatch.objects.for_team(team_id).filter(segment=segment).exists():
            Membership.objects.for_team(team_id).filter(segment=segment).delete()


def enqueue_checks() -> int:
    """Enqueues checks of teams whose watched segments might have changed. Returns the number of teams.

    Safe to call at any time.
    """
    woken = 0
    for team_id, timezone, stamps, columns in watching_sql.list_watched(
        activities.CONSUMER, activities.list_feed_kinds()
    ):
        if stamps != [_build_stamp(columns, build_evaluation_time(timezone))]:
            with transaction.atomic():
                jobs.enqueue(CHECK_JOB, key=f"{CHECK_JOB}:{team_id}", team_id=str(team_id))
            woken += 1
    return woken


def publish_team_changes(*, team_id: UUID) -> None:
    for segment_id in Membership.objects.for_team(team_id).order_by("pk").values_list("pk", flat=True):
        while publish_changes(team_id=team_id, segment_id=segment_id):
            pass


def publish_changes(*, team_id: UUID, segment_id: int) -> bool:
    """Publishes changes since the last check, at most MAX_CHANGES_PER_TRANSACTION. Returns True if there are more.

    No-op while another process checks the segment.
    """
    with columns_sql.snapshot(team_id):
        rows = Membership.objects.for_team(team_id).select_for_update(skip_locked=True, of=("self",))
        membership = rows.select_related("segment").filter(pk=segment_id).first()
        if membership is None:
            return False
        stamp = _read_stamp(team_id)
        if membership.stamp == stamp:
            return False
        return _compare_members(membership, stamp)


def purge_changes() -> int:
    """Deletes changes older than RETENTION_DAYS, at most MAX_PURGED_AT_ONCE. Returns their number."""
    before = clock.now() - timedelta(days=RETENTION_DAYS)
    return watching_sql.delete_changes(before=before, limit=MAX_PURGED_AT_ONCE)


def _create_membership(segment: Segment) -> None:
    now = clock.now()
    stamp = _read_stamp(segment.team_id)
    found = matches.list_ids(team_id=segment.team_id, rules=Rules.of_stored(segment.rules))
    membership = Membership.objects.create(
        segment=segment,
        team_id=segment.team_id,
        since=now,
        looked_at=now,
        stamp=stamp,
        digest=_compute_digest(segment),
        members=len(found),
    )
    members.store_members(membership, found, touched=found)


def _compare_members(membership: Membership, stamp: str) -> bool:
    segment, now = membership.segment, clock.now()
    found = matches.list_ids(team_id=segment.team_id, rules=Rules.of_stored(segment.rules))
    former = members.load_members(segment.team_id, segment.pk)
    moved = pl.concat(
        [
            found.filter(~found.is_in(former.implode())).to_frame().with_columns(entered=True),
            former.filter(~former.is_in(found.implode())).to_frame().with_columns(entered=False),
        ]
    ).sort("id")
    told, is_all = moved.head(MAX_CHANGES_PER_TRANSACTION), moved.height <= MAX_CHANGES_PER_TRANSACTION
    digest = _compute_digest(segment)
    by_rules = membership.digest != digest
    if not told.is_empty():
        entered, left = told.filter(pl.col("entered"))["id"], told.filter(~pl.col("entered"))["id"]
        held = pl.concat([former.filter(~former.is_in(left.implode())), entered]).sort()
        members.store_members(membership, held, touched=told["id"])
        membership.members = len(held)
        membership.entered += len(entered)
        membership.left += len(left)
        membership.revision += 1
    membership.looked_at = now
    membership.stamp = stamp if is_all else ""
    if is_all:
        membership.digest = digest
    membership.save()
    if not told.is_empty():
        _publish(
            membership,
            MembershipChanges(segment.team_id, segment.pk, now, entered.to_list(), left.to_list(), by_rules),
            told,
        )
    return not is_all


def _publish(membership: Membership, moves: MembershipChanges, told: pl.DataFrame) -> None:
    segment = membership.segment
    MembershipChange.objects.bulk_create(
        MembershipChange(
            team_id=moves.team_id,
            segment_id=segment.pk,
            name=segment.name,
            contact_id=contact_id,
            entered=entered,
            at=moves.at,
        )
        for contact_id, entered in told.iter_rows()
    )
    for fact, ids in ((feed_kinds.ENTERED, moves.entered), (feed_kinds.LEFT, moves.left)):
        contact_feed.record_activity(
            team_id=moves.team_id, kind=fact.name, contact_ids=ids, occurred_at=moves.at, subject=segment.pk
        )
    names = SegmentWatch.objects.for_team(moves.team_id).filter(segment=segment).order_by("pk")
    for name in names.values_list("watcher", flat=True):
        # The watcher is no longer part of the product.
        tell = watchers.WATCHERS.get(name)
        if tell is not None:
            tell(moves)
    if told.height <= MAX_TIMELINES:
        timeline.publish_growth(told["id"].to_list())
    event = MembershipChanged(
        segment_id=segment.pk,
        members=membership.members,
        entered=membership.entered,
        left=membership.left,
        at=moves.at,
        revision=membership.revision,
    )
    publish(event, rooms=[rooms.get_room(segment.pk)])


def _read_stamp(team_id: UUID) -> str:
    return _build_stamp(
        watching_sql.read_stamp(team_id, activities.CONSUMER, activities.list_feed_kinds()), EvaluationTime.of(team_id)
    )


def _build_stamp(columns: str, moment: EvaluationTime) -> str:
    """Returns the stamp of the columns with the date, because windows of days move with it."""
    return f"{columns} {moment.today} {moment.zone.key}"


def _compute_digest(segment: Segment) -> str:
    """Covers the segment's rules and those of the segments it refers to."""
    known = {segment.pk: segment}
    waiting = set(segment.segment_ids)
    while waiting:
        rows = Segment.objects.for_team(segment.team_id).filter(pk__in=waiting)
        known |= {row.pk: row for row in rows}
        waiting = {named for row in rows for named in row.segment_ids} - known.keys()
    rules = [[key, known[key].rules] for key in sorted(known)]
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()
