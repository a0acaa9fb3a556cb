"""What is told about reports."""

from typing import ClassVar

from server.core.events import Delivery, Event


class AdviceChanged(Event):
    """The team's advice is another: something was found, is found no more, or was decided about."""

    name: ClassVar[str] = "reports.advice.changed"
    delivery: ClassVar[Delivery] = "kept"
