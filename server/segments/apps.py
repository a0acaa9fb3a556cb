from importlib import import_module

from django.apps import AppConfig


class SegmentsConfig(AppConfig):
    name = "server.segments"
    label = "segments"

    def ready(self) -> None:
        # They register themselves; they read models, which are ready only now.
        import_module("server.segments.mail_activities")
        import_module("server.segments.guards")
        import_module("server.segments.reactions")
        import_module("server.segments.rooms")
        import_module("server.segments.timeline_source")
