"""Queries for templates and their versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet

from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.transactional.models import TemplateVersion, TransactionalTemplate

SORTS = {"name": "name", "createdAt": "created_at", "updatedAt": "updated_at"}
VERSION_SORTS = {"number": "number"}
MAX_LISTED_VERSIONS = 20


@dataclass(frozen=True, slots=True)
class TemplateSummary:
    """A template, the number of its published version, whether it has a draft, and its number of versions."""

    template: TransactionalTemplate
    published: int | None
    draft: bool
    versions: int


def list_templates(*, team_id: UUID, query: PageQuery) -> tuple[Slice[TransactionalTemplate], list[TemplateSummary]]:
    rows = TransactionalTemplate.objects.for_team(team_id)
    if query.search:
        rows = rows.filter(Q(name__icontains=query.search) | Q(slug__icontains=query.search))
    found = paginate(rows, query, sorts=SORTS, default_sort="-updatedAt")
    numbers = _count_versions(team_id, [row.pk for row in found.items])
    return found, [TemplateSummary(row, *numbers.get(row.pk, (None, False, 0))) for row in found.items]


def get_template(*, team_id: UUID, template_id: UUID) -> TemplateSummary:
    template = TransactionalTemplate.objects.for_team(team_id).filter(pk=template_id).first()
    if template is None:
        raise NotFound
    return TemplateSummary(template, *_count_versions(team_id, [template.pk]).get(template.pk, (None, False, 0)))


def list_newest_versions(template: TransactionalTemplate) -> list[TemplateVersion]:
    return list(_filter_versions(template).order_by("-number")[:MAX_LISTED_VERSIONS])


def list_versions(template: TransactionalTemplate, query: PageQuery) -> Slice[TemplateVersion]:
    """Versions have no content. Newest first unless sorted otherwise."""
    rows = _filter_versions(template).defer("html", "text", "test_data")
    return paginate(rows, query, sorts=VERSION_SORTS, default_sort="-number", unique=["number"])


def get_version(template: TransactionalTemplate, number: int | None) -> TemplateVersion:
    """A version by number, or the newest. Raises NotFound."""
    rows = _filter_versions(template).order_by("-number")
    found = (rows if number is None else rows.filter(number=number)).first()
    if found is None:
        raise NotFound
    return found


def find_published(*, team_id: UUID, name: str) -> TemplateVersion | None:
    rows = TemplateVersion.objects.for_team(team_id).filter(published_at__isnull=False)
    try:
        rows = rows.filter(template_id=UUID(name))
    except ValueError:
        rows = rows.filter(template__slug=name)
    return rows.order_by("-number").first()


def _filter_versions(template: TransactionalTemplate) -> QuerySet[TemplateVersion]:
    return TemplateVersion.objects.for_team(template.team_id).filter(template=template)


def _count_versions(team_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, tuple[int | None, bool, int]]:
    is_published = Q(published_at__isnull=False)
    rows = (
        TemplateVersion.objects.for_team(team_id)
        .filter(template__in=ids)
        .values("template")
        .annotate(
            newest=Max("number", filter=is_published), drafts=Count("pk", filter=~is_published), versions=Count("pk")
        )
    )
    return {row["template"]: (row["newest"], row["drafts"] > 0, row["versions"]) for row in rows}
