"""The API: one router per app, one error body, the schema at /api/docs."""

from django.conf import settings

from server.activity.api import router as activity
from server.campaigns.ab import api as ab_tests
from server.campaigns.api import root as campaigns
from server.contacts.api import funnel, topics
from server.contacts.api import root as contacts
from server.core import error_responses
from server.core.parsing import BodyParser
from server.core.patches.ninja_api import serialize_directly
from server.core.rendering import JsonRenderer
from server.dashboard.api import router as dashboard
from server.dashboard.usage import router as usage
from server.delivery.api import subscriptions, suppressions
from server.delivery.api.health import router as sending_health
from server.documents.api import router as documents
from server.error_docs import DocumentedAPI
from server.help.api import router as help_
from server.hygiene.api import router as hygiene
from server.identity.api import companies, security, signin, user, vendor_user
from server.lookups.api import router as lookups
from server.notifications.api import router as notifications
from server.onboarding.api import router as onboarding
from server.plans.api import router as plans
from server.reports.advice.api import router as advice
from server.reports.api import files as report_files
from server.reports.api import reports
from server.reports.overview.api import router as reports_overview
from server.segments.api import router as segments
from server.senders.api import buying, domains, senders
from server.support.api import actions as support_acts
from server.support.api import audit_log as support_record
from server.support.api import relays as support_relays
from server.support.api import teams as support_teams
from server.support.api import users as support_users
from server.teams.api import router as teams
from server.transactional.api.transactionals import router as transactionals
from server.vendors.api import router as vendors

api = DocumentedAPI(
    title=settings.APP_NAME,
    version=settings.APP_VERSION,
    docs_url="/docs",
    openapi_url="/openapi.json",
    urls_namespace="api",
    renderer=JsonRenderer(),
    parser=BodyParser(),
)
api.add_decorator(serialize_directly)
error_responses.install(api)

api.add_router("", signin.router)
api.add_router("", user.router)
api.add_router("users", security.router)
api.add_router("", vendor_user.router)
api.add_router("", vendors)
api.add_router("lookups/", lookups)
api.add_router("companies", companies.router)
api.add_router("companies", teams)
api.add_router("companies", plans)
api.add_router("companies", onboarding)
api.add_router("companies", topics.companies_router)
api.add_router("", help_)
api.add_router("activity", activity)
api.add_router("notifications", notifications)
api.add_router("contacts/segment", segments)
api.add_router("contacts/hygiene", hygiene)
api.add_router("contacts/suppression", suppressions.router)
api.add_router("contacts", subscriptions.router)
api.add_router("contacts", contacts.router)
api.add_router("journeys", funnel.router)
api.add_router("senders", senders.router)
api.add_router("domains", domains.router)
api.add_router("domains", buying.lookups)
api.add_router("domain-packet", buying.packets)
api.add_router("billings/domain", buying.checkout)
api.add_router("domain-orders", buying.orders)
api.add_router("sending-health", sending_health)
api.add_router("documents", documents)
api.add_router("email-marketing", campaigns.router)
api.add_router("email-marketing/reports", reports.campaign_router)
api.add_router("ab-test/reports", reports.ab_test_router)
api.add_router("reports/overview", reports_overview)
api.add_router("reports", report_files.router)
api.add_router("ab-test", ab_tests.router)
api.add_router("advice", advice)
api.add_router("dashboard", dashboard)
api.add_router("usage", usage)
api.add_router("transactionals", transactionals)
api.add_router("admin/teams", support_teams.router)
api.add_router("admin", support_users.router)
api.add_router("admin", support_record.router)
api.add_router("admin", support_acts.router)
api.add_router("admin", support_relays.router)
