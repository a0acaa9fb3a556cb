"""contacts/subscribe, confirm, unsubscribe and resubscribe (CONT-80 to 87): public, with a token from an email."""

from django.http import HttpRequest
from ninja import Query, Router, Status
from pydantic import ValidationError as PydanticError

from server.contacts.services.history import ConsentProof
from server.contacts.states import ConsentSource, UnsubscribeReason
from server.core import parsing
from server.core.access import Public
from server.core.errors import BadRequest, FieldsInvalid, FieldsMissing
from server.core.network import get_client_address
from server.delivery import one_click
from server.delivery.schemas import (
    MAX_UNSUBSCRIBE_COMMENT_CHARACTERS,
    SubscribeIn,
    SubscribeResultOut,
    SubscriberTokenIn,
    SubscriberTokenQuery,
    UnsubscribeIn,
)
from server.delivery.services import signing_up, subscribers, subscriptions, unsubscribing
from server.delivery.services.signing_up import SignUpRequest

router = Router(tags=["contacts"], by_alias=True)
SIGNED = "Requires a signed token that was emailed to the address it is for."
UNSUBSCRIBE_BODY = {
    "requestBody": {
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["token"],
                    "properties": {
                        "token": {"type": "string"},
                        "reason": {"type": "string", "enum": ["", *UnsubscribeReason.values]},
                        "words": {"type": "string", "maxLength": MAX_UNSUBSCRIBE_COMMENT_CHARACTERS},
                    },
                    "additionalProperties": False,
                }
            },
            one_click.FORM_ENCODED: {
                "schema": {"type": "object", "properties": {one_click.FIELD_NAME: {"const": one_click.FIELD_VALUE}}}
            },
        }
    }
}


@router.post(
    "subscribe",
    auth=Public(why="Open to anyone if the team allows it. The response is the same for every address.", per_minute=10),
    response=SubscribeResultOut,
    operation_id="subscribe_contact",
)
def subscribe(request: HttpRequest, body: SubscribeIn) -> SubscribeResultOut:
    team = signing_up.get_open_team(body.company)
    wish = SignUpRequest(
        body.email,
        firstname=body.firstname,
        lastname=body.lastname,
        topic_ids=body.topic_ids,
        words=body.words,
        ip=str(get_client_address(request)),
        user_agent=request.headers.get("User-Agent", ""),
        page="api",
    )
    language = body.language or team.language
    return SubscribeResultOut(
        confirms=signing_up.request_sign_up(team=team, wish=wish, language=language, captcha_solution=body.captcha)
    )


@router.post(
    "confirm",
    auth=Public(why=SIGNED, per_minute=30),
    response={204: None},
    operation_id="confirm_subscription",
    summary="Confirm subscription",
)
def confirm(request: HttpRequest, body: SubscriberTokenIn) -> Status[None]:
    proof = _build_proof(request)
    signing_up.confirm(token=body.token, ip=proof.ip, user_agent=proof.user_agent)
    return Status(204, None)


@router.post(
    "unsubscribe",
    # Not limited: a provider posts for many users from one network, and the token can't be guessed.
    auth=Public(why=SIGNED),
    response={204: None},
    operation_id="unsubscribe_contact",
    openapi_extra=UNSUBSCRIBE_BODY,
)
def unsubscribe(request: HttpRequest, query: Query[SubscriberTokenQuery]) -> Status[None]:
    """Accepts a JSON body, or the one-click form of RFC 8058 with the token in the URL."""
    if request.content_type == "application/json":
        asked = _parse_body(request.body)
    elif query.token and one_click.is_one_click_request(request.headers.get("Content-Type", ""), request.body):
        asked = UnsubscribeIn(token=query.token)
    else:
        raise BadRequest
    proof = _build_proof(request, reason=asked.reason, words=asked.words)
    unsubscribing.unsubscribe(subscribers.get_subscriber(asked.token), proof)
    return Status(204, None)


@router.post(
    "resubscribe", auth=Public(why=SIGNED, per_minute=30), response={204: None}, operation_id="resubscribe_contact"
)
def resubscribe(request: HttpRequest, body: SubscriberTokenIn) -> Status[None]:
    who = subscribers.get_subscriber(body.token)
    if not who.is_tester:
        subscriptions.resubscribe(team_id=who.team.pk, contact_id=who.own().pk, proof=_build_proof(request))
    return Status(204, None)


def _parse_body(body: bytes) -> UnsubscribeIn:
    try:
        return UnsubscribeIn.model_validate_json(body)
    except PydanticError as error:
        found = parsing.list_issues(error)
    if found is None or not found[0]["loc"]:
        raise BadRequest
    name = ".".join(str(part) for part in found[0]["loc"])
    if found[0]["type"] == "missing":
        raise FieldsMissing.of([name])
    raise FieldsInvalid.of_bound(name, found[0]["cause"])


def _build_proof(request: HttpRequest, *, reason: str = "", words: str = "") -> ConsentProof:
    return ConsentProof(
        ConsentSource.API,
        words=words,
        ip=str(get_client_address(request)),
        user_agent=request.headers.get("User-Agent", ""),
        reason=reason,
    )
