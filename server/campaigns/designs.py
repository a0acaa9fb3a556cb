"""Campaigns that are built in the email editor: their documents, which several people write at once.

What stands in such a document is the campaign's content; subject, recipients and all else are the campaign's as ever.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID, uuid4

from server.campaigns.causes import CONTENT_KIND_FIXED
from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.core.errors import FieldsInvalid
from server.documents.models import Document
from server.documents.services import documents, versions
from server.documents.snapshot import Root, Snapshot
from server.documents.starters import BODY, update_of
from server.documents.tree import walk
from server.teams.models import Team

EDITOR: Final = "email"


def begin(team_id: UUID, newsletter: str, *, language: str, roots: int = 1) -> Document:
    """A new document: a starter in the author's language, or a blank one for an empty name; so many times over."""
    team = Team.objects.get(pk=team_id)
    names = (BODY, *(str(uuid4()) for _ in range(1, roots)))
    return documents.create(team, EDITOR, update=update_of(newsletter, language, names))


def said(document: Document) -> Snapshot:
    """What the document says now."""
    return documents.snapshot_of(document)


def roots_of(document: Document) -> list[Root]:
    """The roots that it has now, in their order."""
    return documents.roots_of(document)


def is_written(document: Document, root: str) -> bool:
    """Whether there is anything in that root that a mail could show."""
    return any(branch.level == "component" for branch in walk(said(document).tree.get(root, ())))


def node_with(document: Document, root: str, texts: Iterable[str]) -> str | None:
    """The first node of that root, in the order of the mail, in whose settings one of the texts stands."""
    snapshot, wanted = said(document), [text for text in texts if text]
    for branch in walk(snapshot.tree.get(root, ())):
        if any(text in own for own in _strings(snapshot.of[branch.id]) for text in wanted):
            return branch.id
    return None


def check_kind(campaign: Campaign, kind: str, *, field: str = "content.kind") -> None:
    """A draft stays what it was begun as: a document, or a text. Raises FieldsInvalid."""
    if kind != campaign.content_kind and ContentKind.DOCUMENT in (kind, campaign.content_kind):
        raise FieldsInvalid.of(field, CONTENT_KIND_FIXED, kind)


def hold(campaign: Campaign) -> None:
    """Lets nobody write in it until the transaction ends, nor after that when the campaign is no draft any more."""
    if campaign.document_id is not None:
        rows = Document.objects.for_team(campaign.team_id).select_for_update()
        # As it is by now: what somebody wrote meanwhile was waited for.
        campaign.document = rows.get(pk=campaign.document_id)


def held_roots(campaign: Campaign) -> list[Root]:
    """The roots of its document, which the caller holds from now on."""
    hold(campaign)
    return [] if campaign.document is None else roots_of(campaign.document)


def freeze(campaign: Campaign) -> None:
    """Holds it, and keeps for good what a campaign that begins says."""
    hold(campaign)
    if campaign.document is not None:
        versions.freeze(campaign.document)


def discard(campaign: Campaign) -> None:
    """Deletes the document of a campaign that has been deleted."""
    if campaign.document_id is not None:
        Document.objects.for_team(campaign.team_id).filter(pk=campaign.document_id).delete()


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
