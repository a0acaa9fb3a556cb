"""template: templates of transactional email."""

from uuid import UUID

from ninja import Query, Router, Status

from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.core.ids import to_milliseconds
from server.core.pagination import Page, UnpagedQuery
from server.transactional import permissions, template_previews
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import ALL_KINDS
from server.transactional.models import TemplateVersion
from server.transactional.schemas.templates import (
    SaveIn,
    TemplateDetailOut,
    TemplateIn,
    TemplateOut,
    TemplatePut,
    TemplateTestIn,
    TemplateTestOut,
    TemplateVersionBriefOut,
    TemplateVersionIn,
    TemplateVersionOut,
    TestMessageOut,
)
from server.transactional.selectors import templates as selectors
from server.transactional.selectors.templates import TemplateSummary
from server.transactional.services import template_tests
from server.transactional.services import templates as services
from server.transactional.services.templates import TemplateContent
from server.transactional.states import Scope

router = Router(tags=["template"], by_alias=True)
# Templates belong to the whole team, and every key can send with them.
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ, shared=ALL_KINDS)
CHANGE = TrxAccess(permission=permissions.EDIT, scope=Scope.MANAGE)


def template_out(shown: TemplateSummary) -> TemplateOut:
    row = shown.template
    return TemplateOut(
        id=row.pk,
        slug=row.slug,
        name=row.name,
        version=shown.published,
        draft=shown.draft,
        versions=shown.versions,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def brief_out(version: TemplateVersion) -> TemplateVersionBriefOut:
    return TemplateVersionBriefOut(
        number=version.number,
        subject=version.subject,
        published_at=version.published_at,
        created_at=version.created_at,
        created_by=version.created_by_name,
    )


def version_out(version: TemplateVersion) -> TemplateVersionOut:
    return TemplateVersionOut(
        **brief_out(version).model_dump(), html=version.html, text=version.text, test_data=version.test_data
    )


def detail_out(shown: TemplateSummary) -> TemplateDetailOut:
    versions = [version_out(each) for each in selectors.list_newest_versions(shown.template)]
    brief = template_out(shown).model_dump(exclude={"versions"})
    return TemplateDetailOut(**brief, version_count=shown.versions, versions=versions)


def build_content(body: TemplateVersionIn) -> TemplateContent:
    return TemplateContent(subject=body.subject, html=body.html, text=body.text, test_data=body.test_data)


@router.get("", auth=READ, response=Page[TemplateOut], operation_id="trx_templates_list")
def list_templates(request: ActorRequest, query: Query[UnpagedQuery]) -> Page[TemplateOut]:
    """Lists the team’s templates. `search` matches text in names and slugs."""
    found, shown = selectors.list_templates(team_id=request.auth.team_id, query=query.bounded())
    return Page[TemplateOut].of(found, [template_out(each) for each in shown])


@router.post(
    "", auth=CHANGE, response=TemplateDetailOut, operation_id="trx_templates_create", summary="Create template"
)
@idempotent
def create(request: ActorRequest, body: TemplateIn) -> TemplateDetailOut:
    """Creates a template with its first draft."""
    team_id = request.auth.team_id
    made = services.create(
        team_id=team_id, name=body.name, slug=body.slug, written=build_content(body), by=request.auth
    )
    return detail_out(selectors.get_template(team_id=team_id, template_id=made.pk))


@router.get(
    "/{uuid:template_id}",
    auth=READ,
    response=TemplateDetailOut,
    operation_id="trx_templates_get",
    summary="Get template",
)
def get(request: ActorRequest, template_id: UUID) -> TemplateDetailOut:
    return detail_out(selectors.get_template(team_id=request.auth.team_id, template_id=template_id))


@router.put(
    "/{uuid:template_id}",
    auth=CHANGE,
    response=TemplateDetailOut,
    operation_id="trx_templates_update",
    summary="Update template",
)
def update(request: ActorRequest, template_id: UUID, body: TemplatePut) -> TemplateDetailOut:
    """Changes the name or slug of a template."""
    team_id = request.auth.team_id
    services.rename(team_id=team_id, template_id=template_id, by=request.auth, **body.model_dump())
    return detail_out(selectors.get_template(team_id=team_id, template_id=template_id))


@router.delete(
    "/{uuid:template_id}",
    auth=CHANGE,
    response={204: None},
    operation_id="trx_templates_delete",
    summary="Delete template",
)
def delete(request: ActorRequest, template_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, template_id=template_id, by=request.auth)
    return Status(204, None)


@router.get(
    "/{uuid:template_id}/versions",
    auth=READ,
    response=Page[TemplateVersionBriefOut],
    operation_id="trx_templates_versions",
    summary="List template versions",
)
def list_versions(
    request: ActorRequest, template_id: UUID, query: Query[UnpagedQuery]
) -> Page[TemplateVersionBriefOut]:
    """Lists all versions without their content, newest first."""
    template = selectors.get_template(team_id=request.auth.team_id, template_id=template_id).template
    found = selectors.list_versions(template, query.bounded())
    return Page[TemplateVersionBriefOut].of(found, [brief_out(each) for each in found.items])


@router.post(
    "/{uuid:template_id}/versions",
    auth=CHANGE,
    response=TemplateDetailOut,
    operation_id="trx_templates_save",
    summary="Save template draft",
)
def save(request: ActorRequest, template_id: UUID, body: SaveIn) -> TemplateDetailOut:
    """Saves the draft. With `publish`, it becomes the version used for sending."""
    team_id = request.auth.team_id
    services.save(
        team_id=team_id, template_id=template_id, written=build_content(body), publish=body.publish, by=request.auth
    )
    return detail_out(selectors.get_template(team_id=team_id, template_id=template_id))


@router.get(
    "/{uuid:template_id}/versions/{int:number}",
    auth=READ,
    response=TemplateVersionOut,
    operation_id="trx_templates_version",
    summary="Get template version",
)
def get_version(request: ActorRequest, template_id: UUID, number: BigId) -> TemplateVersionOut:
    template = selectors.get_template(team_id=request.auth.team_id, template_id=template_id).template
    return version_out(selectors.get_version(template, number))


@router.post(
    "/{uuid:template_id}/test",
    auth=CHANGE,
    response=TemplateTestOut,
    operation_id="trx_templates_test",
    summary="Test template",
)
@idempotent
def test_template(request: ActorRequest, template_id: UUID, body: TemplateTestIn) -> TemplateTestOut:
    """Renders a version with data. With `email`, also sends it to that address."""
    template = selectors.get_template(team_id=request.auth.team_id, template_id=template_id).template
    version = selectors.get_version(template, body.version)
    seen = template_previews.render_version(version, body.data)
    message = None
    if body.email:
        sent = template_tests.send(version, data=body.data, email=body.email, sender=body.sender, by=request.auth)
        message = TestMessageOut(id=sent.id, time=to_milliseconds(sent.accepted_at), state=sent.state)
    return TemplateTestOut(
        version=version.number,
        subject=seen.subject,
        html_url=seen.html_url,
        text=seen.text,
        missing=seen.missing,
        message=message,
    )
