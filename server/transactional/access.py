"""What an operation of the transactional API declares: who of the dashboard may call it, and which keys may.

    @router.get("", auth=TrxAccess(permission=permissions.VIEW, scope=Scope.READ))

A person comes with the session's trxToken, an application with an API key as bearer token. The checks of a key run in
this order: the key, its scope, suspended or locked team, expired plan, plan feature, what it is bound to.

A key can be bound to the sandbox, a subaccount or a domain (`bindings.py`). An operation says of each of these whether
it answers with what the key is bound to (`narrowed`), or whether it is about what belongs to the team as a whole and is
open to such keys, too (`shared`). All other operations refuse bound keys, among them all that need the scope manage.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest

from server.core.access import SAFE_METHODS, Access, Feature, bearer_token
from server.core.callers import Caller, TokenKind
from server.core.errors import ApiError, NotAuthorized, TooManyRequests
from server.core.known_tokens import known_tokens
from server.core.network import client_address
from server.transactional.bindings import EVERY_KIND, BindingKind
from server.transactional.errors import KeyBound, KeyUnknown, ScopeMissing
from server.transactional.identities import AREA, Actor, KeyIdentity
from server.transactional.intake import rejections
from server.transactional.services import keys

KEY_SIGN = "dsk_"
FEATURE = Feature(AREA)


class ActedRequest(HttpRequest):
    """A request that passed its TrxAccess: `auth` is who calls."""

    auth: Actor


if TYPE_CHECKING:
    ActorRequest = ActedRequest
else:
    ActorRequest = HttpRequest


@dataclass(frozen=True, slots=True)
class TrxAccess(Access):
    """Who may call an operation. `scope` None: no key may, only people at the dashboard.

    `records_rejections`: the operation submits messages, so that a key without permission is recorded as an event.
    """

    feature: Feature | None = FEATURE
    kinds: frozenset[TokenKind] = frozenset({TokenKind.TRX})
    scope: str | None = None
    records_rejections: bool = False
    narrowed: frozenset[BindingKind] = frozenset()
    shared: frozenset[BindingKind] = frozenset()

    def __call__(self, request: HttpRequest) -> Actor:  # type: ignore[override]  # a key is a kind of caller, too
        token = bearer_token(request)
        if token is None or not token.startswith(KEY_SIGN):
            return Access.__call__(self, request)
        found = keys.known(token, str(client_address(request)))
        with rejections.recording_rejections(found) if self.records_rejections else nullcontext():
            keys.check_use(found, self.scope, reads=request.method in SAFE_METHODS)
        known_tokens.add(token)
        self.check_binding(found)
        return found

    def check_binding(self, key: KeyIdentity) -> None:
        """Raises KeyBound for a key that is bound to something which this operation does not accept."""
        beyond = key.binding.kinds - self.narrowed - self.shared
        if beyond:
            raise KeyBound(payload={"bindings": sorted(beyond)})

    def errors(self, *, method: str) -> set[type[ApiError]]:
        """Those of a person, and those of a key."""
        # Not super(): a dataclass with slots is created again, and super() without arguments knows the first class.
        found = Access.errors(self, method=method) | {KeyUnknown, TooManyRequests}
        if self.scope is None:
            return found
        accepts_every_binding = self.narrowed | self.shared >= EVERY_KIND
        return found | {ScopeMissing} | (set() if accepts_every_binding else {KeyBound})


def person(actor: Actor) -> Caller:
    """The person who calls, where no key may. Raises NotAuthorized for a key."""
    if isinstance(actor, KeyIdentity):
        raise NotAuthorized
    return actor
