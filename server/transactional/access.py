"""Declares which dashboard users and which API keys can call an operation of the transactional API.

    @router.get("", auth=TrxAccess(permission=permissions.VIEW, scope=Scope.READ))

A user calls with the session's trxToken, an application with an API key as bearer token. The checks of a key run in
this order: the key, its scope, suspended or locked team, expired plan, plan feature, its bindings.

A key can be bound to the sandbox, a subaccount or a domain (`bindings.py`). For each of these, an operation declares
whether it returns only the bound records (`narrowed`). Operations on records of the whole team can be open to such keys
as well (`shared`). All other operations reject bound keys, including all operations that need the scope manage.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest

from server.core.accepted_tokens import accepted_tokens
from server.core.access import SAFE_METHODS, Access, Feature, get_bearer_token
from server.core.callers import Caller, TokenKind
from server.core.errors import ApiError, NotAuthorized, TooManyRequests
from server.core.network import get_client_address
from server.transactional.bindings import ALL_KINDS, BindingKind
from server.transactional.errors import KeyBound, KeyUnknown, ScopeMissing
from server.transactional.identities import AREA, Actor, KeyIdentity
from server.transactional.intake import rejections
from server.transactional.services import keys

API_KEY_PREFIX = "dsk_"
FEATURE = Feature(AREA)


class TrxRequest(HttpRequest):
    """A request that passed its TrxAccess: `auth` is the caller."""

    auth: Actor


if TYPE_CHECKING:
    ActorRequest = TrxRequest
else:
    ActorRequest = HttpRequest


@dataclass(frozen=True, slots=True)
class TrxAccess(Access):
    """The access rule of an operation. `scope` None: only dashboard users, no keys.

    `records_rejections`: the operation submits messages, so a key without permission is recorded as an event.
    """

    feature: Feature | None = FEATURE
    kinds: frozenset[TokenKind] = frozenset({TokenKind.TRX})
    scope: str | None = None
    records_rejections: bool = False
    narrowed: frozenset[BindingKind] = frozenset()
    shared: frozenset[BindingKind] = frozenset()

    def __call__(self, request: HttpRequest) -> Actor:  # type: ignore[override]  # a key is a kind of caller, too
        token = get_bearer_token(request)
        if token is None or not token.startswith(API_KEY_PREFIX):
            return Access.__call__(self, request)
        found = keys.resolve(token, str(get_client_address(request)))
        with rejections.recording_rejections(found) if self.records_rejections else nullcontext():
            keys.check_use(found, self.scope, reads=request.method in SAFE_METHODS)
        accepted_tokens.add(token)
        self.check_binding(found)
        return found

    def check_binding(self, key: KeyIdentity) -> None:
        """Raises KeyBound for a key with a binding that this operation does not accept."""
        beyond = key.binding.kinds - self.narrowed - self.shared
        if beyond:
            raise KeyBound(payload={"bindings": sorted(beyond)})

    def errors(self, *, method: str) -> set[type[ApiError]]:
        # Not super(): a dataclass with slots is created again, and super() without arguments refers to the first class.
        found = Access.errors(self, method=method) | {KeyUnknown, TooManyRequests}
        if self.scope is None:
            return found
        accepts_every_binding = self.narrowed | self.shared >= ALL_KINDS
        return found | {ScopeMissing} | (set() if accepts_every_binding else {KeyBound})


def require_user(actor: Actor) -> Caller:
    """Raises NotAuthorized for a key."""
    if isinstance(actor, KeyIdentity):
        raise NotAuthorized
    return actor
