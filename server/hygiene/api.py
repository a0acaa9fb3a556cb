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
    FrequencyCapIn,
    FrequencyCapOut,
    HygieneOut,
    SunsetIn,
    SunsetPreviewOut,
    SunsetRuleIn,
    SunsetRuleOut,
    SunsetRunOut,
)
from server.hygiene.services import rules, runs
from server.hygiene.services.rules import SunsetSettings

AREA = "contactManagement"
VIEW = Access(permissions.VIEW, Feature(AREA))
EDIT = Access(permissions.EDIT, Feature(AREA, "edit"))

router = Router(tags=["hygiene"], by_alias=True)


@router.get("", auth=VIEW, response=HygieneOut, operation_id="get_hygiene", summary="Get list hygiene settings")
def get_hygiene(request: CallerRequest) -> HygieneOut:
    team_id = request.auth.team_id
    cap, rule = frequency.find_cap(team_id), selectors.find_rule(team_id)
    return HygieneOut(
        cap=_build_cap_out(cap) if cap else None,
        sunset=_build_rule_out(rule) if rule else None,
        runs=[_build_run_out(row) for row in selectors.list_runs(team_id)],
    )


@router.put("/cap", auth=EDIT, response=FrequencyCapOut, operation_id="put_frequency_cap", summary="Set frequency cap")
def set_cap(request: CallerRequest, body: FrequencyCapIn) -> FrequencyCapOut:
    return _build_cap_out(frequency.set_cap(team_id=request.auth.team_id, mails=body.mails, days=body.days))


@router.post(
    "/cap/drop", auth=EDIT, response={204: None}, operation_id="drop_frequency_cap", summary="Remove frequency cap"
)
def delete_cap(request: CallerRequest) -> Status[None]:
    frequency.delete_cap(team_id=request.auth.team_id)
    return Status(204, None)


@router.put("/sunset", auth=EDIT, response=SunsetRuleOut, operation_id="put_sunset_rule", summary="Set sunset rule")
def set_rule(request: CallerRequest, body: SunsetRuleIn) -> SunsetRuleOut:
    return _build_rule_out(
        rules.set_rule(
            team_id=request.auth.team_id, sunset=_build_settings(body), enabled=body.enabled, by=request.auth
        )
    )


@router.post(
    "/sunset/preview",
    auth=VIEW,
    response=SunsetPreviewOut,
    operation_id="preview_sunset_rule",
    summary="Preview sunset rule",
)
def preview_rule(request: CallerRequest, body: SunsetIn) -> SunsetPreviewOut:
    return SunsetPreviewOut(count=rules.count_preview(team_id=request.auth.team_id, sunset=_build_settings(body)))


@router.post(
    "/sunset/runs/{uuid:run_id}/undo",
    auth=EDIT,
    response=SunsetRunOut,
    operation_id="undo_sunset_run",
    summary="Undo sunset run",
)
def undo_run(request: CallerRequest, run_id: UUID) -> SunsetRunOut:
    return _build_run_out(runs.request_undo(team_id=request.auth.team_id, run_id=run_id, by=request.auth))


def _build_cap_out(cap: FrequencyCap) -> FrequencyCapOut:
    return FrequencyCapOut(mails=cap.mails, days=cap.days)


def _build_settings(body: SunsetIn) -> SunsetSettings:
    return SunsetSettings(body.months, body.least_sent, body.act, body.label_id)


def _build_rule_out(rule: SunsetRule) -> SunsetRuleOut:
    return SunsetRuleOut.model_validate(rule, from_attributes=True)


def _build_run_out(row: SunsetRun) -> SunsetRunOut:
    told = {name: getattr(row, name) for name in SunsetRunOut.model_fields if hasattr(row, name)}
    return SunsetRunOut(**told, run_id=row.pk, undo_until=selectors.get_undo_until(row))
