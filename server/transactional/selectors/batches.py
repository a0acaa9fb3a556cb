"""Queries for batches and their current progress."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from server.core.errors import NotFound
from server.core.ids import to_milliseconds
from server.core.pagination import paginate
from server.transactional.bindings import Binding
from server.transactional.models import ApiKey, BatchEnd, TransactionalBatch
from server.transactional.schemas.batches import (
    BatchDetailOut,
    BatchOut,
    BatchPage,
    BatchQuery,
    BatchState,
    ProblemOut,
)
from server.transactional.sql import batches as sql

SORTS: Final = {"createdAt": "created_at"}
MAX_PROBLEMS: Final = 100


def list_batches(binding: Binding, query: BatchQuery) -> BatchPage:
    rows = binding.batches().select_related("end")
    search = (query.search or "").strip()
    found = paginate(_filter_matching(rows, search), query, sorts=SORTS, default_sort="-createdAt")
    return BatchPage.of(found, _build_outs(binding.team_id, found.items))


def _filter_matching(rows: QuerySet[TransactionalBatch], search: str) -> QuerySet[TransactionalBatch]:
    return rows.filter(Q(subject__istartswith=search) | Q(tag__istartswith=search)) if search else rows


def get_batch(binding: Binding, *, batch_id: UUID) -> BatchDetailOut:
    row = binding.batches().select_related("end").filter(pk=batch_id).first()
    if row is None:
        raise NotFound
    [out] = _build_outs(binding.team_id, [row])
    problems = [
        ProblemOut(
            message_id=message,
            time=to_milliseconds(accepted_at),
            email=email,
            state=state,
            code=code or None,
            enhanced=enhanced,
            reply=reply,
        )
        for message, accepted_at, email, state, code, enhanced, reply in sql.list_problems(
            binding.team_id, batch=batch_id, most=MAX_PROBLEMS
        )
    ]
    return BatchDetailOut(**out.model_dump(), problems=problems)


def _build_outs(team_id: UUID, rows: Sequence[TransactionalBatch]) -> list[BatchOut]:
    counts = sql.count_progress(team_id, batches=[row.pk for row in rows])
    keys = ApiKey.objects.for_team(team_id).filter(pk__in=[row.key_id for row in rows if row.key_id])
    names = dict(keys.values_list("pk", "name"))
    return [_build_out(row, counts.get(row.pk, {}), names) for row in rows]


def _build_out(row: TransactionalBatch, counts: Mapping[str, int], names: Mapping[UUID, str]) -> BatchOut:
    def count(*states: str) -> int:
        return sum(counts.get(state, 0) for state in states)

    end: BatchEnd | None = getattr(row, "end", None)
    waiting = count("queued", "held", "scheduled", "sending", "deferred")
    return BatchOut(
        id=row.pk,
        created_at=row.created_at,
        size=row.size,
        scheduled_at=row.scheduled_at,
        state=_get_state(count, waiting),
        subject=row.subject,
        tag=row.tag,
        key_id=row.key_id,
        key_name=names.get(row.key_id, "") if row.key_id else "",
        recipients=count(*sql.STATES),
        waiting=waiting,
        held=count("held"),
        deferred=count("deferred"),
        delivered=count("delivered"),
        bounced=count("bounced"),
        failed=count("failed"),
        suppressed=count("suppressed"),
        cancelled=count("cancelled"),
        in_doubt=count("inDoubt"),
        sandboxed=count("sandboxed"),
        opened=count("opened"),
        clicked=count("clicked"),
        finished_at=end.finished_at if end and not waiting else None,
        per_second=count("recent") / sql.RECENT.total_seconds(),
    )


def _get_state(count: Callable[..., int], waiting: int) -> BatchState:
    if not waiting:
        return "finished"
    return "scheduled" if waiting == count("scheduled") else "running"
