"""Checks that the From address is of a domain of the team that receivers can verify."""

from uuid import UUID

from server.senders.domain_names import list_enclosing_domains
from server.senders.states import VALIDATED_STATES
from server.transactional.errors import FromNotAllowed, TrxDomainNotVerified
from server.transactional.intake.context import Domain, SubmissionContext

NAME = "domain"


def run(context: SubmissionContext) -> None:
    """Raises FromNotAllowed or TrxDomainNotVerified. A sandbox key needs no verified domain: nothing is sent."""
    address = context.submission.from_address
    found = _find_nearest(context, address)
    bound = context.key.domain_id
    if found is None or (bound is not None and found.id != bound):
        raise FromNotAllowed(payload={"address": address[:254]})
    if found.state not in VALIDATED_STATES and not is_sandbox(context):
        raise TrxDomainNotVerified(payload={"domainId": str(found.id), "name": found.name, "state": found.state})
    context.domain = found


def list_enclosing_names(address: str) -> list[str]:
    return list_enclosing_domains(address.rpartition("@")[2])


def is_sandbox(context: SubmissionContext) -> bool:
    return context.key.sandbox or context.submission.sandbox


def _find_nearest(context: SubmissionContext, address: str) -> Domain | None:
    known = {row["name"]: row for row in context.facts.domains}
    row = next((known[name] for name in list_enclosing_names(address) if name in known), None)
    return Domain(UUID(row["id"]), row["name"], row["state"]) if row else None
