"""Templates and their versions.

A template has at most one draft, which is overwritten; publishing makes it the version in use, which never changes
again. A draft can be invalid, so that no work is lost; a published version has been compiled.
"""

import re
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from server.activity import services as activity
from server.core import clock
from server.core.causes import NAME_REQUIRED
from server.core.errors import ApiError, FieldsInvalid, NotFound
from server.delivery.tags.budget import Budget
from server.teams.models import Team
from server.transactional.causes import CONTENT_REQUIRED, NOT_SLUG, SUBJECT_REQUIRED
from server.transactional.errors import TemplateNotUsable
from server.transactional.filling import ContentProgram
from server.transactional.identities import Actor
from server.transactional.intake.submissions import SlowSubmission
from server.transactional.lengths import SLUG_LENGTH
from server.transactional.models import TemplateVersion, TransactionalTemplate
from server.transactional.record_errors import NameInUse
from server.transactional.selectors import templates as selectors

REFERENCE: Final = "transactional-template"
SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
MAX_SLUG_ATTEMPTS = 100
# Programs cached in one process: about 2 MB each for the largest templates.
MAX_CACHED_PROGRAMS = 32
MAX_CACHED_PREVIEWS = 4
# Of subject, HTML and text that are compiled while other messages wait: it takes up to 4 ms per thousand.
MAX_COMPILED_CHARACTERS = 4_000
# A thread that has waited for the lock finds the template compiled.
_long_compile_lock = Lock()
_preview_compile_lock = Lock()


@dataclass(frozen=True, slots=True)
class TemplateContent:
    """The content of a version."""

    subject: str
    html: str
    text: str
    test_data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class UsableTemplate:
    """A published version, compiled."""

    template_id: UUID
    version: int
    program: ContentProgram


def get_usable_template(team_id: UUID, name: str, budget: Budget | None = None) -> UsableTemplate:
    """The template of this id or slug, ready to be filled.

    Raises TemplateNotUsable with the reason, and SlowSubmission if the budget is shared and compiling would take long.
    """
    version = selectors.find_published(team_id=team_id, name=name)
    if version is None:
        raise TemplateNotUsable(payload={"template": name, "cause": "unknown"})
    is_shared = budget is not None and budget.share < 1.0
    try:
        return UsableTemplate(version.template_id, version.number, _compile_to_send(version, is_shared=is_shared))
    except ApiError as error:  # it compiled when it was published; the compiler has become stricter since
        raise TemplateNotUsable(payload={"template": name, "cause": error.code}) from error


def compile_for_preview(version: TemplateVersion) -> ContentProgram:
    """A version compiled for a preview, in the language of its team. Raises what ContentProgram raises.

    Drafts have their own cache: previews would evict templates in use from theirs.
    """
    source = _build_source(version)
    with _preview_compile_lock if source.is_long else nullcontext():
        return _compile_preview_cached(source)


def _compile_to_send(version: TemplateVersion, *, is_shared: bool = False) -> ContentProgram:
    """Raises what ContentProgram raises.

    `is_shared`: other messages wait for the result, so a long template that is not compiled yet raises SlowSubmission.
    """
    source = _build_source(version, is_shared=True)
    try:
        return _compile_cached(source)
    except SlowSubmission:
        if is_shared:
            raise
    with _long_compile_lock:
        return _compile_cached(replace(source, is_shared=False))


@dataclass(frozen=True, slots=True)
class _Source:
    subject: str
    html: str
    text: str
    language: str
    is_shared: bool = field(compare=False)

    @property
    def is_long(self) -> bool:
        return len(self.subject) + len(self.html) + len(self.text) > MAX_COMPILED_CHARACTERS


def _build_source(version: TemplateVersion, *, is_shared: bool = False) -> _Source:
    language = Team.objects.only("language").get(pk=version.team_id).language
    return _Source(version.subject, version.html, version.text, language, is_shared=is_shared)


def _compile(source: _Source) -> ContentProgram:
    if source.is_shared and source.is_long:
        raise SlowSubmission
    return ContentProgram(subject=source.subject, html=source.html, text=source.text, language=source.language)


_compile_cached = lru_cache(maxsize=MAX_CACHED_PROGRAMS)(_compile)
# A preview requests the text and the page one after the other.
_compile_preview_cached = lru_cache(maxsize=MAX_CACHED_PREVIEWS)(_compile)


@transaction.atomic
def create(*, team_id: UUID, name: str, slug: str, written: TemplateContent, by: Actor) -> TransactionalTemplate:
    """Creates a template with its first draft. Raises FieldsInvalid, NameInUse."""
    now = clock.now()
    template = TransactionalTemplate(team_id=team_id, name=_clean_name(name), created_at=now, updated_at=now)
    template.slug = _check_slug(slug) if slug else _build_free_slug(team_id, template.name)
    _save(template)
    _write(TemplateVersion(team_id=team_id, template=template, number=1, created_at=now), written, by)
    activity.record(
        team_id=team_id,
        by=by,
        reference=REFERENCE,
        action="CREATED",
        name=template.name,
        link=f"/trx-templates/{template.pk}",
    )
    return template


@transaction.atomic
def rename(*, team_id: UUID, template_id: UUID, name: str, slug: str, by: Actor) -> TransactionalTemplate:
    """Changes name and slug of a template: the previous slug stops working.

    Raises NotFound, FieldsInvalid, NameInUse.
    """
    template = _lock_template(team_id, template_id)
    template.name, template.slug = _clean_name(name), _check_slug(slug)
    _touch(template)
    activity.record(
        team_id=team_id,
        by=by,
        reference=REFERENCE,
        action="UPDATED",
        name=template.name,
        link=f"/trx-templates/{template.pk}",
    )
    return template


@transaction.atomic
def delete(*, team_id: UUID, template_id: UUID, by: Actor) -> None:
    """Deletes a template with its versions. Sent messages do not change. Raises NotFound."""
    template = _lock_template(team_id, template_id)
    activity.record(
        team_id=team_id,
        by=by,
        reference=REFERENCE,
        action="DELETED",
        name=template.name,
        link=f"/trx-templates/{template.pk}",
    )
    template.delete()


@transaction.atomic
def save(*, team_id: UUID, template_id: UUID, written: TemplateContent, publish: bool, by: Actor) -> TemplateVersion:
    """Saves the draft, creating one if there is none, and publishes it on request.

    Raises NotFound; when publishing, FieldsInvalid if subject or content are missing, and what the compiler raises
    (ContentProgram); then nothing is saved.
    """
    template = _lock_template(team_id, template_id)
    newest = selectors.get_version(template, None)
    version = newest
    if newest.published_at is not None:
        version = TemplateVersion(team_id=team_id, template=template, number=newest.number + 1, created_at=clock.now())
    if publish:
        version.published_at = clock.now()
    _write(version, written, by)
    if publish:
        _check(version)
    _touch(template)
    action = "ACTIVATE" if publish else "UPDATED"
    activity.record(
        team_id=team_id,
        by=by,
        reference=REFERENCE,
        action=action,
        name=template.name,
        link=f"/trx-templates/{template.pk}",
    )
    return version


def _check(version: TemplateVersion) -> None:
    if not version.subject.strip():
        raise FieldsInvalid.of("subject", SUBJECT_REQUIRED, version.subject)
    if not version.html.strip() and not version.text.strip():
        raise FieldsInvalid.of("html", CONTENT_REQUIRED, "")
    _compile_to_send(version)


def _write(version: TemplateVersion, written: TemplateContent, by: Actor) -> None:
    version.subject, version.html, version.text = written.subject, written.html, written.text
    version.test_data = dict(written.test_data)
    version.created_by_name = by.fullname
    version.save()


def _lock_template(team_id: UUID, template_id: UUID) -> TransactionalTemplate:
    rows = TransactionalTemplate.objects.for_team(team_id).select_for_update()
    template = rows.filter(pk=template_id).first()
    if template is None:
        raise NotFound
    return template


def _touch(template: TransactionalTemplate) -> None:
    template.updated_at = clock.now()
    _save(template)


def _save(template: TransactionalTemplate) -> None:
    try:
        with transaction.atomic():
            template.save()
    except IntegrityError as error:
        if "trx_template_slug" in str(error):
            raise NameInUse.of(template.slug, "slug") from None
        raise


def _clean_name(name: str) -> str:
    cleaned = " ".join(name.split())
    if not cleaned:
        raise FieldsInvalid.of("name", NAME_REQUIRED, name)
    return cleaned


def _check_slug(slug: str) -> str:
    if not SLUG.fullmatch(slug) or _is_id(slug):
        raise FieldsInvalid.of("slug", NOT_SLUG, slug)
    return slug


def _is_id(slug: str) -> bool:
    """Whether a slug can be parsed as an id: then it would be treated as one."""
    try:
        UUID(slug)
    except ValueError:
        return False
    return True


def _build_free_slug(team_id: UUID, name: str) -> str:
    stem = slugify(name)[: SLUG_LENGTH - 4].strip("-_") or "template"
    stem = stem if SLUG.fullmatch(stem) and not _is_id(stem) else "template"
    rows = TransactionalTemplate.objects.for_team(team_id).filter(slug__startswith=stem)
    taken = set(rows.values_list("slug", flat=True)[: MAX_SLUG_ATTEMPTS * 10])
    tries = [stem, *(f"{stem}-{number}" for number in range(2, MAX_SLUG_ATTEMPTS))]
    return next((each for each in tries if each not in taken), stem)
