"""Sends a template version to someone who wants to see it in an email program."""

from collections.abc import Mapping
from typing import Any

from server.core.callers import Caller
from server.core.causes import NOT_EMAIL
from server.core.errors import FieldsInvalid
from server.core.text import is_email, normalize_email
from server.delivery.mime import headers
from server.transactional import composing
from server.transactional.causes import NO_VERIFIED_DOMAIN
from server.transactional.composing import Parts
from server.transactional.errors import ScopeMissing
from server.transactional.identities import Actor, KeyIdentity, get_binding
from server.transactional.intake import acceptance
from server.transactional.intake.submissions import AcceptedSubmission, Submission
from server.transactional.models import TemplateVersion
from server.transactional.selectors.sending_addresses import find_default_sender
from server.transactional.services import keys
from server.transactional.services.templates import compile_for_preview
from server.transactional.states import RecipientKind, Scope, Via

TAG = "test"
DEFAULT_LOCAL_PART = "test"  # before the @, if the team has no sender of the domain


def send(
    version: TemplateVersion, *, data: Mapping[str, Any] | None, email: str, sender: str, by: Actor
) -> AcceptedSubmission:
    """Submits the version as a normal message to one address: it counts, and appears in the events.

    Raises FieldsInvalid, ScopeMissing for a key that can't send, and what accepting raises.
    """
    to = normalize_email(email)
    if not is_email(to) or not headers.is_address(to):
        raise FieldsInvalid.of("email", NOT_EMAIL, email, example="name@example.com")
    own = (
        ("", normalize_email(sender)) if sender else find_default_sender(get_binding(by), local_part=DEFAULT_LOCAL_PART)
    )
    if own is None:
        raise FieldsInvalid.of("from", NO_VERIFIED_DOMAIN)
    name, address = own
    if not headers.is_address(address):
        raise FieldsInvalid.of("from", NOT_EMAIL, sender, example="shop@example.com")
    filled = compile_for_preview(version).fill(version.test_data if data is None else data)
    parts = Parts(
        from_name=name,
        from_address=address,
        subject=filled.subject,
        to=[("", to)],
        text=filled.text,
        html=filled.html,
    )
    submission = Submission(
        from_address=address,
        from_name=name,
        recipients=[(to, RecipientKind.TO)],
        mime=composing.compose(parts),
        via=Via.HTTP,
        subject=filled.subject,
        tag=TAG,
        template_id=version.template_id,
        template_version=version.number,
    )
    return acceptance.accept(_get_sending_identity(by), submission)


def _get_sending_identity(by: Actor) -> KeyIdentity:
    if isinstance(by, Caller):
        return keys.build_user_identity(by)
    if Scope.SEND not in by.scopes:
        raise ScopeMissing(payload={"scope": Scope.SEND})
    return by
