"""The protocols Engine.IO 4 and Socket.IO 5, rule by rule, and arbitrary invalid input."""

import asyncio
import gc
import json
import random
import re
from typing import Any, Final

import pytest

from realtime import handlers, metrics
from realtime.limits import SocketLimits
from realtime.server import RealtimeServer
from realtime.socket import Socket
from server.core import rooms
from tests.cast import Person
from tests.realtime.aside import aside
from tests.realtime.events import ThingChanged
from tests.realtime.talk import Talk
from tests.realtime.test_review import publish_change

POLICY, TOO_BIG, GOING_AWAY = 4008, 4009, 4001
ANY_SID: Final = r"[0-9a-f]{32}"
CONNECTED: Final = rf'40\{{"sid":"{ANY_SID}","pid":"{ANY_SID}"\}}'
REFUSED: Final = r'44\{"message":"[^"]+","data":\{"code":"[a-zA-Z]+","message":"[^"]+","payload":null\}\}'
PLACEHOLDER: Final = '{"_placeholder":true,"num":%d}'


async def weigh(socket: Socket, arguments: list[Any]) -> dict[str, Any]:
    """Returns its arguments; bytes as their length."""
    return {"got": [len(one) if isinstance(one, bytes) else one for one in arguments]}


@pytest.fixture(autouse=True)
def _weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(handlers.HANDLERS, "weigh", weigh)


# Sent frames and expected responses: texts as patterns, a number for the close that ends the conversation.
CONNECT: Final = "40{TOKEN}"
RULES: Final[dict[str, tuple[list[str | bytes], list[str | int]]]] = {
    # --- Engine.IO ---
    "a pong is taken, asked for or not": ([CONNECT, "3", "3", '421["weigh"]'], [CONNECTED, r'431\[\{"got":\[\]\}\]']),
    "a client's ping is not of version 4": ([CONNECT, "2"], [CONNECTED, POLICY]),
    "a probe is of an upgrade, and there is none": ([CONNECT, "2probe"], [CONNECTED, POLICY]),
    "an upgrade has no place here": ([CONNECT, "5"], [CONNECTED, POLICY]),
    "a noop is the server's": ([CONNECT, "6"], [CONNECTED, POLICY]),
    "an open packet is the server's": ([CONNECT, "0"], [CONNECTED, POLICY]),
    "the client may close": ([CONNECT, "1"], [CONNECTED, GOING_AWAY]),
    "an unknown type is none": ([CONNECT, "7"], [CONNECTED, POLICY]),
    # --- Socket.IO: namespaces ---
    "the main namespace may be named": (["40/,{TOKEN}"], [CONNECTED]),
    "a connect without a payload has no token": (["40"], [REFUSED]),
    "a refused client may try again": (["40", "40{}", CONNECT], [REFUSED, REFUSED, CONNECTED]),
    "another namespace is refused, and the main one still there": (
        ["40/chat,{TOKEN}", CONNECT, '421["weigh",1]'],
        [r'44/chat,\{"message":"Invalid namespace"\}', CONNECTED, r'431\[\{"got":\[1\]\}\]'],
    ),
    "an event in a namespace that was refused is nothing": (
        ["40/chat,{TOKEN}", CONNECT, '42/chat,1["weigh"]', '422["weigh"]'],
        [r'44/chat,\{"message":"Invalid namespace"\}', CONNECTED, r'432\[\{"got":\[\]\}\]'],
    ),
    "an event before the connect closes": (['421["weigh"]'], [POLICY]),
    "a second connect closes": ([CONNECT, CONNECT], [CONNECTED, POLICY]),
    "a connect payload is an object": (["40[]"], [POLICY]),
    "a disconnect ends it": ([CONNECT, "41"], [CONNECTED, GOING_AWAY]),
    "a disconnect of another namespace ends nothing": (
        [CONNECT, "41/chat,", '421["weigh"]'],
        [CONNECTED, r'431\[\{"got":\[\]\}\]'],
    ),
    # --- Socket.IO: events and acks ---
    "an ack carries the id of its event": (
        [CONNECT, '420["weigh","a"]', '42999999["weigh",null,true,{"b":[]}]'],
        [CONNECTED, r'430\[\{"got":\["a"\]\}\]', r'43999999\[\{"got":\[null,true,\{"b":\[\]\}\]\}\]'],
    ),
    "an event without an id is not answered": (
        [CONNECT, '42["weigh",1]', '421["weigh",2]'],
        [CONNECTED, r'431\[\{"got":\[2\]\}\]'],
    ),
    "an unknown event is an error as the ack": (
        [CONNECT, '421["nothing"]'],
        [CONNECTED, r'431\[\{"code":"noEntity".*'],
    ),
    "an ack that nobody asked for is nothing": (
        [CONNECT, "435[1]", '421["weigh"]'],
        [CONNECTED, r'431\[\{"got":\[\]\}\]'],
    ),
    "a connect error is the server's": ([CONNECT, '44{"message":"x"}'], [CONNECTED, POLICY]),
    "a name is a text": ([CONNECT, "42[1]"], [CONNECTED, POLICY]),
    "a reserved name is none": ([CONNECT, '42["disconnecting"]'], [CONNECTED, POLICY]),
    # --- Socket.IO: attachments ---
    "attachments take the place of their placeholders, whatever their order": (
        [CONNECT, f'452-7["weigh",{PLACEHOLDER % 1},"x",{PLACEHOLDER % 0}]', b"abc", b"defgh"],
        [CONNECTED, r'437\[\{"got":\[5,"x",3\]\}\]'],
    ),
    "a pong may come between a packet and its attachment": (
        [CONNECT, f'451-7["weigh",{PLACEHOLDER % 0}]', "3", b"abc"],
        [CONNECTED, r'437\[\{"got":\[3\]\}\]'],
    ),
    "an empty attachment is refused": ([CONNECT, f'451-7["weigh",{PLACEHOLDER % 0}]', b""], [CONNECTED, POLICY]),
    "an attachment too many closes": (
        [CONNECT, f'451-7["weigh",{PLACEHOLDER % 0}]', b"a", b"b"],
        [CONNECTED, r'437\[\{"got":\[1\]\}\]', POLICY],
    ),
    "a text instead of an attachment closes": (
        [CONNECT, f'451-7["weigh",{PLACEHOLDER % 0}]', '42["weigh"]'],
        [CONNECTED, POLICY],
    ),
    "fewer placeholders than attachments close": (
        [CONNECT, f'452-7["weigh",{PLACEHOLDER % 0}]'],
        [CONNECTED, POLICY],
    ),
    "one attachment in two places is two placeholders": (
        [CONNECT, f'451-7["weigh",{PLACEHOLDER % 0},{PLACEHOLDER % 0}]'],
        [CONNECTED, POLICY],
    ),
    "an attachment alone closes": ([CONNECT, b"abc"], [CONNECTED, POLICY]),
    "no more than eight attachments": (
        [CONNECT, '459-["weigh",' + ",".join(PLACEHOLDER % number for number in range(9)) + "]"],
        [CONNECTED, POLICY],
    ),
    "attachments together are bounded": (
        [CONNECT, f'452-["weigh",{PLACEHOLDER % 0},{PLACEHOLDER % 1}]', b"a" * 200_000, b"b" * 200_000],
        [CONNECTED, POLICY],
    ),
    "a frame is bounded": ([CONNECT, '42["weigh","' + "x" * 327_680 + '"]'], [CONNECTED, TOO_BIG]),
}


@pytest.mark.parametrize("rule", RULES)
async def test_the_wire_keeps_its_rules(switchboard: RealtimeServer, alice: Person, rule: str) -> None:
    said, heard = RULES[rule]
    talk = Talk(switchboard)
    await talk.open()
    auth = json.dumps({"token": alice.token})
    expected = list(heard)

    # Each frame waits for the response to the previous one if there is one: a conversation, not a burst.
    for frame in said:
        await talk.say(frame.replace("{TOKEN}", auth) if isinstance(frame, str) else frame)
        if expected and isinstance(expected[0], str) and not await talk.silent():
            pattern = str(expected.pop(0))
            answer = await talk.hear()
            assert re.fullmatch(pattern, answer), (pattern, answer)
    for rest in expected:
        if isinstance(rest, int):
            assert await talk.hear_close() == rest
        else:
            assert re.fullmatch(rest, await talk.hear())
    if not any(isinstance(one, int) for one in heard):
        assert await talk.silent()


async def test_the_handshake_has_its_five_fields_and_no_other(switchboard: RealtimeServer) -> None:
    handshake = await Talk(switchboard).open()

    assert sorted(handshake) == ["maxPayload", "pingInterval", "pingTimeout", "sid", "upgrades"]
    assert re.fullmatch(ANY_SID, handshake["sid"])


async def test_two_connections_never_share_an_id(switchboard: RealtimeServer, alice: Person) -> None:
    one, other = Talk(switchboard), Talk(switchboard)
    first, second = await one.connect(alice.token), await other.connect(alice.token)

    assert len({first["sid"], first["pid"], second["sid"], second["pid"]}) == 4


async def test_a_pong_keeps_a_socket_through_many_pings(switchboard: RealtimeServer, alice: Person) -> None:
    switchboard.limits = switchboard.heart._limits = SocketLimits(ping_interval_seconds=0.02, ping_timeout_seconds=0.3)
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    for _ in range(20):
        assert await talk.hear() == "2"
        await talk.say("3")
    await talk.say('421["weigh"]')

    while (answer := await talk.hear()) == "2":
        await talk.say("3")
    assert answer == '431[{"got":[]}]'


async def test_only_kept_events_carry_an_offset_and_the_client_may_take_it_as_one(
    switchboard: RealtimeServer, alice: Person
) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    await aside(lambda: publish_change(rooms.team(alice.team.pk), 1))

    name, envelope, offset = json.loads((await talk.hear())[2:])
    assert (name, envelope["data"]) == (ThingChanged.name, {"number": 1})
    assert re.fullmatch(r"\d+-\d+", offset)


# --- arbitrary invalid input ---------------------------------------------------------------------------------------

MANY: Final = 10_000
SEEDS: Final = [
    '40{"token":"x"}',
    "40/chat,",
    "41",
    '420["weigh",1]',
    '42["room:join","team:1"]',
    '421["presence:show",{"screen":"a","thing":null}]',
    '451-["weigh",{"_placeholder":true,"num":0}]',
    "430[]",
    '44{"message":"x"}',
    "461-0[]",
    "3",
    "2probe",
    '42["link:probe",' + "[" * 40 + "]" * 40 + "]",
]
SIGNS: Final = '0123456789-,/"[]{}\\:abc \u0000\ud7ff\uffff😀' + "\x1e"


def mangled(draw: random.Random) -> str | bytes:
    """A frame of the protocol with something broken in it, or random data."""
    if draw.random() < 0.15:
        return draw.randbytes(draw.randrange(40))
    text = list(draw.choice(SEEDS))
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(len(text) + 1)
        match draw.randrange(4):
            case 0:
                text[at:at] = draw.choices(SIGNS, k=draw.randrange(1, 8))
            case 1:
                del text[at : at + draw.randrange(1, 6)]
            case 2:
                text[at : at + 1] = [draw.choice(SIGNS)]
            case _:
                text = text[:at] + list(draw.choice(SEEDS))
    return "".join(text)


@pytest.mark.parametrize("seed", [4])
async def test_ten_thousand_broken_frames_cost_nothing(
    switchboard: RealtimeServer, alice: Person, mallory: Person, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every frame goes to one socket. After a close the next frame goes to a new one."""
    monkeypatch.setattr("realtime.socket_limits.MAX_HANDSHAKES", MANY)
    # Without a ping: the witness only responds at the end, and a slow run can take longer than the ping timeout.
    switchboard.limits = SocketLimits(events_per_second=1e9, burst=10**9, ping_interval_seconds=1e6)
    witness, draw = Talk(switchboard), random.Random(seed)
    await witness.connect(mallory.token)
    failures = metrics.connects.labels("failed")._value.get()

    async def say(count: int) -> None:
        talk: Talk | None = None
        for number in range(count):
            if talk is None or talk.has_ended or await talk.closed_by_server():
                if talk is not None:
                    await talk.leave()
                talk = Talk(switchboard)
                await (talk.connect(alice.token) if number % 3 == 0 else talk.open())
            await talk.say(mangled(draw))
        assert talk is not None
        await talk.leave()

    await say(300)  # one-time objects exist from here on
    gc.collect()
    tasks, objects = len(asyncio.all_tasks()), len(gc.get_objects())
    await say(MANY)
    gc.collect()

    await witness.say('421["weigh"]')
    while (answer := await witness.hear()) == "2":
        await witness.say("3")
    assert answer == '431[{"got":[]}]'
    assert len(switchboard.hub.sockets) == 1
    assert len(switchboard.hub._rooms) == 3
    assert len(asyncio.all_tasks()) <= tasks + 2
    assert len(gc.get_objects()) - objects < MANY / 5  # one leaked object for every fifth frame would already fail
    assert metrics.connects.labels("failed")._value.get() == failures
