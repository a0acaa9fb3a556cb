"""Background jobs of senders."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.senders.services import certificates, checking, domains, orders
from server.senders.services import senders as services


@jobs.handler(services.VALIDATE_JOB)
def send_validation(*, validation_id: str, **_: Any) -> None:
    services.send_validation(validation_id=UUID(validation_id))


@jobs.handler(services.ADOPT_JOB)
def adopt_owner(*, user_id: str, **_: Any) -> None:
    services.adopt_owner(user_id=UUID(user_id))


@jobs.handler(domains.CHECK_JOB)
def check_domains(*, domain_ids: list[str], **_: Any) -> None:
    checking.check([UUID(domain_id) for domain_id in domain_ids])


@jobs.handler(orders.REGISTER_JOB)
def register_domain(*, order_id: str, **_: Any) -> None:
    orders.register(order_id=UUID(order_id))


@jobs.handler(domains.PUBLISH_JOB)
def publish_domain(*, domain_id: str, **_: Any) -> None:
    orders.publish(domain_id=UUID(domain_id))


@jobs.handler(certificates.ORDER_JOB)
def order_certificate(*, certificate_id: str, **_: Any) -> None:
    certificates.order(certificate_id=UUID(certificate_id))


schedules.add_schedule(60, "senders.check_due_domains", checking.enqueue_due)
schedules.add_schedule(300, "senders.sweep_domain_orders", orders.sweep)
schedules.add_schedule(300, "senders.warn_of_ending_domains", orders.warn_expiring)
schedules.add_schedule(300, "senders.order_due_certificates", certificates.enqueue_due)
schedules.add_schedule(300, "senders.lay_out_certificates", certificates.sync_certificate_files)
