"""The budget for filling one message.

The grammar limits the tags of a text and the repeats of a message. Multiplied with each other and with the length of a
value, they still turn kilobytes into gigabytes. So each message has a budget of output, steps and characters read.
"""

from typing import Final, Literal

from server.delivery.errors import DocumentTooLarge

MAX_FILLED_BYTES: Final = 10 * 1024 * 1024  # HTML and text together; Gmail clips a message after 102 kB
# A node is a step, and so is a comparison. 500 rows of 20 values with a filter each take 140,000, in HTML and in text.
MAX_FILL_STEPS: Final = 200_000  # about 0.3 s of CPU
FILTER_STEPS: Final = 5  # dates and numbers are formatted by the rules of a language
MAX_READ_CHARACTERS: Final = 20_000_000  # of values that are compared or filtered; about 0.2 s of CPU
ITEM_CHARACTERS: Final = 50  # comparing a list item takes as long as comparing this many characters
# Shorter texts are not charged by length: this many characters for each tag stay far below the other limits.
UNCHARGED_CHARACTERS: Final = 512

Resource = Literal["bytes", "steps", "characters"]


class Budget:
    """The remaining budget of one message. Each method raises DocumentTooLarge when its charge exceeds the rest.

    Code that runs for each value subtracts from the attributes directly; the next call detects an overrun. `share`,
    such as 0.1, is the fraction of a full budget.
    """

    __slots__ = ("bytes_left", "characters_left", "share", "steps_left")

    def __init__(self, share: float = 1.0) -> None:
        self.share = share
        self.bytes_left = int(MAX_FILLED_BYTES * share)
        self.steps_left = int(MAX_FILL_STEPS * share)
        self.characters_left = int(MAX_READ_CHARACTERS * share)

    @property
    def steps_used(self) -> int:
        """Steps used of a full budget, counting 100 characters read as one."""
        return MAX_FILL_STEPS - self.steps_left + (MAX_READ_CHARACTERS - self.characters_left) // 100

    @property
    def is_exceeded(self) -> bool:
        return min(self.bytes_left, self.steps_left, self.characters_left) < 0

    def write(self, size: int) -> None:
        self.bytes_left -= size
        if self.bytes_left < 0:
            raise build_exceeded_error("bytes", MAX_FILLED_BYTES)

    def step(self, steps: int) -> None:
        self.steps_left -= steps
        if self.steps_left < 0:
            raise build_exceeded_error("steps", MAX_FILL_STEPS)

    def read(self, characters: int) -> None:
        self.characters_left -= characters
        if self.characters_left < 0:
            raise build_exceeded_error("characters", MAX_READ_CHARACTERS)


def build_exceeded_error(resource: Resource, limit: int) -> DocumentTooLarge:
    """`what` in the payload distinguishes the error from the limits of a document."""
    return DocumentTooLarge.over(f"filled.{resource}", limit)
