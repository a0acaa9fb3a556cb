"""Jobs of senders."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.senders.services import certificates, checking, domains, orders
from server.senders.services import senders as services

SCHEDULE: dict[str, float] = {
    "tasks.check_sender_domains": 60,
    "tasks.sweep_domain_orders": 300,
    "tasks.renew_certificates": 300,
}


@jobs.handler(services.VALIDATE_JOB)
def send_validation(*, validation_id: str, **_: Any) -> None:
    """Sends a validation mail."""
    services.send_validation(validation_id=UUID(validation_id))


@jobs.handler(services.ADOPT_JOB)
def adopt_owner(*, user_id: str, **_: Any) -> None:
    """Gives the teams of a freshly validated owner their first sender."""
    services.adopt_owner(user_id=UUID(user_id))


@jobs.handler(domains.CHECK_JOB)
def check_domains(*, domain_ids: list[str], **_: Any) -> None:
    """Looks at sender domains in the DNS."""
    checking.check([UUID(domain_id) for domain_id in domain_ids])


@jobs.handler(orders.REGISTER_JOB)
def register_domain(*, order_id: str, **_: Any) -> None:
    """Carries out a paid order of a domain."""
    orders.register(order_id=UUID(order_id))


@jobs.handler(domains.PUBLISH_JOB)
def publish_domain(*, domain_id: str, **_: Any) -> None:
    """Publishes the records of a bought domain at the registrar."""
    orders.publish(domain_id=UUID(domain_id))


@jobs.handler(certificates.ORDER_JOB)
def order_certificate(*, certificate_id: str, **_: Any) -> None:
    """Orders a certificate for a host that links begin with."""
    certificates.order(certificate_id=UUID(certificate_id))


@celery.task(name="tasks.renew_certificates")
def renew_certificates(**_: Any) -> None:
    """Hands out the certificates that are due, and lays out those that are there."""
    close_old_connections()
    certificates.enqueue_due()
    certificates.lay_out()


@celery.task(name="tasks.sweep_domain_orders")
def sweep_domain_orders(**_: Any) -> None:
    """Drops orders that nobody pays, and tries paid ones again."""
    close_old_connections()
    orders.sweep()
    orders.warn()


@celery.task(name="tasks.check_sender_domains")
def check_sender_domains(**_: Any) -> None:
    """Hands out the domains that are due."""
    close_old_connections()
    checking.enqueue_due()
