"""Documents of campaigns built in the collaborative email editor.

The document is the content of the campaign; all other fields remain in the campaign.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID, uuid4

from server.campaigns.causes import CONTENT_KIND_FIXED
from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.core.callers import Caller
from server.core.errors import FieldsInvalid
from server.documents.models import Document
from server.documents.services import documents, versions
from server.documents.snapshot import Root, Snapshot
from server.documents.starters import BODY, build_update
from server.documents.tree import iter_branches
from server.teams.models import Team

EDITOR: Final = "email"


def create_design(team_id: UUID, newsletter: str, *, by: Caller, roots: int = 1) -> Document:
    """Creates a document with `roots` copies of a starter in the author's language, blank for an empty name.

    Raises FeatureDisabled for a starter with a node of a kind that the plan lacks.
    """
    team = Team.objects.get(pk=team_id)
    names = (BODY, *(str(uuid4()) for _ in range(1, roots)))
    return documents.create(team, EDITOR, by=by, update=build_update(newsletter, by.language, names))


def get_snapshot(document: Document) -> Snapshot:
    return documents.load_snapshot(document)


def list_roots(document: Document) -> list[Root]:
    return documents.list_roots(document)


def is_written(document: Document, root: str) -> bool:
    return any(branch.level == "component" for branch in iter_branches(get_snapshot(document).tree.get(root, ())))


def find_node(document: Document, root: str, texts: Iterable[str]) -> str | None:
    """Returns the first node of the root, in document order, whose settings contain one of the texts."""
    snapshot, wanted = get_snapshot(document), [text for text in texts if text]
    for branch in iter_branches(snapshot.tree.get(root, ())):
        if any(text in own for own in _iter_strings(snapshot.of[branch.id]) for text in wanted):
            return branch.id
    return None


def check_kind(campaign: Campaign, kind: str, *, field: str = "content.kind") -> None:
    """Raises FieldsInvalid if a draft would change between document and text."""
    if kind != campaign.content_kind and ContentKind.DOCUMENT in (kind, campaign.content_kind):
        raise FieldsInvalid.of(field, CONTENT_KIND_FIXED, kind)


def lock_document(campaign: Campaign) -> None:
    """Blocks edits of the document until the transaction ends.

    If the campaign is no longer a draft then, edits stay blocked (document_owner.py).
    """
    if campaign.document_id is not None:
        rows = Document.objects.for_team(campaign.team_id).select_for_update()
        # Reloaded, because waiting for the lock can include other edits.
        campaign.document = rows.get(pk=campaign.document_id)


def lock_roots(campaign: Campaign) -> list[Root]:
    lock_document(campaign)
    return [] if campaign.document is None else list_roots(campaign.document)


def freeze(campaign: Campaign) -> None:
    lock_document(campaign)
    if campaign.document is not None:
        versions.freeze(campaign.document)


def discard(campaign: Campaign) -> None:
    if campaign.document_id is not None:
        Document.objects.for_team(campaign.team_id).filter(pk=campaign.document_id).delete()


def _iter_strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _iter_strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _iter_strings(each)
