"""Actions of operators: each is a POST with a reason that returns its result and is safe to repeat."""

from collections.abc import Callable
from uuid import UUID

from ninja import Router
from ninja.params.functions import Path

from server.core.access import CallerRequest
from server.core.idempotency import idempotent
from server.support.api.access import OPERATORS, build_operator
from server.support.schemas import AdminChangedOut, AdminEndedOut, ReasonIn
from server.support.services import actions

router = Router(tags=["support"], by_alias=True)
ActionOut = AdminEndedOut | AdminChangedOut
# Summaries that differ from the operation's name.
SUMMARIES = {
    "admin_clear_codes": "Clear wrong sign-in codes",
    "admin_give_operator": "Grant operator role",
    "admin_take_operator": "Revoke operator role",
}


def _ended_out(sessions: int) -> AdminEndedOut:
    return AdminEndedOut(sessions=sessions)


def _changed_out(changed: bool) -> AdminChangedOut:
    return AdminChangedOut(changed=changed)


# Path, whose id the action takes under the same name; operation; action; conversion of its result.
ACTIONS: tuple[tuple[str, str, Callable[..., int], Callable[..., ActionOut]], ...] = (
    ("/sessions/{session_id}/end", "admin_end_session", actions.end_session, _ended_out),
    ("/users/{user_id}/end-sessions", "admin_end_user_sessions", actions.end_sessions_of_user, _ended_out),
    ("/users/{user_id}/lock", "admin_lock_user", actions.lock_user, _changed_out),
    ("/users/{user_id}/unlock", "admin_unlock_user", actions.unlock_user, _changed_out),
    ("/users/{user_id}/clear-codes", "admin_clear_codes", actions.clear_codes, _changed_out),
    ("/users/{user_id}/give-operator", "admin_give_operator", actions.grant_role, _changed_out),
    ("/users/{user_id}/take-operator", "admin_take_operator", actions.revoke_role, _changed_out),
    ("/teams/{team_id}/end-sessions", "admin_end_team_sessions", actions.end_sessions_of_team, _ended_out),
    ("/teams/{team_id}/suspend", "admin_suspend_team", actions.suspend_team, _changed_out),
    ("/teams/{team_id}/resume-sending", "admin_resume_sending", actions.resume_sending, _changed_out),
    ("/teams/{team_id}/restore", "admin_restore_team", actions.restore_team, _changed_out),
)


def _register_action(path: str, operation_id: str, act: Callable[..., int], answer: Callable[..., ActionOut]) -> None:
    id_name = path.partition("{")[2].partition("}")[0]
    in_path = Path(..., alias=id_name)

    def view(request: CallerRequest, body: ReasonIn, about: UUID = in_path) -> ActionOut:
        return answer(act(**{id_name: about}, by=build_operator(request, body)))

    router.post(
        path,
        auth=OPERATORS,
        response=answer.__annotations__["return"],
        operation_id=operation_id,
        summary=SUMMARIES.get(operation_id, operation_id.removeprefix("admin_").replace("_", " ").capitalize()),
    )(idempotent(view))


for _row in ACTIONS:
    _register_action(*_row)
