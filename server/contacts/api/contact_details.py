"""contacts/{id}/...: timeline, notes, consents and privacy requests of one contact."""

from ninja import Query, Router, Status

from server.contacts import permissions, timeline
from server.contacts.api.contacts import AREA, build_contact_out
from server.contacts.errors import RequestAccepted
from server.contacts.schemas.contacts import ContactOut
from server.contacts.schemas.timeline import (
    ConsentsOut,
    EraseIn,
    MergeIn,
    NoteIn,
    NoteOut,
    NotesOut,
    NotesQuery,
    SubscriptionDecisionIn,
)
from server.contacts.schemas.timeline_pages import TimelineOut, TimelineQuery
from server.contacts.selectors import consents
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import notes as note_selectors
from server.contacts.services import exports, merging, notes, subject_requests, subscriptions
from server.contacts.states import ContactState
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent

router = Router(tags=["contacts"], by_alias=True)


@router.get(
    "/{int:contact_id}/timeline",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=TimelineOut,
    operation_id="get_contact_timeline",
    summary="Get contact timeline",
)
def get_timeline(request: CallerRequest, contact_id: BigId, query: Query[TimelineQuery]) -> TimelineOut:
    team_id = request.auth.team_id
    contact = selectors.get_contact(team_id=team_id, contact_id=contact_id)
    found = timeline.list_page(
        team_id=team_id, contact_id=contact.pk, wanted=query.kinds, after=query.after, size=query.size
    )
    return TimelineOut(items=[timeline.build_item(key, entry) for key, entry in found.items], next=found.next)


@router.get(
    "/{int:contact_id}/notes",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=NotesOut,
    operation_id="list_contact_notes",
    summary="List contact notes",
)
def list_notes(request: CallerRequest, contact_id: BigId, query: Query[NotesQuery]) -> NotesOut:
    found = note_selectors.list_of_contact(
        team_id=request.auth.team_id, contact_id=contact_id, before=query.before, size=query.size
    )
    return NotesOut(items=found)


@router.post(
    "/{int:contact_id}/notes",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=NoteOut,
    operation_id="create_contact_note",
)
@idempotent
def create_note(request: CallerRequest, contact_id: BigId, body: NoteIn) -> NoteOut:
    caller = request.auth
    return note_selectors.build_note_out(
        notes.add(team_id=caller.team_id, contact_id=contact_id, text=body.text, by=caller)
    )


@router.put(
    "/{int:contact_id}/notes/{int:note_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=NoteOut,
    operation_id="update_contact_note",
)
def update_note(request: CallerRequest, contact_id: BigId, note_id: BigId, body: NoteIn) -> NoteOut:
    caller = request.auth
    note = notes.edit(team_id=caller.team_id, contact_id=contact_id, note_id=note_id, text=body.text, by=caller)
    return note_selectors.build_note_out(note)


@router.delete(
    "/{int:contact_id}/notes/{int:note_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response={204: None},
    operation_id="delete_contact_note",
)
def delete_note(request: CallerRequest, contact_id: BigId, note_id: BigId) -> Status[None]:
    caller = request.auth
    notes.delete(team_id=caller.team_id, contact_id=contact_id, note_id=note_id, by=caller)
    return Status(204, None)


@router.get(
    "/{int:contact_id}/consents",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ConsentsOut,
    operation_id="list_contact_consents",
    summary="List contact consents",
)
def list_consents(request: CallerRequest, contact_id: BigId) -> ConsentsOut:
    return ConsentsOut(items=consents.list_of_contact(team_id=request.auth.team_id, contact_id=contact_id))


@router.put(
    "/{int:contact_id}/subscription",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=ContactOut,
    operation_id="decide_contact_subscription",
    summary="Subscribe or unsubscribe contact",
)
def set_subscription(request: CallerRequest, contact_id: BigId, body: SubscriptionDecisionIn) -> ContactOut:
    caller = request.auth
    return build_contact_out(
        subscriptions.set_subscription(
            team_id=caller.team_id,
            contact_id=contact_id,
            to=ContactState(body.state),
            words=body.words,
            by=caller,
        )
    )


@router.post(
    "/{int:contact_id}/merge",
    auth=Access(permissions.DELETE, Feature(AREA, "edit")),
    response=ContactOut,
    operation_id="merge_contacts",
    summary="Merge contacts",
)
def merge_contacts(request: CallerRequest, contact_id: BigId, body: MergeIn) -> ContactOut:
    caller = request.auth
    return build_contact_out(
        merging.merge(team_id=caller.team_id, contact_id=contact_id, other_id=body.other_id, take=body.take, by=caller)
    )


@router.post(
    "/{int:contact_id}/data",
    auth=Access(permissions.EXPORT, Feature(AREA)),
    response={202: None},
    operation_id="export_contact_data",
    summary="Export contact data",
)
def export_contact_data(request: CallerRequest, contact_id: BigId) -> None:
    """Returns 202. The file is created in the background.

    It contains all data stored about the contact, as a data access request requires.
    """
    caller = request.auth
    row = exports.start_subject(team_id=caller.team_id, contact_id=contact_id, by=caller)
    raise RequestAccepted(payload={"exportId": str(row.pk)})


@router.post(
    "/{int:contact_id}/erase",
    auth=Access(permissions.DELETE, Feature(AREA, "delete")),
    response={204: None},
    operation_id="erase_contact",
    summary="Erase contact",
)
def erase_contact(request: CallerRequest, contact_id: BigId, body: EraseIn) -> Status[None]:
    caller = request.auth
    subject_requests.erase_contact(team_id=caller.team_id, contact_id=contact_id, email=body.email, by=caller)
    return Status(204, None)
