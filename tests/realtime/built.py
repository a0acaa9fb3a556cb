"""The settings of a server with a built client: one page and one asset, in the folder BUILT_CLIENT."""

import os
from pathlib import Path

from server.settings import *  # noqa: F403 -- settings are extended by their names

CLIENT_DIST = Path(os.environ["BUILT_CLIENT"])
WHITENOISE_ROOT = CLIENT_DIST
