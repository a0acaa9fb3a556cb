"""The entry point of workers and beat: sets up Django, then loads the Celery application."""

import gc
import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
# Celery would run the system checks in each worker, which loads the whole API. `migrate` runs them, once per version.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
gc.disable()
django.setup()

app = import_module("tasks.application").app
# Before Celery forks: frozen objects are not traversed, so their pages stay shared with the children.
import_module("server.core.garbage").freeze_loaded_objects()
