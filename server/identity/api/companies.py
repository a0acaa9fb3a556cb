"""The user's teams, and the details of the active one.

One path belongs to one router: Django stops at the first that matches, whatever the method.
"""

from ninja import Router

from server.core.access import Access, CallerRequest
from server.core.callers import FeatureState
from server.identity import selectors
from server.identity.api.signin import ALWAYS, ALWAYS_AND_PAYMENT
from server.identity.schemas import CompanyDetailOut, CompanyOut
from server.teams.models import Team
from server.teams.permissions import EDIT_TEAM
from server.teams.schemas import TeamIn, TeamOut
from server.teams.services import teams

router = Router(tags=["companies"], by_alias=True)


@router.get("", auth=ALWAYS, response=list[CompanyOut], operation_id="list_companies", summary="List teams")
def list_companies(request: CallerRequest) -> list[CompanyOut]:
    return [
        CompanyOut(
            company_id=member.team.pk,
            name=member.team.name,
            slug=member.team.slug,
            image=member.team.image,
            logo=member.team.logo,
            role=member.role,
            default=member.is_default,
            active=member.team_id == request.auth.team_id,
        )
        for member in selectors.list_companies(user_id=request.auth.user_id)
    ]


@router.put(
    "", auth=Access(permission=EDIT_TEAM), response=TeamOut, operation_id="update_company", summary="Update team"
)
def update_company(request: CallerRequest, body: TeamIn) -> TeamOut:
    changes = body.model_dump(exclude_unset=True, exclude={"base"})
    return _build_team(teams.update(changes=changes, base=body.base, by=request.auth))


@router.get(
    "detail", auth=ALWAYS_AND_PAYMENT, response=CompanyDetailOut, operation_id="get_company", summary="Get team"
)
def get_company(request: CallerRequest) -> CompanyDetailOut:
    company = selectors.get_company(by=request.auth)
    team, plan = company.team, company.subscription.plan if company.subscription else None
    return CompanyDetailOut(
        company_id=team.pk,
        slug=team.slug,
        name=team.name,
        vendor=team.vendor,
        image=team.image,
        logo=team.logo,
        favicon=team.favicon,
        timezone=team.timezone,
        country=team.country,
        industry=team.industry,
        language=team.language,
        city=team.city,
        website=team.website,
        address=team.address,
        zipcode=team.zipcode,
        phone=team.phone,
        email=team.email,
        role=company.role,
        default=selectors.is_default(by=request.auth),
        paid=plan is not None and plan.price > 0,
        features=[area for area in request.auth.features if request.auth.feature(area) is FeatureState.ENABLED],
        contact_size=team.contact_size,
        auto_link_utm=team.auto_link_utm,
        packet=plan.code if plan else "",
        packet_version=plan.version if plan else None,
        expired_date=company.expires_at,
        is_expired=company.is_expired,
        register_date=team.created_at,
        suspend=team.suspended_at is not None,
        lock=team.locked_at is not None,
        enable_2fa=team.enable_2fa,
    )


def _build_team(team: Team) -> TeamOut:
    return TeamOut(
        company_id=team.pk,
        name=team.name,
        address=team.address,
        country=team.country,
        city=team.city,
        industry=team.industry,
        timezone=team.timezone,
        language=team.language,
        website=team.website,
        zipcode=team.zipcode,
        phone=team.phone,
        email=team.email,
        contact_size=team.contact_size,
        auto_link_utm=team.auto_link_utm,
    )
