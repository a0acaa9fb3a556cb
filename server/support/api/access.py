"""The access rule of every console operation, and the acting operator."""

from server.core.access import Access, CallerRequest
from server.core.network import get_client_address
from server.support.schemas import ReasonIn
from server.support.services.actions import Operator

# TEAM-184: the operator's flag with a validated address, whatever the role. An expired or locked team of their own does
# not prevent operators from fixing another. A suspended team is closed to all its members, including operators.
OPERATORS = Access(operator=True, while_expired=True, while_locked=True)


def build_operator(request: CallerRequest, body: ReasonIn) -> Operator:
    return Operator(request.auth, str(get_client_address(request)), body.reason)
