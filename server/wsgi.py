"""Django as a WSGI application; realtime/asgi.py mounts it on a pool of threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")

application = get_wsgi_application()
