"""What every operation of the console declares, and who acts by it."""

from server.core.access import Access, CallerRequest
from server.core.network import client_address
from server.support.schemas import ReasonIn
from server.support.services.acts import Operator

# TEAM-184: the operator's flag with a validated address, whatever the role. That the operator's own team has run out or
# is locked keeps nobody from mending another; a suspended one is closed to its people, operators too.
OPERATORS = Access(operator=True, while_expired=True, while_locked=True)


def operator(request: CallerRequest, body: ReasonIn) -> Operator:
    """Who acts, from where and why."""
    return Operator(request.auth, str(client_address(request)), body.reason)
