"""Domains for transactional email: sender domains of the team, each with its own key."""

from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from server.activity import services as activity
from server.core import clock
from server.core.callers import Caller
from server.core.errors import NotFound
from server.senders.domain_names import validate_domain
from server.senders.errors import SenderDomainExists
from server.senders.models import SenderDomain
from server.senders.services import domains as sender_domains
from server.transactional.bindings import Binding
from server.transactional.models import ApiKey, TransactionalDomain
from server.transactional.models.keys import NAME_LENGTH
from server.transactional.selectors import domains as selectors
from server.transactional.services import key_management, settings
from server.transactional.states import Scope


@dataclass(frozen=True, slots=True)
class CreatedDomain:
    """A new domain and the secret of its first key, which is shown only once."""

    domain: TransactionalDomain
    access_token: str


@transaction.atomic
def create(*, team_id: UUID, name: str, by: Caller) -> CreatedDomain:
    """Activates a domain for transactional email: the team's sender domain of this name, or a new one.

    Its access token can only send and read. Raises FieldsInvalid, SenderDomainExists if it is activated already, and
    what creating a sender domain raises.
    """
    name = validate_domain(name)
    sender_domain = SenderDomain.objects.for_team(team_id).select_for_update().filter(name=name).first()
    if sender_domain is None:
        sender_domain = sender_domains.create(team_id=team_id, name=name, by=by)
    domain = TransactionalDomain(team_id=team_id, sender_domain=sender_domain, created_at=clock.now())
    _save_new(domain)
    settings.get_or_create(team_id)
    made = key_management.create(
        team_id=team_id,
        name=name[:NAME_LENGTH],
        scopes=[Scope.SEND, Scope.READ],
        networks=[],
        domain_id=domain.pk,
        by=by,
    )
    activity.record(
        team_id=team_id,
        by=by,
        reference="transactional-domain",
        action="CREATED",
        name=name,
        link=f"/domain/{domain.pk}",
    )
    return CreatedDomain(domain, made.secret)


@transaction.atomic
def delete(*, team_id: UUID, domain_id: UUID, by: Caller) -> None:
    """Deactivates a domain and revokes the keys bound to it; the sender domain stays. Raises NotFound."""
    domain = TransactionalDomain.objects.for_team(team_id).select_for_update().filter(pk=domain_id).first()
    if domain is None:
        raise NotFound
    keys: QuerySet[ApiKey] = ApiKey.objects.for_team(team_id).filter(domain=domain)
    keys.filter(revoked_at__isnull=True).update(revoked_at=clock.now())
    keys.update(domain=None)
    activity.record(
        team_id=team_id,
        by=by,
        reference="transactional-domain",
        action="DELETED",
        name=domain.sender_domain.name,
        link=f"/domain/{domain.pk}",
    )
    domain.delete()


def check_now(binding: Binding, *, domain_id: UUID) -> None:
    """Checks the domain's DNS records in the background. Raises NotFound or TooManyRequests."""
    domain = selectors.get_domain(binding, domain_id=domain_id)
    sender_domains.check_now(team_id=binding.team_id, domain_id=domain.sender_domain_id)


def _save_new(domain: TransactionalDomain) -> None:
    try:
        with transaction.atomic():
            domain.save(force_insert=True)
    except IntegrityError as error:
        if "sender_domain_id" in str(error):
            raise SenderDomainExists from None
        raise
