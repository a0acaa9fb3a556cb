"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

from uuid import UUID

from server.core import clock
from server.senders.models import DomainOrder, Sender, SenderDomain
from server.teams.models import Team


def sender_id(team: Team) -> UUID:
    sender, _ = Sender.objects.get_or_create(
        team=team,
        email="second@kopi.example",
        defaults={"name": "Kopi", "domain": "kopi.example", "created_at": clock.now()},
    )
    return sender.pk


def domain_id(team: Team) -> UUID:
    now = clock.now()
    domain, _ = SenderDomain.objects.get_or_create(
        team=team, name="kopi.example", defaults={"created_at": now, "next_check_at": now}
    )
    return domain.pk


def order_id(team: Team) -> UUID:
    order, _ = DomainOrder.objects.get_or_create(
        team=team,
        name="susu.example",
        defaults={"years": 1, "price": 10_000, "currency": "IDR", "created_at": clock.now()},
    )
    return order.pk


IDS = {
    "senders/{sender_id}": sender_id,
    "domains/{domain_id}": domain_id,
    "domain-orders/{order_id}": order_id,
}
BODIES = {
    "domain_orders_create": lambda team: {"selectedDomain": "kopi-baru", "selectedTld": "example"},
    "domain_orders_rename": lambda team: {"selectedDomain": "kopi-lain"},
    "domains_create": lambda team: {"name": "teh.example"},
    "domains_slug": lambda team: {"slug": "go"},
    "domains_rotate": lambda team: {"algorithm": "ed25519-sha256"},
    "senders_create": lambda team: {"name": "Kopi", "email": "new@kopi.example"},
    "senders_update": lambda team: {"name": "Kopi", "email": "second@kopi.example"},
}
