"""A simulated registrar: stores registrations in our database and publishes nothing.

A name starting with `taken` counts as registered by someone else, which demonstrates the error.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db import transaction

from server.core import clock
from server.senders.errors import RegistrarUnavailable
from server.senders.models import SandboxRegistration
from server.senders.registrar.protocol import DomainUnavailable, HostRecord, Packet

_YEAR = timedelta(days=365)
_UNAVAILABLE_PREFIX = "taken"
_PACKETS: Final = (
    Packet("com", Decimal(185_000), "IDR", 10),
    Packet("id", Decimal(250_000), "IDR", 2),
    Packet("my.id", Decimal(25_000), "IDR", 1),
    # Never in the DNS (RFC 6761, 6.5), so end-to-end tests can buy such domains.
    Packet("example", Decimal(10_000), "IDR", 10),
)
_PATTERNS = ("{}", "{}-mail", "{}-news", "get{}", "my{}", "{}-online")


class Sandbox:
    is_sandbox = True

    def packets(self) -> Sequence[Packet]:
        return _PACKETS

    def available(self, names: Collection[str]) -> Mapping[str, bool]:
        held = set(SandboxRegistration.objects.filter(name__in=names).values_list("name", flat=True))
        return {name: name not in held and not name.startswith(_UNAVAILABLE_PREFIX) for name in names}

    def suggest(self, label: str, *, limit: int) -> Sequence[str]:
        names = [f"{pattern.format(label)}.{packet.tld}" for pattern in _PATTERNS for packet in _PACKETS]
        free = self.available(names)
        return [name for name in names if free[name]][:limit]

    def register(self, name: str, *, years: int, key: str) -> datetime:
        if name.startswith(_UNAVAILABLE_PREFIX):
            raise DomainUnavailable(name)
        now = clock.now()
        kept, _ = SandboxRegistration.objects.get_or_create(
            name=name, defaults={"key": key, "years": years, "registered_at": now, "expires_at": now + years * _YEAR}
        )
        if kept.key != key:
            raise DomainUnavailable(name)
        return kept.expires_at

    @transaction.atomic
    def set_records(self, name: str, records: Sequence[HostRecord]) -> None:
        kept = SandboxRegistration.objects.select_for_update().filter(name=name).first()
        if kept is None:
            raise RegistrarUnavailable
        replaced = {(record.host, record.type) for record in records}
        others = [line for line in kept.records if (line[0], line[1]) not in replaced]
        kept.records = others + [[record.host, record.type, record.value] for record in records]
        kept.save(update_fields=["records"])
