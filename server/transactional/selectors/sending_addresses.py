"""The addresses that a team can send from."""

from server.senders.models import Sender
from server.senders.states import VALIDATED_STATES
from server.transactional.bindings import Binding

MAX_DOMAINS = 100


def find_default_sender(binding: Binding, *, local_part: str) -> tuple[str, str] | None:
    """Name and address of the team's default sender if its domain is verified, else of the first possible one.

    If the team has no sender there, the address starts with `local_part`. None: no domain is verified.
    """
    domains = binding.domains().filter(sender_domain__state__in=VALIDATED_STATES)
    names = list(domains.order_by("created_at").values_list("sender_domain__name", flat=True)[:MAX_DOMAINS])
    if not names:
        return None
    senders = Sender.objects.for_team(binding).filter(validated_at__isnull=False, domain__in=names)
    sender = senders.order_by("-is_default", "created_at").first()
    return (sender.name, sender.email) if sender else ("", f"{local_part}@{names[0]}")
