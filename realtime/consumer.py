"""One socket: Engine.IO 4 and Socket.IO 5 over a websocket, as a Channels consumer.

Three methods of Channels are overridden because of their cost per message (docs/architecture/realtime.md): `__call__`
creates no channel per connection, `dispatch` needs no thread switch, `websocket_disconnect` discards no groups.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any
from uuid import uuid4

import structlog
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from realtime import admission, handlers, handshake, metrics, packets
from realtime.log import Position
from realtime.outgoing_queue import OutgoingQueue
from realtime.packets import ClientEvent, Connect, Disconnect, MalformedPacket, Message, PartialEvent
from realtime.recovery import RecoveryRecord
from realtime.server import RealtimeServer
from server.core.callers import Caller
from server.core.errors import ApiError, ServerFailure, TooManyRequests
from server.core.patches.websockets.fast_path import create_writer
from server.core.rate_limits.token_buckets import TokenBucket

logger = structlog.get_logger(__name__)

# Private close codes (RFC 6455, 7.4.2) that mirror the public ones 1001, 1008, 1009 and 1013, which daphne refuses to
# send.
GOING_AWAY, POLICY, TOO_BIG, TRY_AGAIN = 4001, 4008, 4009, 4013


class SocketConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A socket. It has no caller until its CONNECT is accepted."""

    def __init__(self, *, switchboard: RealtimeServer) -> None:
        super().__init__()
        self.switchboard = switchboard
        self.closed = False
        self.connected = False
        self.pongs = 0
        self.reviews = 0
        self.owner = uuid4().hex
        self.sid = uuid4().hex
        self.pid = uuid4().hex
        self.token_hash = b""
        self.caller: Caller | None = None
        self.out = OutgoingQueue(switchboard.hub.log, switchboard.limits, self._handle_overflow)
        self.deliver_kept = self.out.deliver_kept
        self.deliver_passing = self.out.deliver_passing
        self.deliver_delta = self.out.deliver_delta
        self.deliver_awareness = self.out.deliver_awareness
        self.rejoin = self.out.give_up
        self.documents: dict[str, int] = {}
        limits = switchboard.limits
        self.document_allowance = TokenBucket(limits.document_bytes_per_second, limits.document_burst_bytes)
        self.document_turn = asyncio.Lock()
        self.join_turn = asyncio.Lock()
        self._allowance = TokenBucket(limits.events_per_second, limits.burst)
        # The session's allowance, once the session is known.
        self._shared_allowance: TokenBucket | None = None
        self._rejections = 0
        self._is_rate_limited = False
        self._partial_event: PartialEvent | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._save_lock = asyncio.Lock()

    async def __call__(self, scope: handshake.Scope, receive: Any, send: Any) -> None:
        self.scope = scope
        self.address = handshake.get_client_address(scope)
        self.base_send = send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return
        finally:
            self._unregister()
            self.switchboard.sockets.remove(self)

    async def dispatch(self, message: Message) -> None:
        kind = message["type"]
        if kind == "websocket.receive":
            await self.websocket_receive(message)
        elif kind == "websocket.connect":
            await self.websocket_connect(message)
        elif kind == "websocket.disconnect":
            await self.websocket_disconnect(message)

    # --- messages from the server ----------------------------------------------------------------------------------

    async def websocket_connect(self, message: Message) -> None:
        reason = handshake.find_rejection_reason(self.scope) or self._find_rejection_reason()
        if reason is not None:
            metrics.connects.labels(reason).inc()
            self.closed = True
            await self.base_send({"type": "websocket.close"})
            return
        await self.switchboard.start()
        await self.base_send({"type": "websocket.accept"})
        limits = self.switchboard.limits
        self.out.writer = create_writer(
            self.base_send, self.out.ready, self._flooded, most_waiting=limits.burst + limits.most_refusals
        )
        self.switchboard.heart.watch(self)
        self.out.answer(
            packets.build_open_message(
                sid=uuid4().hex,  # Engine.IO's own; the response to CONNECT has the session's id
                ping_interval_ms=round(limits.ping_interval_seconds * 1000),
                ping_timeout_ms=round(limits.ping_timeout_seconds * 1000),
                most_bytes=limits.most_bytes_in,
            )
        )

    def _find_rejection_reason(self) -> str | None:
        if self.switchboard.floods.shuts_out(self.address):
            return "flood"
        return self.switchboard.sockets.admit(self, self.address)

    async def websocket_receive(self, message: Message) -> None:
        if self.closed:
            return
        limits = self.switchboard.limits
        text, data = message.get("text"), message.get("bytes")
        if len(text if text is not None else data or b"") > limits.most_bytes_in:
            self._reject("size", TOO_BIG)
            return
        self._is_rate_limited = not self._consume_allowance(text)
        if self._rejections > limits.most_refusals:
            self._flooded()
            return
        try:
            if text is not None:
                await self._receive_text(text)
            else:
                await self._receive(self._attach(data or b""))
        except MalformedPacket as error:
            logger.info("realtime.malformed", reason=str(error))
            self._reject("malformed", POLICY)

    async def websocket_disconnect(self, message: Message) -> None:
        raise StopConsumer

    def _consume_allowance(self, text: str | None) -> bool:
        # A pong is a response to the server, so the pongs of many tabs are no flood.
        shared = None if text == packets.PONG else self._shared_allowance
        allowed = self._allowance.consume() and (shared is None or shared.consume())
        self._rejections += not allowed
        return allowed

    # --- packets ---------------------------------------------------------------------------------------------------

    async def _receive_text(self, text: str) -> None:
        kind = text[:1]
        if kind == packets.PONG:
            self.pongs += 1
        elif kind == packets.MESSAGE:
            if self._partial_event is not None:
                raise MalformedPacket("text where an attachment is due")
            await self._receive(packets.parse(text[1:]))
        elif kind == "1":
            self.drop("closed by the client")
        else:
            raise MalformedPacket("Engine.IO packet type")

    def _attach(self, data: bytes) -> packets.ClientPacket | PartialEvent | None:
        if self._partial_event is None:
            raise MalformedPacket("attachment without a packet")
        if self._partial_event.size_bytes + len(data) > self.switchboard.limits.most_bytes_in:
            raise MalformedPacket("attachments too big")
        unfinished, self._partial_event = self._partial_event, None
        return packets.attach(unfinished, data)

    async def _receive(self, packet: packets.ClientPacket | PartialEvent | None) -> None:
        match packet:
            case PartialEvent():
                self._partial_event = packet
            case Connect(namespace=packets.MAIN_NAMESPACE):
                if self.connected or self.caller is not None:
                    raise MalformedPacket("second connect")
                await self._connect(packet)
            case Connect() if not self._is_rate_limited:
                self.out.answer(packets.build_connect_error(namespace=packet.namespace, message="Invalid namespace"))
            case Disconnect(namespace=packets.MAIN_NAMESPACE):
                await self._handle_disconnect()
            case ClientEvent(namespace=packets.MAIN_NAMESPACE):
                if not self.connected:
                    raise MalformedPacket("event before connect")
                self._start_handler(packet)
            case _:
                return  # a rejected namespace, or an unsolicited acknowledgement

    async def _connect(self, packet: Connect) -> None:
        try:
            await admission.connect(self, packet.auth)
            self._shared_allowance = self.switchboard.allowance_of(self.token_hash)
            self.document_allowance = self.switchboard.document_allowance_of(self.token_hash)
            self.join_turn = self.switchboard.join_turn_of(self.token_hash)
        except admission.TooEarly:
            # No response: a client that gets one does not reconnect automatically.
            self._reject("early", TRY_AGAIN)
        except ApiError as error:
            metrics.connects.labels(error.code).inc()
            self.out.answer(
                packets.build_connect_error(namespace=packets.MAIN_NAMESPACE, message=error.text, data=error.body())
            )
        except Exception:
            # The database is unreachable. The client only retries automatically if its connection closes.
            logger.exception("realtime.connect_failed")
            metrics.connects.labels("failed").inc()
            self._close(TRY_AGAIN)

    async def _handle_disconnect(self) -> None:
        """The client left deliberately, so it will not recover missed events."""
        was_connected, self.connected = self.connected, False
        self.drop("left")
        if was_connected:
            await self.switchboard.delete_record(self.pid, self.owner)

    # --- events of the client --------------------------------------------------------------------------------------

    def _start_handler(self, event: ClientEvent) -> None:
        if self._is_rate_limited or len(self._tasks) >= self.switchboard.limits.most_handlers:
            metrics.rejected_packets.labels("rate").inc()
            self._acknowledge(event, TooManyRequests().body())
            return
        # A task, so that a handler that waits for the database does not delay pongs and other events.
        task = asyncio.create_task(self._run_handler(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_handler(self, event: ClientEvent) -> None:
        try:
            body: handlers.HandlerResult = await handlers.handle(self, event)
        except ApiError as error:
            body = error.body()
        except Exception:
            logger.exception("realtime.handler_failed", event_name=event.name)
            body = ServerFailure().body()
        self._acknowledge(event, body)

    def _acknowledge(self, event: ClientEvent, body: handlers.HandlerResult) -> None:
        if event.ack is None or self.closed:
            return
        if isinstance(body, packets.BinaryPayload):
            self.out.answer(*packets.build_binary_acknowledgement(event.ack, body))
        else:
            self.out.answer(packets.build_acknowledgement(event.ack, body))

    # --- rooms -----------------------------------------------------------------------------------------------------

    @property
    def rooms(self) -> Mapping[str, Position]:
        """The joined rooms, each with the position of the join."""
        return self.out.rooms

    def join(self, room: str) -> None:
        hub = self.switchboard.hub
        self.out.rooms[room] = hub.position
        hub.join(self, room)
        self.switchboard.presence.watch(room)

    def leave(self, room: str) -> None:
        if self.out.rooms.pop(room, None) is not None:
            self.switchboard.hub.leave(self, room)

    def lose(self, room: str, code: str) -> None:
        if room in self.out.rooms or room in self.documents:
            self.leave(room)
            self.close_document(room)
            self._emit("room:left", {"room": room, "code": code})

    def close_document(self, room: str) -> None:
        client = self.documents.pop(room, None)
        if client is not None:
            self.switchboard.documents.close(self, room)
            self.switchboard.soon(self.switchboard.documents.notify_cursor_gone(self.owner, room, client))

    def reviewed(self) -> None:
        self._emit("room:reviewed", {})

    def _emit(self, name: str, body: dict[str, Any]) -> None:
        # No events before the response to CONNECT; the client joins its rooms after it.
        if self.connected:
            self.out.answer(packets.build_message(name, body))

    async def save(self) -> None:
        """Saves the state that a successor of this connection needs. Saves run one after another, so the last one
        wins."""
        caller = self.caller
        if caller is None:
            return
        async with self._save_lock:
            hub = self.switchboard.hub
            record = RecoveryRecord(self.sid, str(caller.session_id), hub.epoch, hub.position, dict(self.out.rooms))
            await self.switchboard.save(self.pid, self.owner, record)

    # --- the hub and the heartbeat ----------------------------------------------------------------------------------

    def ping(self) -> None:
        self.out.answer(packets.PING_MESSAGE)

    def end(self) -> None:
        if not self.closed:
            self.out.answer(packets.DISCONNECT_MESSAGE)
            self._close(POLICY)

    def restart(self) -> None:
        self._close(GOING_AWAY)

    def drop(self, reason: str) -> None:
        logger.debug("realtime.dropped", reason=reason)
        self._close(GOING_AWAY)

    def _handle_overflow(self) -> None:
        self._close(TRY_AGAIN)

    def _flooded(self) -> None:
        if self.closed:
            return
        self.switchboard.floods.flooded(self.token_hash or self.address)
        self._reject("flood", POLICY)

    def _reject(self, reason: str, code: int) -> None:
        metrics.rejected_packets.labels(reason).inc()
        if self.out.writer is not None:
            # Reading the rest of a flood would cost as much as processing it.
            self.out.writer.stop_reading()
        self._close(code)

    def _close(self, code: int) -> None:
        if self.closed:
            return
        self._unregister()
        self._run_in_background(self.base_send({"type": "websocket.close", "code": code}))

    def _unregister(self) -> None:
        """The saved record remains for a successor."""
        if not self.closed:
            self.switchboard.garbage.left()
        self.closed = True
        self.connected = False
        self.switchboard.heart.remove(self)
        for room in list(self.documents):
            self.close_document(room)
        self.switchboard.hub.remove(self, list(self.out.rooms))
        if self.caller is not None:
            self.switchboard.presence.leave(self.owner, self.caller)
        self.out.close()
        for task in self._tasks:
            task.cancel()

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
