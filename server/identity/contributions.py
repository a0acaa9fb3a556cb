"""What the app identity plugs into lower apps."""

from server.core import callers
from server.identity.resolver import IdentityResolver

callers.RESOLVER.provide(IdentityResolver())
