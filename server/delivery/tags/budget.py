"""What filling one message may cost at most.

The grammar bounds the tags of a text and the repeats of a message. Multiplied with each other and with the length of
a value, they still turn kilobytes into gigabytes. So each message has a budget of output, steps and characters read.
"""

from typing import Final, Literal

from server.delivery.errors import DocumentTooLarge

MAX_FILLED_BYTES: Final = 10 * 1024 * 1024  # HTML and text together; Gmail cuts a message after 102 kB
# A node is a step, and so is a comparison. 500 rows of 20 values with a filter each take 140,000, in HTML and in text.
MAX_FILL_STEPS: Final = 200_000  # about 0.3 s of CPU
FILTER_STEPS: Final = 5  # dates and numbers are formatted by the rules of a language
MAX_READ_CHARACTERS: Final = 20_000_000  # of values that are compared or filtered; about 0.2 s of CPU
ITEM_CHARACTERS: Final = 50  # an item of a list takes as long to be compared as so many characters
# A shorter text is not charged by its length: so many characters for each tag stay far below the other bounds.
UNCHARGED_CHARACTERS: Final = 512

Resource = Literal["bytes", "steps", "characters"]


class Budget:
    """The remaining allowance of one message. Each method raises DocumentTooLarge when its charge exceeds the rest.

    Code that runs for each value subtracts from the attributes directly; the next call detects an overrun. With a
    `share`, such as 0.1, it is that part of what a message may cost.
    """

    __slots__ = ("bytes_left", "characters_left", "share", "steps_left")

    def __init__(self, share: float = 1.0) -> None:
        self.share = share
        self.bytes_left = int(MAX_FILLED_BYTES * share)
        self.steps_left = int(MAX_FILL_STEPS * share)
        self.characters_left = int(MAX_READ_CHARACTERS * share)

    @property
    def steps_used(self) -> int:
        """Steps taken so far of a whole budget, counting 100 characters read as one."""
        return MAX_FILL_STEPS - self.steps_left + (MAX_READ_CHARACTERS - self.characters_left) // 100

    @property
    def is_exceeded(self) -> bool:
        """Whether more was charged than there was."""
        return min(self.bytes_left, self.steps_left, self.characters_left) < 0

    def write(self, size: int) -> None:
        """Charges bytes of output."""
        self.bytes_left -= size
        if self.bytes_left < 0:
            raise exceeded("bytes", MAX_FILLED_BYTES)

    def step(self, steps: int) -> None:
        """Charges steps."""
        self.steps_left -= steps
        if self.steps_left < 0:
            raise exceeded("steps", MAX_FILL_STEPS)

    def read(self, characters: int) -> None:
        """Charges characters of values that are compared or filtered."""
        self.characters_left -= characters
        if self.characters_left < 0:
            raise exceeded("characters", MAX_READ_CHARACTERS)


def exceeded(resource: Resource, limit: int) -> DocumentTooLarge:
    """The error for a resource that is used up; `what` in its payload tells it from the bounds of a document."""
    return DocumentTooLarge.over(f"filled.{resource}", limit)
