"""Registers the parts of segments that other apps extend or list."""

from server.contacts import feed, rule_selection, timeline
from server.contacts.events import ContactErased, ContactMerged
from server.contacts.services import field_conversions, fields, labels
from server.core import events, in_use, rooms
from server.segments import activities, email_activities, feed_kinds, guards, reactions, timeline_source, watchers
from server.segments import rooms as own_rooms
from server.segments.columns import building
from server.segments.rules import activity, kinds, label, segment
from server.segments.rules.field import kind as field
from server.segments.services import segments

rooms.register(own_rooms.KIND)
for source in timeline_source.SOURCES:
    timeline.register_source(source)
rule_selection.RULE_SELECTOR.provide(guards.select_contacts)
in_use.register(labels.NOUN, in_use.Guard(segments.KIND, guards.name_segments_of_labels))
in_use.register(fields.NOUN, in_use.Guard(segments.KIND, guards.name_segments_of_fields))
in_use.register(field_conversions.NOUN, in_use.Guard(segments.KIND, guards.name_segments_of_types))
events.add_reaction(ContactErased.name, reactions.contact_erased)
events.add_reaction(ContactMerged.name, reactions.contact_merged)
for kind in email_activities.KINDS:
    activities.register_kind(kind)
for rule_kind in (field.KIND, label.KIND, activity.KIND, segment.KIND):
    kinds.register_kind(rule_kind)
for fact in feed_kinds.KINDS:
    feed.register_kind(fact)
feed.CONSUMERS.add(
    activities.CONSUMER,
    feed.FeedConsumer(activities.list_feed_kinds, building.pack_activities, includes_copies=True, pause_seconds=15),
)
watchers.WATCHERS.add(watchers.USERS, watchers.ignore_changes)
