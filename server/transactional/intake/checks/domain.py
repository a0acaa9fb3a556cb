"""Checks that the From address is of a domain of the team that receivers can verify."""

from uuid import UUID

from server.senders.domain_names import enclosing
from server.senders.states import VALIDATED
from server.transactional.errors import FromNotAllowed, TrxDomainNotVerified
from server.transactional.intake.context import Domain, SubmissionContext

NAME = "domain"


def run(context: SubmissionContext) -> None:
    """Raises FromNotAllowed or TrxDomainNotVerified. A sandbox key needs no verified domain: nothing is sent."""
    address = context.submission.from_address
    found = _nearest(context, address)
    bound = context.key.domain_id
    if found is None or (bound is not None and found.id != bound):
        raise FromNotAllowed(payload={"address": address[:254]})
    if found.state not in VALIDATED and not is_sandbox(context):
        raise TrxDomainNotVerified(payload={"domainId": str(found.id), "name": found.name, "state": found.state})
    context.domain = found


def names_of(address: str) -> list[str]:
    return enclosing(address.rpartition("@")[2])


def is_sandbox(context: SubmissionContext) -> bool:
    """Whether nothing of the submission is sent."""
    return context.key.sandbox or context.submission.sandbox


def _nearest(context: SubmissionContext, address: str) -> Domain | None:
    known = {row["name"]: row for row in context.facts.domains}
    row = next((known[name] for name in names_of(address) if name in known), None)
    return Domain(UUID(row["id"]), row["name"], row["state"]) if row else None
