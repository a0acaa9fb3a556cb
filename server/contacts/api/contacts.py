"""contacts: the list, single contacts and bulk actions."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from uuid import UUID

from ninja import Query, Router
from pydantic import ValidationError

from server.contacts import permissions, zones
from server.contacts.errors import RequestAccepted
from server.contacts.filters import ContactFilter
from server.contacts.models import Contact, ContactLabel
from server.contacts.schemas.contacts import (
    ApplyLabelIn,
    ContactChange,
    ContactCountOut,
    ContactIn,
    ContactListQuery,
    ContactOut,
    ContactPage,
    ContactsChangedOut,
    ContactsDeletedOut,
    ContactSearchIn,
    ContactsRestoredOut,
    ContactUsageOut,
    DeleteContactsIn,
    LabelRef,
    MoveStageIn,
)
from server.contacts.schemas.exports import ExportIn
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import bulk, contacts, deletions, exports, funnel, labels
from server.contacts.services.contacts import ContactValues
from server.contacts.states import ContactState
from server.contacts.values import CustomValue
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.plans import quota
from server.plans.features import CONTACT

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get("", auth=Access(permissions.VIEW, Feature(AREA)), response=ContactPage, operation_id="list_contacts")
def list_contacts(request: CallerRequest, query: Query[ContactListQuery]) -> ContactPage:
    return _build_page(request.auth.team_id, query)


@router.post(
    "",
    auth=Access(permissions.CREATE, Feature(AREA, "create"), Quota(AREA, CONTACT.name)),
    response=ContactOut,
    operation_id="create_contact",
)
@idempotent
def create_contact(request: CallerRequest, body: ContactIn) -> ContactOut:
    caller = request.auth
    return build_contact_out(contacts.create(team_id=caller.team_id, values=_build_values(body), by=caller))


@router.get(
    "/count",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ContactUsageOut,
    operation_id="count_contacts",
    summary="Get contact usage",
)
def get_contact_usage(request: CallerRequest) -> ContactUsageOut:
    standing = quota.get_state(team_id=request.auth.team_id, limit=CONTACT)
    return ContactUsageOut(count=standing.used, limit=standing.limit, left=standing.left)


@router.post(
    "/find",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ContactPage,
    operation_id="find_contacts",
    summary="Search contacts",
)
def find_contacts(request: CallerRequest, body: ContactSearchIn) -> ContactPage:
    return _build_page(request.auth.team_id, body.query())


@router.post(
    "/find/count-only",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ContactCountOut,
    operation_id="count_found_contacts",
    summary="Count matching contacts",
)
def count_matching_contacts(request: CallerRequest, body: ContactFilter) -> ContactCountOut:
    count, exact = selectors.count_matching(team_id=request.auth.team_id, wanted=body)
    return ContactCountOut(count=count, exact=exact)


@router.post(
    "/find/apply-label",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=ContactsChangedOut,
    operation_id="apply_label_to_contacts",
    summary="Add and remove labels",
)
def apply_label(request: CallerRequest, body: ApplyLabelIn) -> ContactsChangedOut:
    team_id = request.auth.team_id
    add, remove = labels.check_labels(team_id=team_id, add=body.add, remove=body.remove)
    meant = bulk.select_contacts(team_id=team_id, ids=body.ids, wanted=body.filter)
    if isinstance(meant, list):
        return ContactsChangedOut(
            count=labels.change_labels(team_id=team_id, ids=meant, add=add, remove=remove, by=request.auth)
        )
    options = {"add": add, "remove": remove}
    count = bulk.start_and_count(team_id=team_id, kind="label", wanted=meant, options=options, by=request.auth)
    return ContactsChangedOut(count=count, queued=True)


@router.post(
    "/find/move-stage",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=ContactsChangedOut,
    operation_id="move_contacts_to_stage",
    summary="Move contacts to funnel stage",
)
def move_to_stage(request: CallerRequest, body: MoveStageIn) -> ContactsChangedOut:
    team_id = request.auth.team_id
    meant = bulk.select_contacts(team_id=team_id, ids=body.ids, wanted=body.filter)
    if isinstance(meant, list):
        return ContactsChangedOut(
            count=funnel.move_to_stage(team_id=team_id, ids=meant, stage=body.stage, by=request.auth)
        )
    options = {"stage": body.stage}
    count = bulk.start_and_count(team_id=team_id, kind="stage", wanted=meant, options=options, by=request.auth)
    return ContactsChangedOut(count=count, queued=True)


@router.post(
    "/find/export",
    auth=Access(permissions.EXPORT, Feature(AREA, "export")),
    response={202: None},
    operation_id="export_contacts",
    summary="Start contact export",
)
def export_contacts(request: CallerRequest, body: ExportIn) -> None:
    """Returns 202. The file is created in the background.

    A notification is sent when it is ready, and `GET contacts/export` lists it.
    """
    caller = request.auth
    chosen = body.ids if body.filter is None else body.filter
    row = exports.start(team_id=caller.team_id, chosen=chosen, columns=body.columns, file_format=body.format, by=caller)
    raise RequestAccepted(payload={"exportId": str(row.pk)})


@router.post(
    "/delete",
    auth=Access(permissions.DELETE, Feature(AREA, "delete")),
    response=ContactsDeletedOut,
    operation_id="delete_contacts",
)
def delete_contacts(request: CallerRequest, body: DeleteContactsIn) -> ContactsDeletedOut:
    """Up to 1,000 contacts are deleted immediately and can be restored.

    Larger numbers are deleted in the background, which can’t be undone.
    """
    caller = request.auth
    meant = bulk.select_contacts(team_id=caller.team_id, ids=body.ids, wanted=body.filter)
    if isinstance(meant, list):
        deleted = deletions.delete(team_id=caller.team_id, ids=meant, by=caller)
        return ContactsDeletedOut(count=deleted.count, undo_id=deleted.deletion_id)
    count = bulk.start_and_count(team_id=caller.team_id, kind="delete", wanted=meant, options={}, by=caller)
    return ContactsDeletedOut(count=count, queued=True)


@router.post(
    "/delete/{uuid:deletion_id}/undo",
    auth=Access(permissions.DELETE, Feature(AREA, "delete")),
    response=ContactsRestoredOut,
    operation_id="undo_contact_deletion",
    summary="Undo contact deletion",
)
def undo_contact_deletion(request: CallerRequest, deletion_id: UUID) -> ContactsRestoredOut:
    caller = request.auth
    restored = deletions.undo_deletion(team_id=caller.team_id, deletion_id=deletion_id, by=caller)
    return ContactsRestoredOut(count=restored.count, skipped=restored.skipped)


@router.get(
    "/{int:contact_id}",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ContactOut,
    operation_id="get_contact",
)
def get_contact(request: CallerRequest, contact_id: BigId) -> ContactOut:
    return build_contact_out(selectors.get_contact(team_id=request.auth.team_id, contact_id=contact_id))


@router.put(
    "/{int:contact_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=ContactOut,
    operation_id="update_contact",
)
def update_contact(request: CallerRequest, contact_id: BigId, body: ContactChange) -> ContactOut:
    caller = request.auth
    updated = contacts.update_from_base(
        team_id=caller.team_id,
        contact_id=contact_id,
        base=body.base,
        cleaned_base=_clean_base(body.base),
        values=_build_values(body),
        by=caller,
    )
    return build_contact_out(updated)


def _clean_base(base: Mapping[str, CustomValue]) -> dict[str, object]:
    """Returns the values as an edit would store them, without those that an edit would reject."""
    cleaned: dict[str, object] = {}
    for name, value in base.items():
        with suppress(ValidationError):
            cleaned |= _build_values(ContactChange.model_validate({name: value})).fields
    return cleaned


def _build_values(body: ContactIn | ContactChange) -> ContactValues:
    return ContactValues(
        body.model_dump(exclude_unset=True, exclude={"base", "label_ids", "custom_field"}),
        body.label_ids if "label_ids" in body.model_fields_set else None,
        body.custom_field,
    )


def _build_page(team_id: UUID, query: ContactListQuery) -> ContactPage:
    found = selectors.list_page(team_id=team_id, query=query)
    page = found.page
    return ContactPage(
        items=_build_contact_outs(team_id, page.items),
        total=page.total,
        total_is_exact=page.total_is_exact,
        page=page.page,
        size=page.size,
        next=found.next,
    )


def build_contact_out(contact: Contact) -> ContactOut:
    return _build_contact_outs(contact.team_id, [contact])[0]


def _build_contact_outs(team_id: UUID, rows: Iterable[Contact]) -> list[ContactOut]:
    rows = list(rows)
    known = label_selectors.get_by_ids(team_id=team_id, ids=(label for row in rows for label in row.label_ids))
    return [_build_out(row, [known[label] for label in row.label_ids if label in known]) for row in rows]


def _build_out(row: Contact, carried: Iterable[ContactLabel]) -> ContactOut:
    return ContactOut(
        contact_id=row.pk,
        email=row.email,
        firstname=row.firstname,
        lastname=row.lastname,
        fullname=row.fullname,
        phone=row.phone,
        birthday=row.birthday,
        gender=row.gender,
        city=row.city,
        country=row.country,
        timezone=row.timezone,
        timezone_guess=zones.guess_timezone(row),
        company=row.company,
        note=row.note,
        funnel=row.funnel,
        optin=row.state == ContactState.SUBSCRIBED,
        state=ContactState(row.state),
        labels=[
            LabelRef(id=label.pk, name=label.name, color=label_selectors.get_color(label.name)) for label in carried
        ],
        custom_field=row.custom_field,
        created_at=row.created_at,
        updated_at=row.updated_at,
        revision=row.revision,
    )
