/** The web process dies and restarts while pages are open. Nothing is lost or duplicated, and no page reloads. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, register, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { startImport } from "./import-file.ts";
import { ALONE } from "./locks.ts";
import { killWebProcess } from "./web-process.ts";

test.describe.configure({ lock: ALONE });

/** Delay before the interface reports a lost connection. A page's clock has whole milliseconds, hence the tolerance. */
const MIN_DELAY_MS = 3000 - 5;
const BANNER = "Live updates are paused while we reconnect";
const RECONNECT_TIMEOUT_MS = 60_000;

type LossTimes = { closedAt: number; shownAt?: number };

/** Records in the page when the socket closed and when the banner appeared. Call it before opening the page. */
async function watchLoss(page: Page): Promise<void> {
  await page.addInitScript((banner) => {
    const noted: { closedAt?: number; shownAt?: number } = {};
    Object.assign(window, { noted });
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener("close", () => {
          noted.closedAt ??= performance.now();
        });
      }
    };
    new MutationObserver(() => {
      if (document.body?.innerText.includes(banner)) noted.shownAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, BANNER);
}

test("the server process dies: the banner appears late, missed events arrive once, and every page recovers", async ({
  page,
  openBrowser,
  pidsFile,
}) => {
  await watchLoss(page);
  const account = await register(page, { company: `Kedai ${newMark()}` });
  const elsewhere = await openBrowser();
  await signIn(elsewhere, account);
  await page.goto("/contacts/imports");
  await page.getByRole("button", { name: "Recent activity" }).click();
  const activity = page.getByRole("complementary", { name: "Recent activity" });
  await expect(activity).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/campaigns");
  await expect(other.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  for (const one of [page, other]) await one.evaluate(() => Object.assign(window, { wasHere: true }));

  await startImport(page, { rows: 2000, mark: newMark() });
  const comeBack = await killWebProcess(pidsFile);
  try {
    await test.step("a screen that cannot load leaves the current one open", async () => {
      await other.getByRole("link", { name: "Email Sender" }).first().click();
      await expect(
        other.getByText("We cannot reach the server. The page you chose will open once the connection is back."),
      ).toBeVisible({
        timeout: 20_000,
      });
      await expect(other.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
      await expect(other).toHaveURL(/\/campaigns$/);
      await expectAccessible(other);
    });
    await expect(page.getByText(BANNER)).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page);
    const { closedAt, shownAt = 0 } = await page.evaluate(() => (window as unknown as { noted: LossTimes }).noted);
    expect(shownAt - closedAt).toBeGreaterThanOrEqual(MIN_DELAY_MS);
  } finally {
    comeBack();
  }

  await test.step("the waiting page recovers automatically", async () => {
    await expect(other.getByRole("heading", { level: 1, name: "Email senders" })).toBeVisible({
      timeout: RECONNECT_TIMEOUT_MS,
    });
  });

  await test.step("missed events arrive exactly once", async () => {
    await expect(page.getByText(BANNER)).toBeHidden({ timeout: RECONNECT_TIMEOUT_MS });
    const row = page.getByRole("table", { name: "Import history" }).getByRole("row").filter({ hasText: "guests.csv" });
    await expect(row.getByText("Done")).toBeVisible({ timeout: RECONNECT_TIMEOUT_MS });
    await expect(row).toHaveCount(1);
    await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
    const list = page.getByRole("dialog", { name: "Notifications" });
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Escape");
  });

  await test.step("later events arrive over the new connection exactly once", async () => {
    const name = `After ${newMark()}`;
    await mustCall(elsewhere, { method: "POST", path: "contacts/label", body: { name } });
    const entry = activity.getByRole("listitem").filter({ hasText: name });
    await expect(entry).toHaveCount(1, { timeout: 20_000 });
    await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  });
  expect(await page.evaluate(() => "wasHere" in window)).toBe(true);
});
