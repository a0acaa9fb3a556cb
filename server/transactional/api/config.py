"""config: code examples, and checks of an application's settings."""

from ninja import Router

from server.core.causes import NOT_EMAIL
from server.core.errors import FieldsInvalid
from server.core.text import normalize_email
from server.delivery.mime import headers
from server.transactional import client_checks, permissions, snippets
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import ALL_KINDS
from server.transactional.client_checks import Setup
from server.transactional.identities import get_binding
from server.transactional.schemas.config import (
    ConfigProblemOut,
    GenerateIn,
    GenerateOut,
    SnippetOut,
    ValidateIn,
    ValidateOut,
)
from server.transactional.selectors.sending_addresses import find_default_sender
from server.transactional.states import Scope

router = Router(tags=["config"], by_alias=True)
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ, narrowed=ALL_KINDS)

EXAMPLE_RECIPIENT = "somebody@example.com"
EXAMPLE_SENDER = "shop@your-domain.example"  # for a team without a domain


@router.post(
    "/generate", auth=READ, response=GenerateOut, operation_id="trx_config_generate", summary="Generate code examples"
)
def generate(request: ActorRequest, body: GenerateIn) -> GenerateOut:
    """Returns code examples in several languages, and Postfix settings."""
    to, sender = normalize_email(body.to) or EXAMPLE_RECIPIENT, normalize_email(body.sender)
    for field, address in (("to", to), ("from", sender)):
        if address and not headers.is_address(address):
            raise FieldsInvalid.of(field, NOT_EMAIL, address, example="shop@example.com")
    if not sender:
        own = find_default_sender(get_binding(request.auth), local_part="shop")
        sender = own[1] if own else EXAMPLE_SENDER
    return GenerateOut(snippets=[SnippetOut.model_validate(each) for each in snippets.generate(sender=sender, to=to)])


@router.post(
    "/validate",
    auth=READ,
    response=ValidateOut,
    operation_id="trx_config_validate",
    summary="Check application settings",
)
def validate(request: ActorRequest, body: ValidateIn) -> ValidateOut:
    """Checks an application’s settings. Returns all problems, in the caller’s language."""
    binding = get_binding(request.auth)
    found = client_checks.check_setup(Setup(**body.model_dump()), binding=binding, language=request.auth.language)
    return ValidateOut(
        ok=not any(each.is_error for each in found),
        problems=[
            ConfigProblemOut(
                field=each.field,
                code=each.code,
                severity="error" if each.is_error else "warning",
                text=each.text,
            )
            for each in found
        ],
    )
