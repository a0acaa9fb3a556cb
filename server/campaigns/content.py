"""Compiles the text of a campaign. Errors name the affected field."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.conf import settings

from server.campaigns import designs, extras
from server.campaigns.models import Campaign
from server.core.errors import ApiError
from server.delivery import compiling
from server.delivery.compiling import BodyKind, CompiledEmail, Setting
from server.delivery.content import documents, starters
from server.delivery.content.starters import Starter
from server.delivery.tags.grammar import parse_text
from server.delivery.tags.tree import Context, Expression, For, If, Logic, Node, Value
from server.teams.models import Team


def build_content(campaign: Campaign, *, mark: str = "") -> compiling.EmailContent:
    """`mark` is prepended to the subject."""
    return compiling.EmailContent(
        subject=mark + campaign.subject,
        body=_get_body(campaign),
        kind=BodyKind(campaign.content_kind),
        starter=Starter(campaign.starter),
        preheader=campaign.preheader,
        plain=campaign.plain_text,
    )


def is_written(campaign: Campaign) -> bool:
    if campaign.document is None:
        return bool(campaign.body.strip())
    return designs.is_written(campaign.document, campaign.root)


def _get_body(campaign: Campaign) -> str:
    if campaign.document is None:
        return campaign.body
    return documents.serialize_body(designs.get_snapshot(campaign.document), campaign.root)


def build_team_setting(team: Team, *, follows: bool = True) -> Setting:
    lines = (team.address, team.city, team.zipcode, team.country)
    return Setting(
        origin=settings.PAGES_ORIGIN,
        company=str(team),
        postal_address=", ".join(" ".join(line.split()) for line in lines if line.strip()),
        logo=team.logo if team.logo.startswith("https://") else "",
        language=team.language,
        follows=follows,
    )


def build_setting(campaign: Campaign, team: Team, *, follows: bool = True) -> Setting:
    shown = extras.Footer.model_validate(campaign.footer)
    return replace(
        build_team_setting(team, follows=follows),
        footer=starters.FooterLinks(**shown.model_dump(), brand=extras.get_brand(team)),
        utm=extras.build_utm(campaign, team),
        event=extras.build_event(campaign, team),
    )


def compile_campaign(campaign: Campaign, team: Team, *, known: frozenset[str], follows: bool = True) -> CompiledEmail:
    """Compiles the campaign.

    An error's payload has the `field`: subject, preheader, content, plainText or a part of utm. Raises InvalidTag,
    DocumentTooLarge, DocumentNotCompiled or HeaderUnsafe.
    """
    check_short_texts(campaign, known=known)
    check_extras(campaign, team, known=known)
    with FieldContext("content"):
        return compiling.compile_content(
            build_content(campaign), build_setting(campaign, team, follows=follows), known=known
        )


def generate_text(campaign: Campaign, team: Team) -> str:
    with FieldContext("content"):
        return compiling.derive_plain_text(build_content(campaign), build_setting(campaign, team))


def check_short_texts(campaign: Campaign, *, known: frozenset[str]) -> None:
    """Validates the tags of subject and preview text. Raises InvalidTag, DocumentTooLarge or HeaderUnsafe."""
    known_there = known | compiling.SYSTEM_FIELDS
    with FieldContext("subject"):
        compiling.compile_subject(campaign.subject, known=known_there)
    with FieldContext("preheader"):
        compiling.compile_subject(campaign.preheader, known=known_there)


def check_extras(campaign: Campaign, team: Team, *, known: frozenset[str]) -> None:
    """Validates the tags of the plain text and of the link parameters. Raises InvalidTag or DocumentTooLarge."""
    setting = build_setting(campaign, team)
    with FieldContext("plainText"):
        parse_text(campaign.plain_text, Context.PLAIN, known=known | compiling.list_system_fields(setting))
    for part, value in setting.utm.pairs() if setting.utm else ():
        with FieldContext(f"utm.{part.removeprefix('utm_')}"):
            parse_text(value, Context.URL, known=known)


class FieldContext:
    """Context manager that adds the field to the payload of an error."""

    def __init__(self, field: str) -> None:
        self._field = field

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ApiError):
            error.payload = {**(error.payload or {}), "field": self._field}


def find_used_tags(compiled: CompiledEmail) -> frozenset[str]:
    trees: list[Sequence[Node]] = [compiled.subject, compiled.html, compiled.text]
    found: set[str] = set()
    for link in compiled.links:
        trees.append(link.target)
        found.update(path[0] for _, path in link.loops)
    for tree in trees:
        found.update(_iter_tags(tree))
    return frozenset(found)


def _iter_tags(nodes: Sequence[Node]) -> Iterable[str]:
    for node in nodes:
        match node:
            case Value(path=path) if path:
                yield path[0]
            case If(branches, otherwise):
                for test, body in branches:
                    yield from _iter_expression_tags(test)
                    yield from _iter_tags(body)
                yield from _iter_tags(otherwise)
            case For(path=path, body=body):
                yield path[0]
                yield from _iter_tags(body)
            case _:
                pass


def _iter_expression_tags(test: Expression) -> Iterable[str]:
    if isinstance(test, Logic):
        for term in test.terms:
            yield from _iter_expression_tags(term)
        return
    for operand in (test.left, test.right):
        if operand.path:
            yield operand.path[0]
