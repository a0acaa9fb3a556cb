"""The audit log of operators' actions."""

import csv
import io
from collections.abc import Iterator

from django.http import StreamingHttpResponse
from ninja import Query, Router

from server.accounts.models import User
from server.core import formulas
from server.core.access import CallerRequest
from server.core.pagination import Page
from server.support import selectors, serializers
from server.support.api.access import OPERATORS
from server.support.models import AuditEntry
from server.support.schemas import AuditEntryOut, AuditEntryQuery, OperatorOut

router = Router(tags=["support"], by_alias=True)
COLUMNS = (
    "at",
    "operator_email",
    "address",
    "kind",
    "team_name",
    "team_id",
    "user_email",
    "user_id",
    "session_id",
    "device",
    "sessions",
    "subject",
    "reason",
)
ROWS_AT_ONCE = 500


@router.get(
    "/acts", auth=OPERATORS, response=Page[AuditEntryOut], operation_id="admin_acts", summary="List audit entries"
)
def list_audit_entries(request: CallerRequest, query: Query[AuditEntryQuery]) -> Page[AuditEntryOut]:
    found = selectors.list_audit_entries(query)
    return Page[AuditEntryOut].of(found, [serializers.audit_entry_out(act) for act in found.items])


@router.get("/operators", auth=OPERATORS, response=list[OperatorOut], operation_id="admin_operators")
def list_operators(request: CallerRequest) -> list[OperatorOut]:
    return [_operator_out(user) for user in selectors.list_operators()]


@router.get("/acts/export", auth=OPERATORS, operation_id="admin_export_acts", summary="Export audit entries")
def export_audit_entries(request: CallerRequest, query: Query[AuditEntryQuery]) -> StreamingHttpResponse:
    """Exports all entries that match the filters as CSV, newest first."""
    rows = selectors.filter_audit_entries(query).order_by("-id").iterator(chunk_size=ROWS_AT_ONCE)
    answer = StreamingHttpResponse(_write_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="support-record.csv"'
    return answer


def _operator_out(user: User) -> OperatorOut:
    return OperatorOut(user_id=user.pk, fullname=user.fullname, email=user.email)


def _write_lines(acts: Iterator[AuditEntry]) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    # The byte order mark, by which a spreadsheet recognizes UTF-8.
    yield text.getvalue().encode("utf-8-sig")
    for act in acts:
        text.seek(0)
        text.truncate()
        writer.writerow([_format_cell(getattr(act, name)) for name in COLUMNS])
        yield text.getvalue().encode()


def _format_cell(value: object) -> str:
    return formulas.escape_formula("" if value is None else str(value))
