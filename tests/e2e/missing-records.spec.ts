/** URLs of missing records on every route: deleted, malformed, never created or another team's. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, register } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { OPERATOR } from "./locks.ts";
import { routePatterns } from "./routes.ts";
import { NOBODY } from "./screens.ts";
import { trxCall } from "./trx.ts";
import { listenForErrors, navigate } from "./walk.ts";

/** Routes whose parameters are not record ids. */
const NO_RECORDS = ["/permission-check/:routeName", "/email-validate-check/:routeName", "/signin-jwt/:value?"];
const MALFORMED = "No-ID";
const TIME = "1763863200000";
const RULES = { kind: "group", rules: [{ kind: "field", field: "city", operator: "is", value: "Bogor" }] };

/** Kind of record by route prefix; a longer prefix precedes a shorter one. */
const KINDS = {
  "/contacts/segments/": "segment",
  "/contacts/": "contact",
  "/campaigns/": "campaign",
  "/email-marketing/": "campaign",
  "/ab-tests/": "test",
  "/senders/domains/": "senderDomain",
  "/domain/": "domain",
  "/subaccount/": "subaccount",
  "/apikey/": "key",
  "/webhook/": "webhook",
  "/trx-templates/": "template",
  "/batch-status/": "batch",
  "/events/": "message",
  "/help/": "article",
  "/admin/teams/": "team",
  "/admin/users/": "person",
} as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];
type Ids = Partial<Record<Kind, string>>;

/** For kinds with numeric ids instead of UUIDs. */
const NUMBERED = "2000000000";
const UNKNOWN: Ids = { segment: NUMBERED, contact: NUMBERED, article: "no-such-article" };

function kindOf(pattern: string): Kind {
  const entry = Object.entries(KINDS).find(([beginning]) => pattern.startsWith(beginning));
  if (!entry) throw new Error(`Say which kind of record ${pattern} shows.`);
  return entry[1];
}

function addressOf(pattern: string, id: string): string {
  return pattern.replace(/:(id|slug)/, id).replace(":time", TIME);
}

/** Creates one record of each kind that a team can create. */
async function makeRecords(page: Page, mark: string): Promise<Ids> {
  const post = <Body>(path: string, body: unknown) => mustCall<Body>(page, { method: "POST", path, body });
  const postTrx = <Body>(path: string, body: unknown) => trxCall<Body>(page, { method: "POST", path, body });
  type WithId = { id: string };
  const contact = await post<{ contactId: number }>("contacts", { email: `ani@${mark}.example` });
  const segment = await post<{ id: number }>("contacts/segment", { name: `Bogor ${mark}`, rules: RULES });
  const campaign = await post<WithId>("email-marketing", { name: `Harvest ${mark}` });
  const abTest = await post<WithId>("ab-test", { name: `Two subjects ${mark}` });
  const domain = await postTrx<{ domainId: string; senderDomainId: string }>("domains", { name: `${mark}.example` });
  const subaccount = await postTrx<WithId>("subaccounts", { name: `Shop ${mark}` });
  const key = await postTrx<WithId & { secret: string }>("apikeys", {
    name: `Sandbox ${mark}`,
    scopes: ["send"],
    sandbox: true,
  });
  const webhook = await postTrx<WithId>("webhooks", { url: `https://hooks.${mark}.example`, events: ["delivered"] });
  const template = await postTrx<WithId>("template", { name: `Order ${mark}` });
  return {
    contact: String(contact.contactId),
    segment: String(segment.id),
    campaign: campaign.id,
    test: abTest.id,
    senderDomain: domain.senderDomainId,
    domain: domain.domainId,
    subaccount: subaccount.id,
    key: key.id,
    webhook: webhook.id,
    template: template.id,
    ...(await sendSandboxMessages(page, key.secret, `shop@${mark}.example`)),
  };
}

/** Sends a message and a batch to the sandbox. */
async function sendSandboxMessages(page: Page, secret: string, from: string): Promise<Ids> {
  const send = (body: object) =>
    page.evaluate(
      async ({ body, secret }) => {
        const answer = await fetch("/trx-api/messages", {
          method: "POST",
          headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        });
        return (await answer.json()) as { id: string; batchId: string };
      },
      { body: { from, subject: "Your order", text: "It is on its way.", ...body }, secret },
    );
  const { id } = await send({ to: ["ani@mail.example"] });
  const { batchId } = await send({ recipients: [{ to: "ani@mail.example" }, { to: "budi@mail.example" }] });
  return { message: id, batch: batchId };
}

/** Deletes the records that can be deleted and returns their ids. */
async function deleteRecords(page: Page, ids: Ids): Promise<Ids> {
  const remove = (path: string, body?: unknown) => mustCall(page, { method: "POST", path, body });
  await remove("contacts/delete", { ids: [Number(ids.contact)] });
  await mustCall(page, { method: "DELETE", path: `contacts/segment/${ids.segment}` });
  await remove(`email-marketing/${ids.campaign}/delete`);
  await remove(`ab-test/${ids.test}/delete`);
  for (const path of [
    `webhooks/${ids.webhook}`,
    `template/${ids.template}`,
    `subaccounts/${ids.subaccount}`,
    `domains/${ids.domain}`,
  ]) {
    await trxCall(page, { method: "DELETE", path });
  }
  await mustCall(page, { method: "DELETE", path: `domains/${ids.senderDomain}` });
  const { key: _key, message: _message, batch: _batch, ...deletedIds } = ids;
  return deletedIds;
}

async function expectMissing(page: Page, address: string): Promise<void> {
  await navigate(page, address);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: /^.+ not found$/ }), address).toBeVisible();
  await expect(page, address).toHaveTitle(/^.+ not found \| /);
  await expect(main.getByRole("link"), address).toHaveCount(1);
  await expect(main.getByRole("button"), address).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(address);
}

async function expectWayBack(page: Page, address: string): Promise<void> {
  await navigate(page, address);
  const back = page.getByRole("main").getByRole("link", { name: /^Back to / });
  const list = await back.getAttribute("href");
  await back.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(list);
  await expect(page.getByRole("heading", { name: /not found$/ })).toBeHidden();
}

/** Opens every route with the ids of its kind. Follows the back link once per kind. */
async function walkMissing(page: Page, patterns: readonly string[], allIds: readonly Ids[]): Promise<void> {
  const seen = new Set<Kind>();
  for (const pattern of patterns) {
    const kind = kindOf(pattern);
    await test.step(pattern, async () => {
      for (const ids of allIds) {
        const id = ids[kind];
        if (id !== undefined) await expectMissing(page, addressOf(pattern, id));
      }
      await expectMissing(page, addressOf(pattern, UNKNOWN[kind] ?? NOBODY));
      await expectMissing(page, addressOf(pattern, MALFORMED));
      if (seen.has(kind)) return;
      seen.add(kind);
      await expectAccessible(page);
      await expectWayBack(page, addressOf(pattern, MALFORMED));
    });
  }
}

test("every URL of a missing record says so and links back", { lock: OPERATOR }, async ({
  page,
  openBrowser,
  operator,
}) => {
  const patterns = routePatterns().filter((pattern) => pattern.includes(":") && !NO_RECORDS.includes(pattern));
  const [console, own] = [true, false].map((is) => patterns.filter((one) => one.startsWith("/admin/") === is));
  const others = await openBrowser();
  await register(others, { company: `Kedai ${newMark()}` });
  const foreignIds = await makeRecords(others, newMark());
  await register(page, { company: `Warung ${newMark()}` });
  const deletedIds = await deleteRecords(page, await makeRecords(page, newMark()));
  const errors = [page, operator].map(listenForErrors);

  await walkMissing(page, own ?? [], [foreignIds, deletedIds]);
  await walkMissing(operator, console ?? [], []);

  expect(errors.flat().filter((error) => !error.includes("Failed to load resource"))).toEqual([]);
});

test("an unknown URL keeps the menu for signed-in users", async ({ page }) => {
  await register(page, { company: `Kedai ${newMark()}` });
  await page.goto("/no/such/page");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We couldn't find the page you're looking for");
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await expect(page).toHaveTitle(/^Page not found \| /);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Back to home" }).click();

  await expect(page).toHaveURL(/\/analytics$/);
});
