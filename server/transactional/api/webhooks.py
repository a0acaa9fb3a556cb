"""webhooks: endpoints, deliveries and replays."""

from uuid import UUID

from ninja import Query, Router, Status

from server.core.bounded_types import BigId
from server.core.pagination import Page, UnpagedQuery
from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.identities import Actor, can_manage
from server.transactional.schemas.webhooks import (
    AttemptOut,
    DeliveriesQuery,
    DeliveryDetailOut,
    DeliveryOut,
    EnableIn,
    ReplayedOut,
    ReplayIn,
    SecretIn,
    WebhookCreatedOut,
    WebhookDetailOut,
    WebhookEndpointOut,
    WebhookIn,
    WebhookPut,
    WebhookTestOut,
)
from server.transactional.services import webhooks as services
from server.transactional.services.webhooks import OWNER
from server.transactional.states import EventType, Scope
from server.transactional.webhook_kinds import parse_event_type
from server.webhooks import selectors
from server.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.webhooks.states import MAX_STORED_BYTES, DeliveryState, DisabledReason, WebhookOutcome

router = Router(tags=["webhooks"], by_alias=True)
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ)
CHANGE = TrxAccess(permission=permissions.EDIT, scope=Scope.MANAGE)
# An event contains personal data and subjects.
READ_BODY = TrxAccess(permission=permissions.VIEW, scope=Scope.MANAGE)


def endpoint_out(endpoint: WebhookEndpoint, by: Actor) -> WebhookEndpointOut:
    """Shows the URL without its path to a caller who can't manage webhooks."""
    return WebhookEndpointOut(
        id=endpoint.pk,
        url=selectors.build_visible_url(endpoint.url, is_whole=can_manage(by)),
        description=endpoint.description,
        events=[EventType(parse_event_type(each)) for each in endpoint.kinds],
        domains=endpoint.scope_ids,
        active=endpoint.disabled_at is None,
        disabled_at=endpoint.disabled_at,
        disabled_reason=DisabledReason(endpoint.disabled_reason) if endpoint.disabled_reason else None,
        failing_since=endpoint.failing_since,
        failures=endpoint.failures,
        last_success_at=endpoint.last_success_at,
        last_failure_at=endpoint.last_failure_at,
        last_test=test_out(endpoint),
        former_secret_until=endpoint.previous_secret_until,
        created_at=endpoint.created_at,
    )


def test_out(endpoint: WebhookEndpoint) -> WebhookTestOut | None:
    if endpoint.last_test_at is None:
        return None
    outcome = WebhookOutcome(endpoint.last_test_outcome)
    return WebhookTestOut(at=endpoint.last_test_at, outcome=outcome, status=endpoint.last_test_status)


def detail_out(endpoint: WebhookEndpoint, by: Actor) -> WebhookDetailOut:
    counts = selectors.count_deliveries(endpoint)
    return WebhookDetailOut(
        **endpoint_out(endpoint, by).model_dump(), waiting=counts.waiting, failed=counts.failed, held=counts.held
    )


def created_out(endpoint: WebhookEndpoint, secret: str, by: Actor) -> WebhookCreatedOut:
    return WebhookCreatedOut(**detail_out(endpoint, by).model_dump(), secret=secret)


def delivery_out(delivery: WebhookDelivery) -> DeliveryOut:
    state = DeliveryState(delivery.state)
    return DeliveryOut(
        id=delivery.pk,
        event_id=delivery.event_id,
        type=parse_event_type(delivery.kind),
        message_id=delivery.record_id,
        recipient=delivery.record_label,
        state=state,
        test=delivery.is_test,
        tries=delivery.attempt_count,
        due_at=delivery.due_at if state is DeliveryState.WAITING else None,
        status=delivery.status,
        outcome=WebhookOutcome(delivery.outcome) if delivery.outcome else None,
        created_at=delivery.created_at,
        finished_at=delivery.finished_at,
    )


def attempt_out(attempt: WebhookAttempt) -> AttemptOut:
    return AttemptOut(
        at=attempt.attempted_at,
        milliseconds=attempt.duration_ms,
        outcome=WebhookOutcome(attempt.outcome),
        status=attempt.status,
        response_body=attempt.response_body,
    )


@router.get("", auth=READ, response=Page[WebhookEndpointOut], operation_id="trx_webhooks_list")
def list_webhooks(request: ActorRequest, query: Query[UnpagedQuery]) -> Page[WebhookEndpointOut]:
    by = request.auth
    found = selectors.list_endpoints(OWNER, team_id=by.team_id, query=query.bounded(), sees_urls=can_manage(by))
    return Page[WebhookEndpointOut].of(found, [endpoint_out(each, by) for each in found.items])


@router.post("", auth=CHANGE, response=WebhookCreatedOut, operation_id="trx_webhooks_create", summary="Create webhook")
def create(request: ActorRequest, body: WebhookIn) -> WebhookCreatedOut:
    """Ignores `Idempotency-Key`, because the response contains the secret and can’t be stored."""
    endpoint, secret = services.create(
        team_id=request.auth.team_id,
        url=body.url,
        description=body.description,
        types=body.events,
        domains=body.domains,
        by=request.auth,
    )
    return created_out(endpoint, secret, request.auth)


@router.get(
    "/{uuid:webhook_id}", auth=READ, response=WebhookDetailOut, operation_id="trx_webhooks_get", summary="Get webhook"
)
def get(request: ActorRequest, webhook_id: UUID) -> WebhookDetailOut:
    return detail_out(selectors.get_endpoint(OWNER, team_id=request.auth.team_id, endpoint_id=webhook_id), request.auth)


@router.put(
    "/{uuid:webhook_id}",
    auth=CHANGE,
    response=WebhookDetailOut,
    operation_id="trx_webhooks_update",
    summary="Update webhook",
)
def update(request: ActorRequest, webhook_id: UUID, body: WebhookPut) -> WebhookDetailOut:
    endpoint = services.update(
        team_id=request.auth.team_id,
        endpoint_id=webhook_id,
        url=body.url,
        description=body.description,
        types=body.events,
        domains=body.domains,
        active=body.active,
        by=request.auth,
    )
    return detail_out(endpoint, request.auth)


@router.delete(
    "/{uuid:webhook_id}",
    auth=CHANGE,
    response={204: None},
    operation_id="trx_webhooks_delete",
    summary="Delete webhook",
)
def delete(request: ActorRequest, webhook_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, endpoint_id=webhook_id, by=request.auth)
    return Status(204, None)


@router.post(
    "/{uuid:webhook_id}/secret",
    auth=CHANGE,
    response=WebhookCreatedOut,
    operation_id="trx_webhooks_rotate_secret",
    summary="Rotate webhook secret",
)
def rotate_secret(request: ActorRequest, webhook_id: UUID, body: SecretIn) -> WebhookCreatedOut:
    endpoint, secret = services.rotate_secret(
        team_id=request.auth.team_id, endpoint_id=webhook_id, overlap_hours=body.overlap_hours, by=request.auth
    )
    return created_out(endpoint, secret, request.auth)


@router.post(
    "/{uuid:webhook_id}/test",
    auth=CHANGE,
    response=DeliveryOut,
    operation_id="trx_webhooks_test",
    summary="Send test event",
)
def send_test(request: ActorRequest, webhook_id: UUID) -> DeliveryOut:
    """Sends a test event immediately."""
    return delivery_out(services.send_test(team_id=request.auth.team_id, endpoint_id=webhook_id))


@router.post(
    "/{uuid:webhook_id}/enable",
    auth=CHANGE,
    response=ReplayedOut,
    operation_id="trx_webhooks_enable",
    summary="Turn on webhook",
)
def enable(request: ActorRequest, webhook_id: UUID, body: EnableIn) -> ReplayedOut:
    replayed = services.enable(
        team_id=request.auth.team_id, endpoint_id=webhook_id, replay_held=body.replay_held, by=request.auth
    )
    return ReplayedOut(replayed=replayed)


@router.get(
    "/{uuid:webhook_id}/deliveries",
    auth=READ,
    response=Page[DeliveryOut],
    operation_id="trx_webhooks_deliveries",
    summary="List webhook deliveries",
)
def list_deliveries(request: ActorRequest, webhook_id: UUID, query: Query[DeliveriesQuery]) -> Page[DeliveryOut]:
    found = selectors.list_deliveries(
        OWNER, team_id=request.auth.team_id, endpoint_id=webhook_id, query=query, state=query.state
    )
    return Page[DeliveryOut].of(found, [delivery_out(each) for each in found.items])


@router.get(
    "/{uuid:webhook_id}/deliveries/{int:delivery_id}",
    auth=READ_BODY,
    response=DeliveryDetailOut,
    operation_id="trx_webhooks_delivery",
    summary="Get webhook delivery",
)
def get_delivery(request: ActorRequest, webhook_id: UUID, delivery_id: BigId) -> DeliveryDetailOut:
    delivery = selectors.get_delivery(
        OWNER, team_id=request.auth.team_id, endpoint_id=webhook_id, delivery_id=delivery_id
    )
    return DeliveryDetailOut(
        **delivery_out(delivery).model_dump(),
        request_body=delivery.body.encode()[:MAX_STORED_BYTES].decode("utf-8", "ignore"),
        attempts=[attempt_out(each) for each in selectors.list_attempts(delivery)],
    )


@router.post(
    "/{uuid:webhook_id}/replay",
    auth=CHANGE,
    response=ReplayedOut,
    operation_id="trx_webhooks_replay",
    summary="Replay webhook deliveries",
)
def replay(request: ActorRequest, webhook_id: UUID, body: ReplayIn) -> ReplayedOut:
    """Queues one delivery again, or the failed and held deliveries of a period. With `deliveredToo`, also
    queues its successful deliveries."""
    team_id = request.auth.team_id
    if body.delivery_id is not None:
        replayed = services.replay_one(team_id=team_id, endpoint_id=webhook_id, delivery_id=body.delivery_id)
    else:
        since, until = body.window
        replayed = services.replay_period(
            team_id=team_id, endpoint_id=webhook_id, since=since, until=until, delivered_too=body.delivered_too
        )
    return ReplayedOut(replayed=replayed)
