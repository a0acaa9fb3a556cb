"""Campaigns that are built in the email editor: their documents, which several people write at once.

What stands in such a document is the campaign's content; subject, recipients and all else are the campaign's as ever.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.campaigns.permissions import EDIT, VIEW
from server.campaigns.states import CampaignStatus
from server.core import clock
from server.core.errors import FieldsInvalid
from server.documents import owners
from server.documents.models import Document
from server.documents.services import documents, versions
from server.documents.snapshot import Snapshot
from server.documents.starters import BODY, update_of
from server.documents.tree import Branch
from server.teams.models import Team

EDITOR: Final = "email"
SENT: Final = "sending"  # why a document can't be changed: its campaign waits, is sent or was
# A campaign that is being built counts as changed at most so often: people write many times a second.
TOUCHED_EACH: Final = timedelta(minutes=1)


def begin(team_id: UUID, newsletter: str) -> Document:
    """A new document: a starter in the team's language, or a blank one for an empty name."""
    team = Team.objects.get(pk=team_id)
    return documents.create(team, EDITOR, update=update_of(newsletter, team.language))


def said(document: Document) -> Snapshot:
    """What the document says now."""
    return documents.snapshot_of(document)


def is_written(document: Document) -> bool:
    """Whether there is anything in it that a mail could show."""
    return any(branch.level == "component" for branch in _below(said(document).tree.get(BODY, ())))


def node_with(document: Document, texts: Iterable[str]) -> str | None:
    """The first node, in the order of the mail, in whose settings one of the texts stands."""
    snapshot, wanted = said(document), [text for text in texts if text]
    for branch in _below(snapshot.tree.get(BODY, ())):
        if any(text in own for own in _strings(snapshot.of[branch.id]) for text in wanted):
            return branch.id
    return None


def check_kind(campaign: Campaign, kind: str) -> None:
    """A draft stays what it was begun as: a document, or a text. Raises FieldsInvalid."""
    if kind != campaign.content_kind and ContentKind.DOCUMENT in (kind, campaign.content_kind):
        cause = "A campaign that was begun in the email builder stays in it, and one that was not can't come into it."
        raise FieldsInvalid.of("content.kind", cause, kind)


def hold(campaign: Campaign) -> None:
    """Lets nobody write in it until the transaction ends, nor after that when the campaign is no draft any more."""
    if campaign.document_id is not None:
        Document.objects.for_team(campaign.team_id).select_for_update().get(pk=campaign.document_id)


def freeze(campaign: Campaign) -> None:
    """Holds it, and keeps for good what a campaign that begins says."""
    if campaign.document is not None:
        versions.freeze(campaign.document)


def discard(campaign: Campaign) -> None:
    """Deletes the document of a campaign that has been deleted."""
    if campaign.document_id is not None:
        Document.objects.for_team(campaign.team_id).filter(pk=campaign.document_id).delete()


def _below(branches: Iterable[Branch]) -> Iterable[Branch]:
    for branch in branches:
        yield branch
        yield from _below(branch.children)


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _link_of(document: Document) -> str:
    campaign_id = _campaigns(document).values_list("pk", flat=True).first()
    return f"/email-marketing/compose/{campaign_id}" if campaign_id else "/campaigns"


def _locked(document: Document) -> str | None:
    status = _campaigns(document).values_list("status", flat=True).first()
    return None if status == CampaignStatus.DRAFT else SENT


def _changed(document: Document) -> None:
    """Nobody has looked over what it says now."""
    _campaigns(document).filter(ready_at__isnull=False).update(ready_at=None, seen=[])
    now = clock.now()
    _campaigns(document).filter(updated_at__lte=now - TOUCHED_EACH).update(updated_at=now)


def _campaigns(document: Document) -> Any:
    return Campaign.objects.for_team(document.team_id).filter(document_id=document.pk)


owners.register(EDITOR, owners.Owner(may_read=VIEW, may_write=EDIT, link_of=_link_of, locked=_locked, changed=_changed))
