"""Contact permissions of roles."""

from server.core.permissions import declare

VIEW = declare("contact.view")
CREATE = declare("contact.create")
EDIT = declare("contact.edit")
DELETE = declare("contact.delete")
IMPORT = declare("contact.import")
EXPORT = declare("contact.export")
LABEL = declare("contact.label")
FIELD = declare("contact.field")
