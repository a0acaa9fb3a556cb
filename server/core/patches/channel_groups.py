"""Publishing to a group of channels-redis from any thread, without an event loop."""

from typing import Any

import redis


def publish(client: redis.Redis, layer: Any, group: str, message: dict[str, Any]) -> None:
    client.publish(f"asgi__group__{group}", layer.serialize(message))
