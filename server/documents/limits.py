"""How large a document may be; what is larger is refused at the door."""

from typing import Final

MOST_UPDATE_BYTES: Final = 256 * 1024
MOST_BYTES: Final = 2 * 1024 * 1024
MOST_NODES: Final = 2_000
MOST_TEXT: Final = 100_000
# Types in types: a word in a list in a quote in a component is eight; each language that reads them goes by recursion.
MOST_DEPTH: Final = 40
# By this much, at most, before it is counted; what reads them goes as deep as twice.
MOST_DEPTH_BY_AND_BY: Final = 200
# Values in values, within one setting.
MOST_VALUE_DEPTH: Final = 16
# Of one update: the tabs of one browser, and an author for each settings group that they created (collab/groups.ts).
MOST_AUTHORS: Final = 256
MOST_STRUCTS: Final = 30_000
# A client sends a state vector when it joins. An author takes about seven bytes, so 18,000 browser tabs fit.
MAX_STATE_VECTOR_BYTES: Final = 128 * 1024
LONGEST_KEY: Final = 256
# Commands in one change made on the server: each reads the tree again while the document is locked.
MAX_DRAFT_COMMANDS: Final = 200
MAX_ROOT_NAME_LENGTH: Final = 60
# A name, a colour and two positions: some hundred bytes, sent to everyone in the document.
MAX_AWARENESS_BYTES: Final = 4 * 1024

# What is kept beside it.
NAME_LENGTH: Final = 120
NODE_LENGTH: Final = 64
COMMENT_LENGTH: Final = 4_000
