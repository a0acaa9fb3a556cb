/** The product without a mouse: every step is taken by keys, and the focus is always seen. */

import { expect, type Locator, type Page } from "@playwright/test";
import { expectHome } from "./entrance.ts";
import { test } from "./fixtures.ts";

/** More stops than any screen has before its content. */
const MOST_STOPS = 60;

/** That the focused element, or what it stands in, is drawn with an outline or a ring. */
async function expectFocusSeen(page: Page): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return "nothing has the focus";
      // A field's ring may be drawn by the box around it.
      const drawn = [focused, focused.parentElement, focused.parentElement?.parentElement].some((one) => {
        if (!one) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
      });
      const { width, height } = focused.getBoundingClientRect();
      return drawn && width > 0 && height > 0 ? "seen" : `${focused.outerHTML.slice(0, 200)} shows no focus`;
    });
  await expect.poll(seen, { timeout: 3000 }).toBe("seen");
}

/** Presses a key until the element has the focus, which is seen at each stop. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible({ timeout: 20_000 });
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await page.locator(":focus").count()) === 0) continue;
    await expectFocusSeen(page);
    if (await target.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead to ${target}`);
}

test("a day without a mouse", async ({ page, dewi }) => {
  test.setTimeout(90_000);
  await page.addInitScript(() => localStorage.setItem("reminder2fa", "true"));
  await page.goto("/login");

  await test.step("in", async () => {
    await tabTo(page, page.getByLabel("Email address"));
    await page.keyboard.type(dewi.email);
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(dewi.password);
    await page.keyboard.press("Enter");
    await expectHome(page);
    await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  });

  await test.step("past the menu", async () => {
    const skip = page.getByRole("link", { name: "Skip to content" });
    await tabTo(page, skip);
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
  });

  await test.step("by the palette to a contact", async () => {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: "Search or jump to" });
    await expect(search).toBeFocused();
    await expectFocusSeen(page);
    await page.keyboard.type("Contact Book");
    await expect(page.getByRole("option", { name: /Contact Book/, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Contact Book" })).toBeVisible();
    const first = page.getByRole("table").getByRole("link").first();
    await tabTo(page, first);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/contacts\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Contact Book");
  });

  await test.step("a dialog opens, and gives the focus back when it is closed", async () => {
    await page.locator("body").press("g");
    await page.keyboard.press("m");
    const open = page.getByRole("button", { name: "New campaign" });
    await tabTo(page, open);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New campaign" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expectFocusSeen(page);
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await expectFocusSeen(page);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expectFocusSeen(page);
  });

  await test.step("out by the menu", async () => {
    const menu = page.getByRole("button", { name: /, user menu$/ });
    await tabTo(page, menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    const last = page.getByRole("menuitem", { name: "Logout" });
    await expect(last).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await last.evaluate((one) => one === document.activeElement)) break;
      await page.keyboard.press("ArrowDown");
    }
    await expect(last).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login$/);
  });
});
