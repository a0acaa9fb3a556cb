"""Load that only needs the address of the web process."""

import asyncio
import json
from collections.abc import Callable
from urllib.parse import quote

from bench.prove.hostile.load import HostileLoad, Streams, read_response
from bench.prove.hostile.registry import Needs, kind

CLOSED, HELD = "closed", "held"
CHUNK_BYTES, CHUNK_PAUSE_SECONDS = 64 * 1024, 0.1
MAX_CHUNKED_MB = 32.0
SLOW_SECONDS = 1.0


@kind("a new HTTP method for every request", needs=Needs.NOTHING, per_second=150, expects=("4", "200", "501"))
async def made_up_methods(load: HostileLoad) -> str:
    method = "M" + load.word(9).upper()
    return (await load.http(method, "/x", host=load.draw.choice([None, "evil.example"]))).label


@kind("a new Host for every request", needs=Needs.NOTHING, per_second=150, expects=("400", "404", "421"))
async def made_up_hosts(load: HostileLoad) -> str:
    return (await load.http("GET", "/api/version", host=f"{load.word()}.example")).label


@kind("60 kB of headers", needs=Needs.NOTHING, per_second=40, expects=("4", CLOSED, "200"))
async def huge_headers(load: HostileLoad) -> str:
    headers = {f"X-{load.word()}": load.word(1000) for _ in range(60)}
    return (await load.http("GET", "/api/version", headers=headers)).label


@kind("a header line a second", needs=Needs.NOTHING, per_second=25, expects=(HELD, CLOSED, "4"), max_running=400)
async def slow_headers(load: HostileLoad) -> str:
    def header() -> bytes:
        return f"X-{load.word(6)}: {load.word(6)}\r\n".encode()

    streams = await load.connect()
    try:
        streams[1].write(load.head("GET", "/api/version", {})[:-2])
        return await _drip(load, streams, header)
    finally:
        streams[1].close()


@kind("a byte of the body a second", needs=Needs.NOTHING, per_second=25, expects=(HELD, CLOSED, "4"), max_running=400)
async def slow_bodies(load: HostileLoad) -> str:
    path = load.draw.choice(["/api/signin", "/trx-api/messages", f"/u/{load.draw.choice(load.target.attacker_tokens)}"])
    headers = {"Content-Length": "100000", "Content-Type": "application/json", "Authorization": "Bearer dsk_live_x"}
    streams = await load.connect()
    try:
        streams[1].write(load.head("POST", path, headers) + b"{")
        return await _drip(load, streams, lambda: b" ")
    finally:
        streams[1].close()


async def _drip(load: HostileLoad, streams: Streams, make_piece: Callable[[], bytes]) -> str:
    """Sends a piece per second until the load ends or the product responds."""
    reader, writer = streams
    response = asyncio.create_task(read_response(reader))
    try:
        while not load.ending.is_set():
            writer.write(make_piece())
            await writer.drain()
            await load.hold(SLOW_SECONDS)
            if response.done():
                return (await response).label
        return HELD
    finally:
        response.cancel()
        await asyncio.gather(response, return_exceptions=True)


@kind(
    "chunked bodies without end, 640 kB/s each",
    needs=Needs.NOTHING,
    per_second=2,
    expects=("4", CLOSED, HELD),
    max_running=4,
    max_disk_mb=MAX_CHUNKED_MB,
)
async def endless_chunks(load: HostileLoad) -> str:
    streams = await load.connect()
    reader, writer = streams
    response = asyncio.create_task(read_response(reader))
    chunk = b"%x\r\n%s\r\n" % (CHUNK_BYTES, b"x" * CHUNK_BYTES)
    try:
        writer.write(load.head("POST", "/api/signin", {"Transfer-Encoding": "chunked"}))
        while not load.ending.is_set():
            writer.write(chunk)
            await writer.drain()
            await load.hold(CHUNK_PAUSE_SECONDS)
            if response.done():
                return (await response).label
        return HELD
    finally:
        response.cancel()
        await asyncio.gather(response, return_exceptions=True)
        writer.close()


@kind("paths of 8 kB that don't exist", needs=Needs.NOTHING, per_second=100, expects=("404", "414", "200", "400"))
async def long_missing_paths(load: HostileLoad) -> str:
    prefix = load.draw.choice(["/api/", "/trx-api/", "/", "/art/", "/assets/", "/preview/"])
    return (await load.http("GET", prefix + load.word(8000))).label


@kind("query strings of 15 kB", needs=Needs.NOTHING, per_second=60, expects=("4", "200"))
async def huge_query_strings(load: HostileLoad) -> str:
    query = "&".join(f"{load.word(3)}={load.number()}" for _ in range(1200))
    return (await load.http("GET", f"/api/captcha?{query}")).label


@kind("/readyz and /healthz in a loop", needs=Needs.NOTHING, per_second=120, expects=("200", "429"))
async def readiness_checks(load: HostileLoad) -> str:
    return (await load.http("GET", load.draw.choice(["/readyz", "/readyz", "/healthz"]))).label


@kind("/metrics from other networks, with guessed tokens", needs=Needs.NOTHING, per_second=100, expects=("404", "401"))
async def metrics_reads(load: HostileLoad) -> str:
    return (await load.http("GET", "/metrics", token=load.word(32))).label


@kind("the API's documents", needs=Needs.NOTHING, per_second=8, expects=("200", "404", "401", "403", "429"))
async def api_documents(load: HostileLoad) -> str:
    paths = ("/api/openapi.json", "/trx-api/openapi.json", "/api/asyncapi.json", "/api/docs", "/api/docs/events")
    return (await load.http("GET", load.draw.choice(paths))).label


@kind(
    "many ranges and ETags of pictures", needs=Needs.NOTHING, per_second=80, expects=("200", "206", "304", "416", "404")
)
async def range_requests(load: HostileLoad) -> str:
    ranges = ",".join(f"{n}-{n + 1}" for n in range(0, 1500, 2))
    tags = ",".join(f'"{load.word(8)}"' for _ in range(300))
    headers = load.draw.choice([{"Range": f"bytes={ranges}"}, {"If-None-Match": tags}])
    return (await load.http("GET", "/art/event/evening.png", headers=headers, host=load.pages_host)).label


@kind("challenges of certificates for made-up hosts", needs=Needs.NOTHING, per_second=100, expects=("404", "400"))
async def certificate_probes(load: HostileLoad) -> str:
    host = load.draw.choice([load.pages_host, f"{load.word()}.example", f"links.{load.word()}.example"])
    return (await load.http("GET", f"/.well-known/acme-challenge/{load.word(43)}", host=host)).label


@kind("JSON of 100,000 levels", needs=Needs.NOTHING, per_second=20, expects=("4",))
async def json_depth_bombs(load: HostileLoad) -> str:
    depth = 100_000
    opening, closing = load.draw.choice([(b"[", b"]"), (b'{"a":', b"}")])
    body = opening * depth + b"1" + closing * depth
    path = load.draw.choice(["/api/signin", "/api/register", "/api/message/contact-us"])
    return (await load.post(path, body)).label


async def _wrong_keys(load: HostileLoad) -> bytes:
    return json.dumps({f"{load.word(4)}{number}": number for number in range(20_000)}).encode()


@kind("objects of 20,000 unknown keys", needs=Needs.NOTHING, per_second=4, expects=("4",), prepare=_wrong_keys)
async def bodies_with_wrong_keys(load: HostileLoad) -> str:
    return (await load.post("/api/signin", load.prepared)).label


@kind("forms of 20,000 fields", needs=Needs.NOTHING, per_second=10, expects=("4", "303"))
async def forms_of_many_fields(load: HostileLoad) -> str:
    path = f"/subscribe/{load.target.victim['slug']}"
    if load.draw.random() < 0.5:
        body = "&".join(f"f{number}=1" for number in range(20_000)).encode()
        content_type = "application/x-www-form-urlencoded"
    else:
        part = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n1\r\n'
        body, content_type = (part * 4_000 + "--b--\r\n").encode(), "multipart/form-data; boundary=b"
    response = await load.http("POST", path, body=body, headers={"Content-Type": content_type}, host=load.pages_host)
    return response.label


@kind(
    "forged signed addresses of previews and files", needs=Needs.NOTHING, per_second=80, expects=("404", "429", "400")
)
async def forged_addresses(load: HostileLoad) -> str:
    signed = quote(f"{load.word(200)}:{load.word(6)}:{load.word(43)}")
    prefix, host = load.draw.choice(
        [
            ("/preview/", load.pages_host),
            ("/preview/messages/", load.pages_host),
            ("/preview/messages/files/", load.pages_host),
            ("/preview/clicks/", load.pages_host),
            ("/api/contacts/export/file/", load.app_host),
            ("/api/reports/file/", load.app_host),
            ("/trx-api/events/export/file/", load.app_host),
        ]
    )
    return (await load.http("GET", prefix + signed, host=host)).label


@kind("session tokens that are guessed", needs=Needs.NOTHING, per_second=100, expects=("401", "403", "429"))
async def forged_sessions(load: HostileLoad) -> str:
    path = load.draw.choice(["/api/me", "/api/contacts", "/trx-api/events"])
    return (await load.http("GET", path, token=load.word(43))).label
