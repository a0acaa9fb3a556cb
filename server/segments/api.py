"""contacts/segment: segments, and queries of the segment builder."""

from collections.abc import Mapping
from uuid import UUID

from ninja import Router, Status

from server.contacts import permissions as contact_permissions
from server.contacts.selectors import fields as custom_fields
from server.contacts.selectors import funnel
from server.contacts.services import bulk, labels
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.core.errors import NotAuthorized
from server.core.idempotency import idempotent
from server.segments import activities, permissions
from server.segments.fields import STANDARD_FIELDS, RuleCatalogue, RuleField, build_rule_field
from server.segments.models import Segment
from server.segments.naive import RuleResult
from server.segments.operators import OPERATORS
from server.segments.rules.tree import Rules
from server.segments.schemas import (
    FollowSegmentIn,
    RuleActivityOut,
    RuleFieldOut,
    RuleOperatorOut,
    RuleResultOut,
    SegmentChange,
    SegmentExplainIn,
    SegmentFollowingOut,
    SegmentGrammarOut,
    SegmentIn,
    SegmentJoinIn,
    SegmentJoinOut,
    SegmentOut,
    SegmentRulesIn,
    SegmentSizeOut,
)
from server.segments.selectors import following, matches
from server.segments.selectors import segments as selectors
from server.segments.services import joining, segments
from server.segments.services.segments import SegmentDefinition

AREA = "contactManagement"
VIEW = Access(contact_permissions.VIEW, Feature(AREA))

router = Router(tags=["segments"], by_alias=True)


@router.get("", auth=VIEW, response=list[SegmentOut], operation_id="list_segments")
def list_segments(request: CallerRequest) -> list[SegmentOut]:
    rows = list(selectors.query_segments(request.auth.team_id))
    followed = following.list_followed_ids(request.auth.team_id)
    return [
        _build_out(row, [other.name for other in rows if row.pk in other.segment_ids], followed=row.pk in followed)
        for row in rows
    ]


@router.post(
    "", auth=Access(permissions.SEGMENT, Feature(AREA, "create")), response=SegmentOut, operation_id="create_segment"
)
@idempotent
def create_segment(request: CallerRequest, body: SegmentIn) -> SegmentOut:
    return _build_out(segments.create(team_id=request.auth.team_id, fields=_build_definition(body)), [], followed=False)


@router.get(
    "/grammar",
    auth=VIEW,
    response=SegmentGrammarOut,
    operation_id="get_segment_grammar",
    summary="Get rule fields and operators",
)
def get_grammar(request: CallerRequest) -> SegmentGrammarOut:
    team_id = request.auth.team_id
    own = [_build_rule_field_out(build_rule_field(field), field.name) for field in custom_fields.query_fields(team_id)]
    called = {"funnel": funnel.get_stage_names(team_id)}
    return SegmentGrammarOut(
        fields=[
            *(_build_rule_field_out(asked, None, called.get(asked.key, {})) for asked in STANDARD_FIELDS.values()),
            *own,
        ],
        activities=[RuleActivityOut(name=kind.name, subject=kind.subject) for kind in activities.list_kinds()],
    )


@router.post(
    "/size", auth=VIEW, response=SegmentSizeOut, operation_id="size_segment", summary="Count contacts matching rules"
)
def count_segment(request: CallerRequest, body: SegmentRulesIn) -> SegmentSizeOut:
    team_id = request.auth.team_id
    RuleCatalogue.of(team_id).check(body.rules)
    size = matches.count_sizes(team_id=team_id, rules=body.rules)
    return SegmentSizeOut(count=size.count, subscribed=size.subscribed)


@router.post(
    "/explain",
    auth=VIEW,
    response=RuleResultOut,
    operation_id="explain_segment",
    summary="Explain which rules match a contact",
)
def explain_segment(request: CallerRequest, body: SegmentExplainIn) -> RuleResultOut:
    team_id = request.auth.team_id
    RuleCatalogue.of(team_id).check(body.rules)
    return _build_result_out(matches.explain_match(team_id=team_id, rules=body.rules, contact_id=body.contact_id))


@router.get("/{int:segment_id}", auth=VIEW, response=SegmentOut, operation_id="get_segment")
def get_segment(request: CallerRequest, segment_id: BigId) -> SegmentOut:
    return _build_out_with_uses(
        request.auth.team_id, selectors.get_segment(team_id=request.auth.team_id, segment_id=segment_id)
    )


@router.put(
    "/{int:segment_id}",
    auth=Access(permissions.SEGMENT, Feature(AREA, "edit")),
    response=SegmentOut,
    operation_id="update_segment",
)
def update_segment(request: CallerRequest, segment_id: BigId, body: SegmentChange) -> SegmentOut:
    team_id = request.auth.team_id
    base = None if body.base is None else _build_definition(body.base)
    updated = segments.update_from_base(
        team_id=team_id, segment_id=segment_id, base=base, fields=_build_definition(body)
    )
    return _build_out_with_uses(team_id, updated)


@router.delete(
    "/{int:segment_id}",
    auth=Access(permissions.SEGMENT, Feature(AREA, "delete")),
    response={204: None},
    operation_id="delete_segment",
)
def delete_segment(request: CallerRequest, segment_id: BigId) -> Status[None]:
    segments.delete(team_id=request.auth.team_id, segment_id=segment_id)
    return Status(204, None)


@router.get(
    "/{int:segment_id}/following",
    auth=VIEW,
    response=SegmentFollowingOut,
    operation_id="get_segment_following",
    summary="Get segment changes",
)
def get_following(request: CallerRequest, segment_id: BigId) -> SegmentFollowingOut:
    return following.get_following(team_id=request.auth.team_id, segment_id=segment_id)


@router.put(
    "/{int:segment_id}/following",
    auth=Access(permissions.SEGMENT, Feature(AREA, "edit")),
    response=SegmentFollowingOut,
    operation_id="follow_segment",
    summary="Follow or unfollow segment",
)
def follow_segment(request: CallerRequest, segment_id: BigId, body: FollowSegmentIn) -> SegmentFollowingOut:
    team_id = request.auth.team_id
    segments.follow(team_id=team_id, segment_id=segment_id, followed=body.followed)
    return following.get_following(team_id=team_id, segment_id=segment_id)


@router.post(
    "/{int:segment_id}/add",
    auth=Access(permissions.SEGMENT, Feature(AREA, "edit")),
    response=SegmentJoinOut,
    operation_id="add_to_segment",
    summary="Add contacts to segment",
)
def add_to_segment(request: CallerRequest, segment_id: BigId, body: SegmentJoinIn) -> SegmentJoinOut:
    """Adds contacts to the segment by giving them a label that is enough to match its rules.

    If there is no such label, creates one and adds it to the rules.
    """
    # services/joining.py chooses the label.
    caller = request.auth
    if not caller.may(contact_permissions.EDIT):
        raise NotAuthorized
    meant = bulk.select_contacts(team_id=caller.team_id, ids=body.ids, wanted=body.filter)
    label_id = joining.ensure_joining_label(team_id=caller.team_id, segment_id=segment_id, by=caller)
    if isinstance(meant, list):
        count = labels.change_labels(team_id=caller.team_id, ids=meant, add=[label_id], remove=[], by=caller)
        return SegmentJoinOut(count=count, label_id=label_id)
    options = {"add": [label_id], "remove": []}
    count = bulk.start_and_count(team_id=caller.team_id, kind="label", wanted=meant, options=options, by=caller)
    return SegmentJoinOut(count=count, queued=True, label_id=label_id)


def _build_definition(body: SegmentIn) -> SegmentDefinition:
    return SegmentDefinition(body.name, body.rules)


def _build_out_with_uses(team_id: UUID, row: Segment) -> SegmentOut:
    followed = row.pk in following.list_followed_ids(team_id)
    return _build_out(row, list(selectors.list_referring_names(team_id, row.pk)), followed=followed)


def _build_out(row: Segment, used_by: list[str], *, followed: bool) -> SegmentOut:
    return SegmentOut(
        id=row.pk,
        name=row.name,
        rules=Rules.of_stored(row.rules),
        used_by=used_by,
        followed=followed,
        created_at=row.created_at,
        updated_at=row.updated_at,
        revision=row.revision,
    )


def _build_rule_field_out(asked: RuleField, name: str | None, called: Mapping[str, str] | None = None) -> RuleFieldOut:
    operators = [RuleOperatorOut(name=operator, takes=takes) for operator, takes in OPERATORS[asked.kind].items()]
    return RuleFieldOut(
        key=asked.key,
        kind=asked.kind,
        name=name,
        choices=asked.choices,
        choice_names=called or {},
        operators=operators,
    )


def _build_result_out(verdict: RuleResult) -> RuleResultOut:
    return RuleResultOut(
        holds=verdict.holds, times=verdict.times, below=[_build_result_out(one) for one in verdict.below]
    )
