"""settings: how long message content is stored, and whether a user reviews messages first."""

from ninja import Router

from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess, require_user
from server.transactional.models import TransactionalSetting
from server.transactional.schemas.settings import TrxSettingsOut, TrxSettingsPut
from server.transactional.selectors import settings as selectors
from server.transactional.services import settings as services
from server.transactional.states import Scope

router = Router(tags=["settings"], by_alias=True)
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ)
# The permission to read message content includes how long it can be read.
CHANGE = TrxAccess(permission=permissions.BODY)


def settings_out(setting: TransactionalSetting) -> TrxSettingsOut:
    return TrxSettingsOut(body_days=setting.body_days, hold_all=setting.hold_all, hold_above=setting.hold_above)


@router.get("", auth=READ, response=TrxSettingsOut, operation_id="trx_settings_get", summary="Get settings")
def get(request: ActorRequest) -> TrxSettingsOut:
    return settings_out(selectors.get_settings(request.auth.team_id))


@router.put("", auth=CHANGE, response=TrxSettingsOut, operation_id="trx_settings_change", summary="Update settings")
def change(request: ActorRequest, body: TrxSettingsPut) -> TrxSettingsOut:
    by = require_user(request.auth)
    return settings_out(services.change(team_id=by.team_id, by=by, **body.model_dump()))
