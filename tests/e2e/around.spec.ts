/** The parts around every screen: notifications, activity, help and the command palette. */

import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { startImport } from "./import-file.ts";
import { DEMO } from "./locks.ts";

type Listed = { readonly total: number };

test("notifications load six at a time and can be read, dismissed and restored", { lock: DEMO }, async ({
  page,
  dewi,
}) => {
  await signIn(page, dewi);
  const listed = () => mustCall<Listed>(page, { method: "GET", path: "notifications?page=1&size=6" });
  // The demo creates six. Waits for the import's notification, so that it does not arrive during the count.
  const before = (await listed()).total;
  await startImport(page, { rows: 1, mark: newMark() });
  await expect.poll(async () => (await listed()).total, { timeout: 60_000 }).toBeGreaterThan(before);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  const rows = list.getByRole("listitem");
  await expect(rows).toHaveCount(6);
  await expectAccessible(page);
  await list.getByRole("button", { name: "Load More" }).click();
  // The import might still create more notifications.
  await expect(async () => {
    await expect(rows).toHaveCount(Math.min((await listed()).total, 12), { timeout: 1_000 });
  }).toPass();
  const { total } = await listed();

  const title = await rows.first().locator("a, button, span").filter({ hasText: /\S/ }).first().innerText();
  await rows
    .first()
    .getByRole("button", { name: /^Dismiss/ })
    .click();
  await expect(list.getByText("1 notification dismissed")).toBeVisible();
  await expect(
    list
      .getByText(`of ${total - 1}`)
      .or(list.getByRole("button", { name: "Undo" }))
      .first(),
  ).toBeVisible();
  await expect(list.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows.first()).toContainText(title);
  expect((await listed()).total).toBe(total);

  const readAll = list.getByRole("button", { name: "Mark all as read" });
  if (await readAll.isVisible()) await readAll.click();
  await expect(list.getByText(", unread")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeFocused();
});

test("activity, help and the command palette work on any screen", async ({ page, dewi }) => {
  await signIn(page, dewi);
  await page.goto("/senders");
  await expect(page.getByRole("heading", { level: 1, name: "Email senders" })).toBeVisible();

  await test.step("activity", async () => {
    await page.getByRole("button", { name: "Recent activity" }).click();
    const panel = page.getByRole("complementary", { name: "Recent activity" });
    await expect(panel.getByRole("listitem").first()).toBeVisible();
    const first = await panel.getByRole("listitem").count();
    await panel.getByRole("button", { name: "Load More" }).click();
    await expect.poll(() => panel.getByRole("listitem").count()).toBeGreaterThan(first);
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Close" }).click();
    await expect(panel).toBeHidden();
  });

  await test.step("help", async () => {
    const button = page.getByRole("button", { name: /^Help/ });
    await button.click();
    const panel = page.getByRole("dialog", { name: "Help" });
    await panel.getByRole("button", { name: "Articles", exact: true }).click();
    const article = panel.getByRole("listitem").getByRole("button").first();
    const title = await article.locator("strong").innerText();
    await expectAccessible(page);
    await article.click();
    await expect(panel.getByRole("heading", { name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  });

  await test.step("the palette finds the team's records", async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or jump to…" })).toBeFocused();
    await page.keyboard.type("Toraja harvest");
    await expect(page.getByRole("option", { name: /Toraja harvest letter/ }).first()).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page);
    await page
      .getByRole("option", { name: /Toraja harvest letter/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Toraja harvest letter" })).toBeVisible();
  });
});
