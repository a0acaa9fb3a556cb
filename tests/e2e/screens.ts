/** URLs of all screens by route pattern, and how to visit them. */

import type { Page } from "@playwright/test";
import { test } from "./fixtures.ts";
import { checkScreen, navigate } from "./walk.ts";

/** URLs by the route pattern that they match. */
type ScreenUrls = Readonly<Record<string, string>>;

export const BEFORE_SIGN_IN: ScreenUrls = {
  "/login": "/login",
  "/register": "/register",
  "/2fa": "/2fa",
  "/forget-password": "/forget-password",
};
/** Links in emails that were already used. */
export const USED_LINKS: ScreenUrls = {
  "/reset-password": "/reset-password#used",
  "/signin-token": "/signin-token#used",
  "/signin-jwt/:value?": "/signin-jwt/used",
  "/validate": "/validate#used",
  "/senders/validate": "/senders/validate#used",
};
export const LISTS: ScreenUrls = {
  "/analytics": "/analytics",
  "/contacts": "/contacts",
  "/contacts/new": "/contacts/new",
  "/contacts/labels": "/contacts/labels",
  "/contacts/fields": "/contacts/fields",
  "/contacts/segments": "/contacts/segments",
  "/contacts/segments/new": "/contacts/segments/new",
  "/contacts/import": "/contacts/import",
  "/contacts/imports": "/contacts/imports",
  "/campaigns": "/campaigns",
  "/email-marketing/calendar": "/email-marketing/calendar",
  "/email-marketing/categories": "/email-marketing/categories",
  "/ab-tests": "/ab-tests",
  "/senders": "/senders",
  "/senders/domains": "/senders/domains",
  "/senders/domains/buy": "/senders/domains/buy?name=kopi",
  "/reports": "/reports",
  "/usage": "/usage",
  "/sending-health": "/sending-health",
};
export const SETTINGS: ScreenUrls = {
  "/contacts/exports": "/contacts/exports",
  "/contacts/suppressions": "/contacts/suppressions",
  "/contacts/testers": "/contacts/testers",
  "/contacts/subscribers": "/contacts/subscribers",
  "/contacts/funnel": "/contacts/funnel",
  "/contacts/hygiene": "/contacts/hygiene",
  "/account/profile": "/account/profile",
  "/account/password": "/account/password",
  "/account/email": "/account/email",
  "/account/security": "/account/security",
  "/team/profile": "/team/profile",
  "/team/security": "/team/security",
  "/help": "/help",
};
/** Transactional email. A team without a domain is redirected from each of them to the first. */
export const TRANSACTIONAL: ScreenUrls = {
  "/domain-authentication": "/domain-authentication",
  "/trx-overview": "/trx-overview",
  "/analytics/smtp": "/analytics/smtp",
  "/events": "/events",
  "/batch-status": "/batch-status",
  "/trx-templates": "/trx-templates",
  "/domain": "/domain",
  "/domain/add": "/domain/add",
  "/subaccount": "/subaccount",
  "/subaccount/create": "/subaccount/create",
  "/apikey": "/apikey",
  "/apikey/generate": "/apikey/generate",
  "/webhook": "/webhook",
  "/webhook/create": "/webhook/create",
};
export const NOBODY = "01a1fc3d-0000-7000-8000-000000000001";
/** URLs of missing records. */
export const TRANSACTIONAL_GONE: ScreenUrls = {
  "/events/:id/:time": `/events/${NOBODY}/1763863200000`,
  "/batch-status/:id": `/batch-status/${NOBODY}`,
  "/trx-templates/:id": `/trx-templates/${NOBODY}`,
  "/domain/:id": `/domain/${NOBODY}`,
  "/subaccount/:id": `/subaccount/${NOBODY}`,
  "/apikey/:id": `/apikey/${NOBODY}`,
  "/webhook/:id": `/webhook/${NOBODY}`,
};
/** Details pages, opened from their list. */
export const DETAILS = [
  "/contacts/:id",
  "/contacts/segments/:id",
  "/campaigns/:id",
  "/campaigns/:id/timeline",
  "/campaigns/:id/links",
  "/campaigns/:id/audience",
  "/campaigns/:id/delivery",
  "/campaigns/:id/recipients",
  "/campaigns/:id/content",
  "/campaigns/:id/edit",
  "/email-marketing/:id/review",
  "/email-marketing/compose/:id",
  "/ab-tests/:id",
  "/ab-tests/:id/edit",
  "/ab-tests/:id/compose",
  "/ab-tests/:id/review",
  "/ab-tests/:id/report",
  "/ab-tests/:id/report/timeline",
  "/ab-tests/:id/report/links",
  "/ab-tests/:id/report/audience",
  "/ab-tests/:id/report/delivery",
  "/ab-tests/:id/report/recipients",
  "/help/:slug",
  "/senders/domains/:id",
] as const;
export const GATES: ScreenUrls = {
  "/reminder-2fa": "/reminder-2fa",
  "/welcome": "/welcome",
  "/permission-check/:routeName": "/permission-check/campaigns",
  "/email-validate-check/:routeName": "/email-validate-check/campaigns",
  "/pay": "/pay",
  "/update-plan": "/update-plan",
  "/calculate-from-landing": "/calculate-from-landing",
};
export const SUSPENDED = "/suspended";
export const CONSOLE: ScreenUrls = {
  "/admin/teams": "/admin/teams",
  "/admin/teams/:id": "/admin/teams/TEAM",
  "/admin/teams/:id/sessions": "/admin/teams/TEAM/sessions",
  "/admin/teams/:id/activity": "/admin/teams/TEAM/activity",
  "/admin/teams/:id/record": "/admin/teams/TEAM/record",
  "/admin/users": "/admin/users",
  "/admin/users/:id": "/admin/users/USER",
  "/admin/users/:id/record": "/admin/users/USER/record",
  "/admin/pools": "/admin/pools",
  "/admin/record": "/admin/record",
  "/diagnostics": "/diagnostics",
};

/** Checks each URL. Only the first loads the application, because loading takes most of the time. */
export async function walk(page: Page, addresses: readonly string[]): Promise<void> {
  for (const [place, address] of addresses.entries()) {
    await test.step(address, async () => {
      await (place === 0 ? page.goto(address) : navigate(page, address));
      await checkScreen(page);
    });
  }
}
