"""How large a document may be; what is larger is refused at the door."""

from typing import Final

MAX_UPDATE_BYTES: Final = 256 * 1024
MAX_DOCUMENT_BYTES: Final = 2 * 1024 * 1024
MAX_NODES: Final = 2_000
MAX_TEXT_LENGTH: Final = 100_000
# Types in types: a word in a list in a quote in a component is eight; each language that reads them goes by recursion.
MAX_TYPE_DEPTH: Final = 40
# By this much, at most, before it is counted; what reads them goes as deep as twice.
MAX_ESTIMATED_TYPE_DEPTH: Final = 200
# Values in values, within one setting.
MAX_VALUE_DEPTH: Final = 16
# Of one update: a person's browser sends what one or a few of its tabs made.
MAX_UPDATE_CLIENTS: Final = 32
MAX_UPDATE_STRUCTS: Final = 30_000
# A client sends a state vector when it joins. An author takes about seven bytes, so 18,000 browser tabs fit.
MAX_STATE_VECTOR_BYTES: Final = 128 * 1024
MAX_KEY_LENGTH: Final = 256
# Commands in one change made on the server: each reads the tree again while the document is locked.
MAX_DRAFT_COMMANDS: Final = 200
MAX_ROOT_NAME_LENGTH: Final = 60
# A name, a colour and two positions: some hundred bytes, sent to everyone in the document.
MAX_AWARENESS_BYTES: Final = 4 * 1024

# What is kept beside it.
MAX_VERSION_NAME_LENGTH: Final = 120
MAX_NODE_ID_LENGTH: Final = 64
MAX_COMMENT_LENGTH: Final = 4_000
