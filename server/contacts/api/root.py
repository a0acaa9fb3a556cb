"""The calls under contacts/."""

from server.contacts.api import contacts, fields, imports, labels

router = contacts.router
router.add_router("/label", labels.router)
router.add_router("/field", fields.router)
router.add_router("/import", imports.router)
