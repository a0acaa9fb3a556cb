/** Every screen there is, wide and narrow, in light and in dark. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, register, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO, OPERATOR } from "./locks.ts";
import { routePatterns } from "./routes.ts";
import { listenForErrors, lookAt, settled } from "./walk.ts";

const SENT = "Toraja harvest letter";
const DRAFT = "Wholesale price list";
const BUILT = "The Gayo harvest is in";

/** Addresses by the pattern of the route table that they stand for. */
type Stops = Readonly<Record<string, string>>;

const BEFORE_SIGN_IN: Stops = {
  "/login": "/login",
  "/register": "/register",
  "/2fa": "/2fa",
  "/forget-password": "/forget-password",
};
/** Of links in mails that are used up. */
const USED_LINKS: Stops = {
  "/reset-password": "/reset-password#used",
  "/signin-token": "/signin-token#used",
  "/signin-jwt/:value?": "/signin-jwt/used",
  "/validate": "/validate#used",
  "/senders/validate": "/senders/validate#used",
};
const LISTS: Stops = {
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
const SETTINGS: Stops = {
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
/** Transactional mail: a team without a domain of its own is led from each of them to the first. */
const TRANSACTIONAL: Stops = {
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
const NOBODY = "01a1fc3d-0000-7000-8000-000000000001";
/** Of what is not there. */
const TRANSACTIONAL_GONE: Stops = {
  "/events/:id/:time": `/events/${NOBODY}/1763863200000`,
  "/batch-status/:id": `/batch-status/${NOBODY}`,
  "/trx-templates/:id": `/trx-templates/${NOBODY}`,
  "/domain/:id": `/domain/${NOBODY}`,
  "/subaccount/:id": `/subaccount/${NOBODY}`,
  "/apikey/:id": `/apikey/${NOBODY}`,
  "/webhook/:id": `/webhook/${NOBODY}`,
};
/** Of these one is looked for in its list. */
const DETAILS = [
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
const GATES: Stops = {
  "/reminder-2fa": "/reminder-2fa",
  "/welcome": "/welcome",
  "/permission-check/:routeName": "/permission-check/campaigns",
  "/email-validate-check/:routeName": "/email-validate-check/campaigns",
  "/pay": "/pay",
  "/update-plan": "/update-plan",
  "/calculate-from-landing": "/calculate-from-landing",
};
const SUSPENDED = "/suspended";
const CONSOLE: Stops = {
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

async function walk(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await lookAt(page);
    });
  }
}

/** The demo has no segment: one of the ready ones is kept, and looked at. */
async function keepSegment(page: Page): Promise<void> {
  await page.goto("/contacts/segments/new?start=newThisWeek");
  await page.getByRole("textbox", { name: "Name" }).fill(`New ${newMark()}`);
  await page.getByRole("button", { name: "Create segment" }).click();
  await expect(page).toHaveURL(/\/contacts\/segments\/\d+$/);
  await lookAt(page);
}

/** A domain is added, looked at and deleted again, for a team has few. */
async function addDomain(page: Page): Promise<void> {
  await page.goto("/senders/domains");
  const body = { name: `${newMark()}.lestari.example` };
  const { domainId } = await mustCall<{ domainId: string }>(page, { method: "POST", path: "domains", body });
  await page.goto(`/senders/domains/${domainId}`);
  await expect(page.getByRole("heading", { name: body.name })).toBeVisible();
  await expect(page.getByText("Looking at the DNS for the first time")).toBeHidden({ timeout: 30_000 });
  await lookAt(page);
  await page.getByRole("button", { name: "Delete domain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete domain" }).click();
  await expect(page).toHaveURL(/\/senders\/domains$/);
}

/** An A/B test is sent to ten people, looked at in each state, and stopped, for the demo's own is over. */
async function makeTests(page: Page): Promise<void> {
  const mark = newMark();
  const label = await mustCall<{ id: number }>(page, {
    method: "POST",
    path: "contacts/label",
    body: { name: `Test ${mark}` },
  });
  for (let number = 0; number < 10; number += 1) {
    const email = `test${number}.${mark}@mail.example`;
    await mustCall(page, { method: "POST", path: "contacts", body: { email, labelIds: [label.id] } });
  }
  const body = {
    name: `Two subjects ${mark}`,
    subject: "Fresh beans",
    content: { body: "Come and taste" },
    recipients: { labelIds: [label.id] },
  };
  const { id } = await mustCall<{ id: string }>(page, { method: "POST", path: "ab-test", body });
  await walk(page, [`/ab-tests/${id}/edit`, `/ab-tests/${id}/review`]);
  const built = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "ab-test",
    body: {
      name: `Two mails ${mark}`,
      content: { kind: "document" },
      newsletter: "event",
      test: { tested: "content" },
    },
  });
  await walk(page, [`/ab-tests/${built.id}/compose`, `/ab-tests/${built.id}/edit`]);
  await mustCall(page, { method: "POST", path: `ab-test/${id}/send` });
  const parts = ["", "/timeline", "/links", "/audience", "/delivery", "/recipients"];
  await walk(page, [`/ab-tests/${id}`, ...parts.map((part) => `/ab-tests/${id}/report${part}`)]);
  await mustCall(page, { method: "POST", path: `ab-test/${id}/stop` });
}

async function hrefOf(page: Page, list: string, name?: string): Promise<string> {
  await page.goto(list);
  await settled(page);
  const links = page.locator("main").getByRole("link", name === undefined ? {} : { name });
  const details = links.and(page.locator(`a[href^="${list.split("?")[0]}/"]`)).filter({ visible: true });
  const taken = [...Object.keys(LISTS), ...Object.keys(SETTINGS)];
  await expect(details.first()).toBeVisible();
  const hrefs = await details.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const href = hrefs.find((one) => !taken.includes(one));
  if (href === undefined) throw new Error(`${list} leads to nothing but ${hrefs.join(", ")}`);
  return href;
}

test("every screen of the route table is walked to", () => {
  const walked = [
    BEFORE_SIGN_IN,
    USED_LINKS,
    LISTS,
    SETTINGS,
    TRANSACTIONAL,
    TRANSACTIONAL_GONE,
    GATES,
    CONSOLE,
  ].flatMap((stops) => Object.keys(stops));

  expect([...walked, ...DETAILS, SUSPENDED].toSorted()).toEqual(routePatterns());
});

test("the screens before the sign-in", async ({ page }) => {
  const errors = listenForErrors(page);
  await walk(page, [...Object.values(BEFORE_SIGN_IN), "/nothing/is/here"]);
  expect(errors).toEqual([]);

  // That the link is refused is what they show.
  await walk(page, Object.values(USED_LINKS));
  expect(errors.filter((error) => !error.includes("Failed to load resource"))).toEqual([]);
});

test("the lists of the demo", async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await walk(page, Object.values(LISTS));
  expect(errors).toEqual([]);
});

test("the settings and the help", async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await walk(page, Object.values(SETTINGS));
  expect(errors).toEqual([]);
});

test("transactional mail", async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await walk(page, Object.values(TRANSACTIONAL));
  expect(errors).toEqual([]);

  // That nothing is there is what they show.
  await walk(page, Object.values(TRANSACTIONAL_GONE));
  expect(errors.filter((error) => !error.includes("Failed to load resource"))).toEqual([]);
});

test("a contact, a report, a draft and an article of the demo", { lock: DEMO }, async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await keepSegment(page);
  await addDomain(page);
  await makeTests(page);
  const report = await hrefOf(page, `/campaigns?search=${encodeURIComponent(SENT)}`, SENT);
  const draft = await hrefOf(page, `/campaigns?search=${encodeURIComponent(DRAFT)}`, DRAFT);
  const built = await hrefOf(page, `/campaigns?search=${encodeURIComponent(BUILT)}`, BUILT);
  await walk(page, [
    await hrefOf(page, "/contacts"),
    report,
    `${report}/timeline`,
    `${report}/links`,
    `${report}/audience`,
    `${report}/delivery?machines=include`,
    `${report}/recipients`,
    `${report}?files=1`,
    `${report}/content`,
    draft,
    draft.replace(/^\/campaigns\/(.+)\/edit$/, "/email-marketing/$1/review"),
    built,
    built.replace(/^\/campaigns\/(.+)\/edit$/, "/email-marketing/compose/$1"),
    await hrefOf(page, "/help"),
  ]);
  expect(errors).toEqual([]);
});

test("the gates, and what a suspended team sees", { lock: OPERATOR }, async ({ page, operator }) => {
  const errors = listenForErrors(page);
  const company = `Kedai ${newMark()}`;
  await register(page, { company });
  await walk(page, Object.values(GATES));
  expect(errors).toEqual([]);

  const { items } = await mustCall<{ items: { companyId: string }[] }>(operator, {
    method: "GET",
    path: `admin/teams?search=${encodeURIComponent(company)}`,
  });
  const path = `admin/teams/${items[0]?.companyId}/suspend`;
  await mustCall(operator, { method: "POST", path, body: { reason: "Looked at by a journey" } });
  await page.goto("/contacts");
  await expect(page).toHaveURL(/\/suspended$/);
  await lookAt(page);
});

test("the support console", { lock: OPERATOR }, async ({ operator, dewi }) => {
  const errors = listenForErrors(operator);
  const search = encodeURIComponent(dewi.email);
  const teams = await mustCall<{ items: { companyId: string }[] }>(operator, {
    method: "GET",
    path: `admin/teams?search=${search}`,
  });
  const users = await mustCall<{ items: { userId: string }[] }>(operator, {
    method: "GET",
    path: `admin/users?search=${search}`,
  });
  const team = teams.items[0]?.companyId ?? "";
  const user = users.items[0]?.userId ?? "";
  await walk(
    operator,
    Object.values(CONSOLE).map((address) => address.replace("TEAM", team).replace("USER", user)),
  );
  expect(errors).toEqual([]);
});

test("the dialogs that stand over a list", async ({ page, dewi }) => {
  await signIn(page, dewi);
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "New campaign" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("dialog").getByRole("banner")).toHaveCount(0);
});
