"""Load that needs nothing but the address of the web process."""

import asyncio

from bench.prove.hostile.load import RESPONSE_SECONDS, Load, Response, Streams, read_response
from bench.prove.hostile.registry import Needs, kind

CLOSED = "closed"


async def exchange_raw(load: Load, request: bytes) -> str:
    """Sends bytes over a connection of their own and returns the label of the response."""
    streams = await load.connect()
    try:
        streams[1].write(request)
        await streams[1].drain()
        return (await _response(streams)).label
    finally:
        streams[1].close()


async def _response(streams: Streams) -> Response:
    async with asyncio.timeout(RESPONSE_SECONDS):
        return await read_response(streams[0])


@kind("a new HTTP method for every request", needs=Needs.NOTHING, per_second=150, expects=("4", "200"))
async def made_up_methods(load: Load) -> str:
    method = "M" + load.word(9).upper()
    return (await load.http(method, "/x", host=load.draw.choice([None, "evil.example"]))).label


@kind("a new Host for every request", needs=Needs.NOTHING, per_second=150, expects=("400", "404"))
async def made_up_hosts(load: Load) -> str:
    return (await load.http("GET", "/api/version", host=f"{load.word()}.example")).label


@kind("headers of 60 kB in all", needs=Needs.NOTHING, per_second=40, expects=("4", CLOSED, "200"))
async def huge_headers(load: Load) -> str:
    headers = {f"X-{load.word()}": load.word(1000) for _ in range(60)}
    return (await load.http("GET", "/api/version", headers=headers)).label


@kind(
    "a header line a second, without end", needs=Needs.NOTHING, per_second=25, expects=("held", CLOSED), max_running=400
)
async def slow_headers(load: Load) -> str:
    streams = await load.connect()
    try:
        streams[1].write(load.head("GET", "/api/version", {})[:-2])
        while not load.ending.is_set():
            streams[1].write(f"X-{load.word(6)}: {load.word(6)}\r\n".encode())
            await streams[1].drain()
            await load.hold(1)
            if streams[0].at_eof():
                return CLOSED
        return "held"
    finally:
        streams[1].close()


@kind("the API's documents, in a loop", needs=Needs.NOTHING, per_second=8, expects=("200", "404", "401", "403", "429"))
async def api_documents(load: Load) -> str:
    paths = ("/api/openapi.json", "/trx-api/openapi.json", "/api/asyncapi.json", "/api/docs", "/api/docs/events")
    return (await load.http("GET", load.draw.choice(paths))).label
