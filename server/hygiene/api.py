"""contacts/hygiene: the frequency cap, and the sunset rule with its runs."""

from uuid import UUID

from ninja import Router, Status

from server.contacts import permissions
from server.core.access import Access, CallerRequest, Feature
from server.delivery.models import FrequencyCap
from server.delivery.services import frequency
from server.hygiene import selectors
from server.hygiene.models import SunsetRule, SunsetRun
from server.hygiene.schemas import (
    CapIn,
    CapOut,
    HygieneOut,
    SunsetIn,
    SunsetOut,
    SunsetPreviewOut,
    SunsetRuleIn,
    SunsetRunOut,
)
from server.hygiene.services import rules, runs
from server.hygiene.services.rules import Sunset

AREA = "contactManagement"
VIEW = Access(permissions.VIEW, Feature(AREA))
EDIT = Access(permissions.EDIT, Feature(AREA, "edit"))

router = Router(tags=["hygiene"], by_alias=True)


@router.get("", auth=VIEW, response=HygieneOut, operation_id="get_hygiene", summary="Get list hygiene settings")
def get_hygiene(request: CallerRequest) -> HygieneOut:
    team_id = request.auth.team_id
    cap, rule = frequency.cap_of(team_id), selectors.rule_of(team_id)
    return HygieneOut(
        cap=_cap(cap) if cap else None,
        sunset=_rule(rule) if rule else None,
        runs=[_run(row) for row in selectors.runs_of(team_id)],
    )


@router.put("/cap", auth=EDIT, response=CapOut, operation_id="put_frequency_cap", summary="Set frequency cap")
def put_cap(request: CallerRequest, body: CapIn) -> CapOut:
    return _cap(frequency.set_cap(team_id=request.auth.team_id, mails=body.mails, days=body.days))


@router.post(
    "/cap/drop", auth=EDIT, response={204: None}, operation_id="drop_frequency_cap", summary="Remove frequency cap"
)
def drop_cap(request: CallerRequest) -> Status[None]:
    frequency.drop(team_id=request.auth.team_id)
    return Status(204, None)


@router.put("/sunset", auth=EDIT, response=SunsetOut, operation_id="put_sunset_rule", summary="Set sunset rule")
def put_rule(request: CallerRequest, body: SunsetRuleIn) -> SunsetOut:
    return _rule(
        rules.set_rule(team_id=request.auth.team_id, sunset=_sunset(body), enabled=body.enabled, by=request.auth)
    )


@router.post(
    "/sunset/preview",
    auth=VIEW,
    response=SunsetPreviewOut,
    operation_id="preview_sunset_rule",
    summary="Preview sunset rule",
)
def preview(request: CallerRequest, body: SunsetIn) -> SunsetPreviewOut:
    return SunsetPreviewOut(count=rules.preview(team_id=request.auth.team_id, sunset=_sunset(body)))


@router.post(
    "/sunset/runs/{uuid:run_id}/undo",
    auth=EDIT,
    response=SunsetRunOut,
    operation_id="undo_sunset_run",
    summary="Undo sunset run",
)
def undo(request: CallerRequest, run_id: UUID) -> SunsetRunOut:
    return _run(runs.undo(team_id=request.auth.team_id, run_id=run_id, by=request.auth))


def _cap(cap: FrequencyCap) -> CapOut:
    return CapOut(mails=cap.mails, days=cap.days)


def _sunset(body: SunsetIn) -> Sunset:
    return Sunset(body.months, body.least_sent, body.act, body.label_id)


def _rule(rule: SunsetRule) -> SunsetOut:
    return SunsetOut.model_validate(rule, from_attributes=True)


def _run(row: SunsetRun) -> SunsetRunOut:
    told = {name: getattr(row, name) for name in SunsetRunOut.model_fields if hasattr(row, name)}
    return SunsetRunOut(**told, run_id=row.pk, undo_until=selectors.undo_until(row))
