"""What the app hygiene plugs into lower apps."""

from server.core import in_use
from server.hygiene import guards

in_use.register("contacts.label", guards.uses_of_labels)
