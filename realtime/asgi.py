"""The entry point of the web process: sets up Django, then loads the application."""

import gc
import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
# Until `garbage.tune_collection()` in application.py: collections during loading take a sixth of the startup time.
gc.disable()
django.setup()

composition = import_module("realtime.application")
application = composition.application
