"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

from uuid import UUID, uuid4

from server.core import clock
from server.documents.models import DocumentComment, DocumentVersion
from server.teams.models import Team
from tests.server.documents.sheets import make_document, sheet


def document_id(team: Team) -> UUID:
    return make_document(team, sheet()[0].doc.get_update()).pk


def version_id(team: Team) -> UUID:
    made = DocumentVersion.objects.create(
        team=team, document=make_document(team), revision=0, update=b"\x00\x00", name="First", created_at=clock.now()
    )
    return made.pk


def comment_id(team: Team) -> UUID:
    made = DocumentComment.objects.create(
        team=team,
        document=make_document(team),
        text="Bigger, please",
        user_id=uuid4(),
        fullname="Ani",
        created_at=clock.now(),
    )
    return made.pk


IDS = {
    "documents/{document_id}": document_id,
    "documents/{document_id}/versions/{version_id}": version_id,
    "documents/{document_id}/comments/{comment_id}": comment_id,
}
BODIES = {
    "name_document_version": lambda team: {"name": "Before the summer"},
    "rename_document_version": lambda team: {"name": "Before the summer"},
    "post_document_comment": lambda team: {"node": "", "text": "Bigger, please"},
    "edit_document_comment": lambda team: {"text": "Much bigger, please"},
}
