"""The peer of bench fanout: Channels as in its documentation, a consumer in a group and group_send."""

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402 -- after Django is set up

GROUP = "stock"


class StockConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Joins the group and forwards its messages."""

    groups = [GROUP]

    async def stock_event(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


application = StockConsumer.as_asgi()
