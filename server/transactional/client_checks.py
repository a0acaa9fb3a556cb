"""Checks the configuration of an application: returns all problems at once, as text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.conf import settings

from server.core import clock
from server.delivery.mime import headers
from server.senders.domain_names import list_enclosing_domains
from server.senders.states import VALIDATED_STATES
from server.transactional.bindings import Binding
from server.transactional.client_messages import WARNINGS, format_message
from server.transactional.models import ApiKey, TransactionalDomain
from server.transactional.models.keys import PREFIX_LENGTH
from server.transactional.snippets import USERNAME
from server.transactional.states import Scope

Security = Literal["starttls", "tls", "none"]

PREFIX = re.compile(r"dsk_(?:live|test)_[0-9a-f]{8}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_PORT = re.compile(r"(?P<host>[^:\[\]]+|\[[^\]]*\]):\d+")


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of an application; None is not checked."""

    host: str | None = None
    port: int | None = None
    security: Security | None = None
    username: str | None = None
    key_prefix: str | None = None
    sender: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem or a warning about a field of the call."""

    field: str
    code: str
    text: str

    @property
    def is_error(self) -> bool:
        return self.code not in WARNINGS


def check_setup(setup: Setup, *, binding: Binding, language: str) -> list[Problem]:
    key = _find_key(binding, setup.key_prefix)
    found = [
        *_check_host(setup),
        *_check_port(setup),
        *_check_username(setup),
        *_check_key(setup, key),
        *_check_sender(setup, key, binding),
    ]
    return [Problem(field, code, format_message(code, language, **values)) for field, code, values in found]


FindingIterator = Iterator[tuple[str, str, dict[str, Any]]]


def _check_host(setup: Setup) -> FindingIterator:
    host = None if setup.host is None else setup.host.strip().rstrip(".").lower()
    right = settings.SUBMISSION_HOST
    if host is None or host == right:
        return
    if _SCHEME.match(host) or "/" in host:
        yield "host", "hostIsUrl", {"host": right}
    elif (match := _PORT.fullmatch(host)) and match["host"] == right:
        yield "host", "hostHasPort", {"host": right}
    else:
        yield "host", "hostWrong", {"host": right}


def _check_port(setup: Setup) -> FindingIterator:
    ports = {"port": settings.SUBMISSION_PORT, "tlsPort": settings.SUBMISSION_TLS_PORT}
    if setup.port is not None and setup.port not in ports.values():
        yield "port", "portWrong", ports
    if setup.security == "none":
        yield "security", "securityNone", {}
    elif setup.port == ports["tlsPort"] and setup.security == "starttls":
        yield "security", "portIsTls", ports
    elif setup.port == ports["port"] and setup.security == "tls":
        yield "security", "portIsStarttls", ports


def _check_username(setup: Setup) -> FindingIterator:
    name = None if setup.username is None else setup.username.strip()
    if name is None or name == USERNAME:
        return
    if "@" in name:
        yield "username", "usernameIsAddress", {}
    elif PREFIX.match(name) and len(name) > PREFIX_LENGTH:
        yield "username", "usernameIsSecret", {"username": name[:PREFIX_LENGTH]}
    elif not PREFIX.fullmatch(name):
        yield "username", "usernameWrong", {}
    elif setup.key_prefix is not None and _match_prefix(setup.key_prefix) not in ("", name):
        yield "username", "usernameOfOtherKey", {}


def _check_key(setup: Setup, key: ApiKey | None) -> FindingIterator:
    if setup.key_prefix is None:
        return
    given = setup.key_prefix.strip()
    if not _match_prefix(given):
        yield "keyPrefix", "keyShape", {}
        return
    if len(given) > PREFIX_LENGTH:
        yield "keyPrefix", "keyIsSecret", {"length": PREFIX_LENGTH}
    if key is None:
        yield "keyPrefix", "keyUnknown", {}
        return
    named = {"name": key.name}
    if key.revoked_at is not None:
        yield "keyPrefix", "keyRevoked", named
    elif key.expires_at is not None and key.expires_at <= clock.now():
        yield "keyPrefix", "keyExpired", named
    if Scope.SEND not in key.scopes:
        yield "keyPrefix", "keyCannotSend", named
    if key.subaccount is not None and not key.subaccount.active:
        yield "keyPrefix", "subaccountInactive", {**named, "subaccount": key.subaccount.name}
    if key.sandbox:
        yield "keyPrefix", "keySandbox", named
    if key.networks:
        yield "keyPrefix", "keyNetworks", {**named, "networks": ", ".join(key.networks)}


def _check_sender(setup: Setup, key: ApiKey | None, binding: Binding) -> FindingIterator:
    if setup.sender is None:
        return
    address = setup.sender.strip().lower()
    if not headers.is_address(address):
        yield "from", "fromShape", {}
        return
    domain = address.rpartition("@")[2]
    found = _find_domain(binding, domain)
    if found is None:
        yield "from", "fromUnknownDomain", {"domain": domain}
        return
    if found.sender_domain.state not in VALIDATED_STATES and not (key is not None and key.sandbox):
        yield "from", "fromNotVerified", {"domain": found.sender_domain.name}
    if key is not None and key.domain is not None and key.domain.pk != found.pk:
        yield "from", "fromOtherDomain", {"name": key.name, "domain": key.domain.sender_domain.name}


def _match_prefix(given: str) -> str:
    match = PREFIX.match(given.strip())
    return match[0] if match else ""


def _find_key(binding: Binding, given: str | None) -> ApiKey | None:
    prefix = _match_prefix(given or "")
    rows = ApiKey.objects.for_team(binding).filter(binding.keys()).select_related("subaccount", "domain__sender_domain")
    return rows.filter(prefix=prefix).first() if prefix else None


def _find_domain(binding: Binding, name: str) -> TransactionalDomain | None:
    """Returns the team's domain for emails from this name: the nearest enclosing one."""
    names = list_enclosing_domains(name)
    rows = binding.domains().filter(sender_domain__name__in=names)
    return min(rows, key=lambda each: names.index(each.sender_domain.name), default=None)
