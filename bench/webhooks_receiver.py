"""The receiver of webhooks: fast and slow endpoints on two ports, a separate process for bench webhooks.

    python -m bench.webhooks_receiver [--slow SECONDS]

Prints its ports as a line of JSON. For each line of input, prints the first arrival time of each event by its id.
"""

import argparse
import asyncio
import json
import sys
import time

import uvloop

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class WebhookReceiver:
    """Responds with 200 to every post, immediately or after a delay."""

    def __init__(self, slow_seconds: float) -> None:
        self._slow_seconds = slow_seconds
        self.came: dict[str, float] = {}

    async def quick(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._serve(reader, writer, 0)

    async def slow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._serve(reader, writer, self._slow_seconds)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(_value(head, b"content-length")))
                self.came.setdefault(_value(head, b"webhook-id"), time.time())
                if seconds:
                    await asyncio.sleep(seconds)
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


def _value(head: bytes, name: bytes) -> str:
    return head.partition(b"\r\n" + name + b":")[2].partition(b"\r\n")[0].strip().decode("ascii")


async def _run(slow_seconds: float) -> None:
    receiver = WebhookReceiver(slow_seconds)
    servers = [await asyncio.start_server(serve, "127.0.0.1", 0) for serve in (receiver.quick, receiver.slow)]
    print(json.dumps([server.sockets[0].getsockname()[1] for server in servers]), flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(receiver.came), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Receives webhooks.")
    parser.add_argument("--slow", type=float, default=5)
    uvloop.run(_run(parser.parse_args().slow))


if __name__ == "__main__":
    main()
