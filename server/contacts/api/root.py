"""The calls under contacts/."""

from server.contacts.api import (
    bulk,
    contact_details,
    contacts,
    decisions,
    exports,
    fields,
    imports,
    labels,
    testers,
    topics,
    views,
)

router = contacts.router
router.add_router("/label", labels.router)
router.add_router("/field", fields.router)
router.add_router("/bulk", bulk.router)
router.add_router("/export", exports.router)
router.add_router("/tester", testers.router)
router.add_router("/topic", topics.router)
router.add_router("/import", imports.router)
router.add_router("/view", views.router)
router.add_router("", decisions.router)
router.add_router("", contact_details.router)
router.add_router("", topics.contacts_router)
