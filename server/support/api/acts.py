"""Actions of operators: each is a POST with a reason that returns its result and is safe to repeat."""

from collections.abc import Callable
from uuid import UUID

from ninja import Router
from ninja.params.functions import Path

from server.core.access import CallerRequest
from server.core.idempotency import idempotent
from server.support.api.access import OPERATORS, operator
from server.support.schemas import AdminChangedOut, AdminEndedOut, ReasonIn
from server.support.services import acts

router = Router(tags=["support"], by_alias=True)
Done = AdminEndedOut | AdminChangedOut
# Summaries that differ from the operation's name.
SUMMARIES = {
    "admin_clear_codes": "Clear wrong sign-in codes",
    "admin_give_operator": "Grant operator role",
    "admin_take_operator": "Revoke operator role",
}


def _ended(sessions: int) -> AdminEndedOut:
    return AdminEndedOut(sessions=sessions)


def _changed(changed: bool) -> AdminChangedOut:
    return AdminChangedOut(changed=changed)


# Path, whose id the action takes under the same name; operation; action; conversion of its result.
ACTS: tuple[tuple[str, str, Callable[..., int], Callable[..., Done]], ...] = (
    ("/sessions/{session_id}/end", "admin_end_session", acts.end_session, _ended),
    ("/users/{user_id}/end-sessions", "admin_end_user_sessions", acts.end_sessions_of_user, _ended),
    ("/users/{user_id}/lock", "admin_lock_user", acts.lock_user, _changed),
    ("/users/{user_id}/unlock", "admin_unlock_user", acts.unlock_user, _changed),
    ("/users/{user_id}/clear-codes", "admin_clear_codes", acts.clear_codes, _changed),
    ("/users/{user_id}/give-operator", "admin_give_operator", acts.give_role, _changed),
    ("/users/{user_id}/take-operator", "admin_take_operator", acts.revoke_role, _changed),
    ("/teams/{team_id}/end-sessions", "admin_end_team_sessions", acts.end_sessions_of_team, _ended),
    ("/teams/{team_id}/suspend", "admin_suspend_team", acts.suspend_team, _changed),
    ("/teams/{team_id}/resume-sending", "admin_resume_sending", acts.resume_sending, _changed),
    ("/teams/{team_id}/restore", "admin_restore_team", acts.restore_team, _changed),
)


def _offer(path: str, operation_id: str, act: Callable[..., int], answer: Callable[..., Done]) -> None:
    id_name = path.partition("{")[2].partition("}")[0]
    in_path = Path(..., alias=id_name)

    def view(request: CallerRequest, body: ReasonIn, about: UUID = in_path) -> Done:
        return answer(act(**{id_name: about}, by=operator(request, body)))

    router.post(
        path,
        auth=OPERATORS,
        response=answer.__annotations__["return"],
        operation_id=operation_id,
        summary=SUMMARIES.get(operation_id, operation_id.removeprefix("admin_").replace("_", " ").capitalize()),
    )(idempotent(view))


for _row in ACTS:
    _offer(*_row)
