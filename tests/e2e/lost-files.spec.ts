/** Application files that fail to load. The page keeps its state and retries each file. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { part, surface } from "./canvas.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

const patient = expect.configure({ timeout: 20_000 });
const PART = "We cannot reach the server. The part of the page you opened will load once the connection is back.";
const MISSING = "Part of the app could not be loaded. There might be a newer version of the dashboard.";
const SCREEN = "We cannot reach the server. The page you chose will open once the connection is back.";

/** Style sheets that the page references but has not loaded: a failed one stays in the list, one that loads leaves it. */
function findMissingStyles(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
      .filter(({ sheet }) => !sheet)
      .map(({ href }) => href),
  );
}

/** Blocks these files. Returns a function that unblocks them. */
async function blockFiles(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort("connectionfailed"));
  return () => page.unroute(files);
}

test("an email can be edited offline, and missing files load later", async ({ page, dewi }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, dewi);
  const { id } = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "email-marketing",
    body: { name: `Away ${newMark()}`, content: { kind: "document" }, newsletter: "harvest" },
  });
  const editor = surface(page).getByRole("textbox");

  await test.step("the text editor loads with the email editor, before its first use", async () => {
    const isThere = page.waitForResponse(/\/assets\/rich-text-[^/]+\.js$/);
    await page.goto(`/email-marketing/compose/${id}`);
    await patient(part(page, "The new harvest is in")).toBeVisible();
    await isThere;
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await part(page, "The new harvest is in").dblclick();
    await patient(editor).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Written away");
    await page.keyboard.press("Escape");
    await expect(part(page, "Written away")).toBeVisible();
    await page.context().setOffline(false);
    await patient(page.getByRole("banner").getByText(/^Saved/)).toBeVisible();
  });

  await test.step("if it fails to load, the email stays open and the file loads after reconnecting", async () => {
    const find = await blockFiles(page, "**/assets/rich-text-*.js");
    await page.reload();
    await patient(part(page, "Written away")).toBeVisible();
    await patient(page.getByText(PART)).toBeVisible();
    await part(page, "Written away").dblclick();
    await expect(part(page, "Written away")).toBeVisible();
    await expectAccessible(page);
    await find();
    // The event that a browser fires when the connection returns.
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await patient(editor).toBeFocused();
    await expect(page.getByText(PART)).toBeHidden();
    await page.keyboard.press("Escape");
  });
});

test("a screen with missing files keeps the current one open, and has its styles once it opens", async ({
  page,
  dewi,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, dewi);
  const senders = page.getByRole("link", { name: "Email Sender" }).first();

  for (const files of ["**/assets/*.css", "**/assets/*.js"]) {
    await test.step(files, async () => {
      await page.goto("/campaigns");
      await patient(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const find = await blockFiles(page, files);
      await senders.click();
      await patient(page.getByText(SCREEN)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Stay on this page" }).click();
      await expect(page.getByRole("button", { name: "Stay on this page" })).toBeHidden();
      await senders.click();
      await find();
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await patient(page.getByRole("heading", { level: 1, name: "Email senders" })).toBeVisible();
      await expect(page.getByText(SCREEN)).toBeHidden();
      await expect.poll(() => findMissingStyles(page)).toEqual([]);
    });
  }
});

test("a panel removed by a release breaks neither its list nor the navigation", async ({ page, dewi }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, dewi);
  await page.goto("/contacts");
  const heading = page.getByRole("heading", { level: 1, name: "Contact Book" });
  await patient(heading).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.route("**/assets/label-panel-*.js", (route) => route.fulfill({ status: 404 }));
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });

  await page.getByRole("main").getByRole("button", { name: "Labels" }).click();
  await patient(page.getByText(MISSING)).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Name, email, phone or company" });
  await search.pressSequentially("ayu", { delay: 40 });
  await patient(page).toHaveURL(/search=ayu/);
  await expect(heading).toBeVisible();
  await expect(search).toHaveValue("ayu");
  await expect(page.getByText(MISSING)).toBeVisible();

  await page.getByRole("link", { name: "Suppressions" }).first().click();
  await patient(page.getByRole("heading", { level: 1, name: "Suppressions" })).toBeVisible();
  expect(loads).toBe(0);
});
