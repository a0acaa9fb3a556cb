/** A domain from its first DNS record to a failure and recovery, against a test DNS server. All changes appear live. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, register } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { ALONE } from "./locks.ts";
import type { Zones } from "./zones.ts";

// A DNS failure affects every journey.
test.describe.configure({ lock: ALONE });

/** The SPF name that lists the product's relays (bin/local/journeys.py). */
const RELAYS = "spf.journeys.example";
const SEEN_MS = 60_000;

type RequiredRecord = { readonly kind: string; readonly host: string; readonly type: string; readonly value: string };

/** Publishes the records that the page requests. */
async function publishAll(page: Page, zones: Zones, domainId: string): Promise<readonly RequiredRecord[]> {
  const { records } = await mustCall<{ records: readonly RequiredRecord[] }>(page, {
    method: "GET",
    path: `domains/${domainId}`,
  });
  const toPublish = records.filter(({ value }) => value !== "");
  for (const { host, type, value } of toPublish) await zones.publish(host, { [type]: [value] });
  return toPublish;
}

/** Starts a DNS check as another user would: this page learns of it only by an event. */
async function checkElsewhere(page: Page, domainId: string): Promise<void> {
  await expect
    .poll(
      () =>
        mustCall(page, { method: "POST", path: `domains/${domainId}/check` }).then(
          () => true,
          () => false,
        ),
      { timeout: SEEN_MS },
    )
    .toBe(true);
}

test("a domain is added and authenticated, fails and recovers, all live", async ({ page, zones }) => {
  const name = `${newMark()}.example`;
  await zones.publish(RELAYS, { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] });
  await register(page, { company: "Kopi Utara" });
  await page.goto("/senders/domains");
  await expect(page.getByText("No domains yet")).toBeVisible();

  await test.step("a free email provider is rejected at the field", async () => {
    await page.getByRole("button", { name: "Add domain" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Domain" }).fill("gmail.com");
    await dialog.getByRole("button", { name: "Add domain" }).click();
    await expect(dialog.getByText("This domain belongs to a free email provider")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Domain" }).fill(name);
    await dialog.getByRole("button", { name: "Add domain" }).click();
  });
  await expect(page).toHaveURL(/\/senders\/domains\/[0-9a-f-]{36}$/);
  const domainId = page.url().slice(-36);
  const spf = page.getByRole("region", { name: "SPF" });
  await expect(spf.getByText("There is no SPF record")).toBeVisible({ timeout: SEEN_MS });
  await expectAccessible(page);

  const published = await publishAll(page, zones, domainId);
  await checkElsewhere(page, domainId);
  await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: SEEN_MS });
  await expect(spf.getByText("The record is valid and lets us send")).toBeVisible();
  await spf.getByText("DNS response").click();
  await expect(spf.getByText(`${name} TXT`)).toBeVisible();

  await test.step("a removed record starts the three-day grace period", async () => {
    await zones.publish(name);
    await checkElsewhere(page, domainId);
    await expect(page.getByText("A record is broken", { exact: true })).toBeVisible({ timeout: SEEN_MS });
    await expect(page.getByText(/^2 d 23 h left$/)).toBeVisible();
    const told = await mustCall(page, { method: "GET", path: "notifications?page=1&size=6" });
    expect(JSON.stringify(told)).toContain(`A DNS record of ${name} is broken`);
    await expectAccessible(page);
  });

  await test.step("if the DNS does not respond, the record's state is unknown", async () => {
    await zones.publish("*", { fault: "SERVFAIL" });
    try {
      await checkElsewhere(page, domainId);
      await expect(spf.getByText("DNS can’t be reached right now")).toBeVisible({ timeout: SEEN_MS });
      await expect(page.getByText("A record is broken", { exact: true })).toBeVisible();
    } finally {
      await zones.publish("*");
    }
  });

  await test.step("the record is back", async () => {
    for (const { host, type, value } of published) await zones.publish(host, { [type]: [value] });
    await checkElsewhere(page, domainId);
    await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: SEEN_MS });
    await expect(page.getByText(/left$/)).toBeHidden();
  });
});
