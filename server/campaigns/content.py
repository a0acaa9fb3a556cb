"""A campaign's text and delivery's compiler: what is saved compiles, and an error says where."""

from collections.abc import Iterable, Sequence

from django.conf import settings

from server.campaigns.models import Campaign
from server.core.errors import ApiError
from server.delivery import compiling
from server.delivery.compiling import BodyKind, Compiled, Setting
from server.delivery.content.starters import Starter
from server.delivery.tags.tree import Expression, For, If, Logic, Node, Value
from server.teams.models import Team


def content_of(campaign: Campaign, *, mark: str = "") -> compiling.Content:
    """The campaign's text as delivery takes it; a mark stands before its subject."""
    return compiling.Content(
        subject=mark + campaign.subject,
        body=campaign.body,
        kind=BodyKind(campaign.content_kind),
        starter=Starter(campaign.starter),
        preheader=campaign.preheader,
    )


def setting_of(team: Team, *, follows: bool = True) -> Setting:
    """What stands around a campaign's text: the team's name, address, logo and language."""
    lines = (team.address, team.city, team.zipcode, team.country)
    return Setting(
        origin=settings.PAGES_ORIGIN,
        company=str(team),
        postal_address=", ".join(" ".join(line.split()) for line in lines if line.strip()),
        logo=team.logo if team.logo.startswith("https://") else "",
        language=team.language,
        follows=follows,
    )


def compile_campaign(campaign: Campaign, team: Team, *, known: frozenset[str], follows: bool = True) -> Compiled:
    """The campaign compiled. An error's payload names the `field` it stands in: subject, preheader or content.

    Raises InvalidTag, DocumentTooLarge, DocumentNotCompiled or HeaderUnsafe.
    """
    check_short_texts(campaign, known=known)
    with In("content"):
        return compiling.compile_content(content_of(campaign), setting_of(team, follows=follows), known=known)


def check_short_texts(campaign: Campaign, *, known: frozenset[str]) -> None:
    """Reads the tags of subject and preheader. Raises InvalidTag, DocumentTooLarge or HeaderUnsafe."""
    known_there = known | compiling.SYSTEM_FIELDS
    with In("subject"):
        compiling.compile_subject(campaign.subject, known=known_there)
    with In("preheader"):
        compiling.compile_subject(campaign.preheader, known=known_there)


class In:
    """Adds to an error in which field it was found."""

    def __init__(self, field: str) -> None:
        self._field = field

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ApiError):
            error.payload = {**(error.payload or {}), "field": self._field}


def used_tags(compiled: Compiled) -> frozenset[str]:
    """The tags that the document reads, so that no more of a contact is frozen."""
    trees: list[Sequence[Node]] = [compiled.subject, compiled.html, compiled.text]
    found: set[str] = set()
    for link in compiled.links:
        trees.append(link.target)
        found.update(path[0] for _, path in link.loops)
    for tree in trees:
        found.update(_tags_in(tree))
    return frozenset(found)


def _tags_in(nodes: Sequence[Node]) -> Iterable[str]:
    for node in nodes:
        match node:
            case Value(path=path) if path:
                yield path[0]
            case If(branches, otherwise):
                for test, body in branches:
                    yield from _tags_of(test)
                    yield from _tags_in(body)
                yield from _tags_in(otherwise)
            case For(path=path, body=body):
                yield path[0]
                yield from _tags_in(body)
            case _:
                pass


def _tags_of(test: Expression) -> Iterable[str]:
    if isinstance(test, Logic):
        for term in test.terms:
            yield from _tags_of(term)
        return
    for operand in (test.left, test.right):
        if operand.path:
            yield operand.path[0]
