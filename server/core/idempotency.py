"""Idempotency-Key: a repeated write has one effect and the same response."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from pydantic import BaseModel

from server.core import clock
from server.core.causes import INVALID_IDEMPOTENCY_KEY
from server.core.errors import FieldsInvalid, IdempotencyKeyReused, InProgress
from server.core.models import IdempotencyKey

LIFETIME = timedelta(hours=24)  # of a stored response
MAX_KEY_LENGTH = 128
HEADER = "Idempotency-Key"

Request = TypeVar("Request", bound=HttpRequest)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result", bound=BaseModel | None)


def idempotent(
    view: Callable[Concatenate[Request, Parameters], Result],
) -> Callable[Concatenate[Request, Parameters], Result | HttpResponseBase]:
    """Runs the operation in one transaction with the record of its key.

    Without the header the operation just runs. While the first request runs, a second one gets InProgress. Later ones
    get the stored response for 24 hours. The key with another body is rejected. Error responses are not stored, so that
    a corrected request can use the same key. The body is read into memory: not for operations that receive files.
    """

    @wraps(view)
    def once(request: Request, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result | HttpResponseBase:
        key = request.headers.get(HEADER)
        if key is None:
            return view(request, *args, **kwargs)
        check_key(key)
        scope, fingerprint = _get_scope(request), _compute_fingerprint(request)
        with transaction.atomic():
            _lock(scope, key)
            kept = IdempotencyKey.objects.filter(scope=scope, key=key).first()
            if kept is not None:
                if bytes(kept.fingerprint) != fingerprint:
                    raise IdempotencyKeyReused
                return JsonResponse(kept.answer, status=kept.status, safe=False)
            answer = view(request, *args, **kwargs)
            IdempotencyKey.objects.create(
                scope=scope,
                key=key,
                fingerprint=fingerprint,
                status=200 if answer is not None else 204,
                answer=_serialize(answer) if answer is not None else None,
                created_at=clock.now(),
            )
            return answer

    return cast(Callable[Concatenate[Request, Parameters], Result | HttpResponseBase], once)


def check_key(key: str, *, field: str = HEADER) -> None:
    """Raises FieldsInvalid for a key that cannot be stored. `field` names it in the error."""
    if not 0 < len(key) <= MAX_KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise FieldsInvalid.of(field, INVALID_IDEMPOTENCY_KEY, key[:MAX_KEY_LENGTH], max=MAX_KEY_LENGTH)


def purge_keys() -> None:
    IdempotencyKey.objects.filter(created_at__lt=clock.now() - LIFETIME).delete()


def _serialize(answer: BaseModel) -> Any:
    """The response's JSON as first sent: Ninja's own encoder formats times differently."""
    return json.loads(answer.model_dump_json(by_alias=True))


def _get_scope(request: HttpRequest) -> str:
    caller: Any = getattr(request, "auth", None)
    return str(getattr(caller, "team_id", "public"))


def _compute_fingerprint(request: HttpRequest) -> bytes:
    return hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode() + request.body).digest()


def _lock(scope: str, key: str) -> None:
    number = int.from_bytes(hashlib.sha256(f"{scope}\n{key}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        row = cursor.fetchone()
    if not row or not row[0]:
        raise InProgress
