/** From registration to the first delivered message, using only what the screens show. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { newMark, register } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { RELAYS } from "./trx.ts";
import type { Zones } from "./zones.ts";

const MAX_DURATION_MS = 180_000;
const SEEN_MS = 60_000;
const run = promisify(execFile);

/** The monospaced values in `within`, in screen order. */
function readValues(within: Locator): Promise<string[]> {
  return within.locator("code").allInnerTexts();
}

/** Publishes the DNS records that the screen shows, as a user would at a DNS provider. */
async function publishShownRecords(page: Page, zones: Zones): Promise<void> {
  await zones.publish(RELAYS, { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] });
  const asked = page.getByRole("region", { name: "DNS records to publish" });
  const cards = asked.locator("dl").filter({ hasText: "Type" });
  await expect(cards.first()).toBeVisible({ timeout: SEEN_MS });
  for (const card of await cards.all()) {
    const [type, host, value] = await readValues(card);
    if (type && host && value) await zones.publish(host, { [type]: [value] });
  }
}

test("a newcomer's first message is delivered within three minutes of signing up", async ({ page, inbox, zones }) => {
  test.setTimeout(MAX_DURATION_MS + 30_000);
  const began = Date.now();
  const name = `${newMark()}.example`;
  const account = await register(page, { company: "Kopi Hulu" });
  let key = "";

  await test.step("every screen of the area first requires a domain", async () => {
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.getByRole("button", { name: "Dashboard SMTP" }).click();
    await menu.getByRole("link", { name: "Overview" }).click();
    await expect(page).toHaveURL(/\/domain-authentication\?from=%2Ftrx-overview$/);
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Domain" }).fill(name);
    await page.getByRole("button", { name: "Add domain" }).click();
    key = await page.getByRole("region", { name: "API key" }).locator("code").innerText();
    expect(key).toMatch(/^dsk_live_/);
    await page.getByRole("button", { name: "Continue to DNS records" }).click();
  });

  await test.step("until then the sandbox accepts a message without sending it", async () => {
    await page.getByRole("button", { name: "Create sandbox key" }).click();
    const program = page.locator("pre").filter({ hasText: "curl " });
    await expect(program).toContainText("dsk_test_");
    await expectAccessible(page);
    await run("/bin/sh", ["-c", await program.innerText()]);
    await expect(page.getByText("Your first message was checked and recorded in the sandbox")).toBeVisible({
      timeout: SEEN_MS,
    });
  });

  await test.step("the records are published, and the screen continues automatically", async () => {
    await publishShownRecords(page, zones);
    await expectAccessible(page);
    const look = page.getByRole("button", { name: "Check DNS now" });
    await expect(async () => {
      // The screen might redirect before the click.
      await look.click({ timeout: 2_000 }).catch(() => undefined);
      await expect(page).toHaveURL(/\/trx-overview$/, { timeout: 4_000 });
    }).toPass({ timeout: SEEN_MS });
  });

  const waiting = page.getByRole("status").filter({ hasText: "Waiting for your first message" });
  await expect(waiting).toBeVisible();
  await expect(page.getByText("Copy it now")).toBeVisible();
  await expectAccessible(page);

  await test.step("the copied code sample runs, and the status changes", async () => {
    const program = await page.locator("pre").filter({ hasText: "curl " }).innerText();
    expect(program).toContain(key);
    expect(program).toContain(name);
    await run("/bin/sh", ["-c", program]);
    await expect(page.getByText("We received your first message")).toBeVisible({ timeout: SEEN_MS });
  });

  await page.getByRole("link", { name: "View timeline" }).click();
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible({ timeout: SEEN_MS });
  const mail = await inbox.newest(account.email, /^It works$/);
  expect((await inbox.to(account.email)).filter(({ subject }) => subject === "It works")).toHaveLength(1);
  expect(Date.now() - began).toBeLessThan(MAX_DURATION_MS);
  expect(await inbox.sourceOf(mail)).toMatch(new RegExp(`^DKIM-Signature: .*d=${name}`, "ms"));
});
