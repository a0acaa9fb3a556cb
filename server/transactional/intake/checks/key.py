"""Checks that the key can send now."""

from server.transactional.errors import SubaccountInactive
from server.transactional.intake.context import SubmissionContext
from server.transactional.services import keys

NAME = "key"


def run(context: SubmissionContext) -> None:
    """Raises the error of a team that can't send, or SubaccountInactive. Scope and network are checked before."""
    keys.check_team(context.key)
    if not context.key.subaccount_active:
        raise SubaccountInactive(payload={"subaccount": context.key.subaccount_name})
