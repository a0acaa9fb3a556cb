"""transactionals, on the main API: the status of transactional email, and the token for its API (TRX-74)."""

from ninja import Router

from server.core.access import Access, CallerRequest, Feature
from server.core.callers import FeatureState
from server.identity.services import signin
from server.identity.signin_origins import build_origin
from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.transactional import permissions
from server.transactional.identities import AREA
from server.transactional.models import TransactionalSetting
from server.transactional.schemas.overview import TransactionalsActivatedOut, TransactionalsOut
from server.transactional.services import settings

router = Router(tags=["transactionals"], by_alias=True)


@router.get(
    "",
    auth=Access(permission=permissions.VIEW),
    response=TransactionalsOut,
    operation_id="get_transactionals",
    summary="Get transactional status",
)
def get(request: CallerRequest) -> TransactionalsOut:
    """Returns the status and usage, even if the plan does not include transactional email."""
    team_id = request.auth.team_id
    standing = quota.get_state(team_id=team_id, limit=TRANSACTIONAL_SENT)
    return TransactionalsOut(
        enabled=request.auth.feature(AREA) is FeatureState.ENABLED,
        opened=TransactionalSetting.objects.for_team(team_id).exists(),
        used=standing.used,
        limit=standing.limit,
    )


@router.post(
    "",
    auth=Access(permission=permissions.VIEW, feature=Feature(AREA), while_locked=True, while_expired=True),
    response=TransactionalsActivatedOut,
    operation_id="open_transactionals",
    summary="Get transactional token",
)
def activate(request: CallerRequest) -> TransactionalsActivatedOut:
    """Issues a new token that replaces the session’s previous one. The first call activates transactional email."""
    settings.get_or_create(request.auth.team_id)
    return TransactionalsActivatedOut(
        trx_token=signin.renew_transactional(by=request.auth, origin=build_origin(request))
    )
