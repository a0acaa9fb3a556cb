"""auth/token: the permissions and limits of a key."""

from django.http import HttpRequest
from ninja import Router

from server.core.access import Public
from server.core.network import get_client_address
from server.transactional.schemas.keys import TokenIn, TokenOut
from server.transactional.services import keys
from server.transactional.states import Scope

router = Router(tags=["auth"], by_alias=True)
PUBLIC = Public("wrong keys are counted by network, and the response only concerns the key itself", per_minute=60)


@router.post("/token", auth=PUBLIC, response=TokenOut, operation_id="trx_token", summary="Check API key")
def check_token(request: HttpRequest, body: TokenIn) -> TokenOut:
    """Returns the permissions and limits of an API key. Use it to check a key."""
    key = keys.identify(body.api_key, str(get_client_address(request)), keys.ANY_SCOPE, reads=True)
    return TokenOut(
        key_id=key.key_id,
        name=key.name,
        prefix=key.prefix,
        scopes=sorted(map(Scope, key.scopes)),
        sandbox=key.sandbox,
        subaccount_id=key.subaccount_id,
        domain_id=key.domain_id,
        expires_at=key.expires_at,
    )
