/** The product by keyboard only, with a visible focus at every step. */

import { expect, type Locator, type Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { expectHome, newMark, signIn } from "./entrance.ts";
import { test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

/** For results that need a server response on a busy machine. */
const patient = expect.configure({ timeout: 20_000 });
/** More tab stops than any screen has before its content. */
const MAX_TAB_STOPS = 60;

/** Expects an outline or ring on the focused element or around it. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return "nothing has the focus";
      // The box around a field might draw the focus ring.
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

/** Presses a key until the element has the focus. Checks that the focus is visible at each stop. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible({ timeout: 20_000 });
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await page.locator(":focus").count()) === 0) continue;
    await expectVisibleFocus(page);
    if (await target.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead to ${target}`);
}

test("common tasks work by keyboard only", async ({ page, dewi }) => {
  await page.addInitScript(() => localStorage.setItem("reminder2fa", "true"));
  await page.goto("/login");

  await test.step("sign-in", async () => {
    await tabTo(page, page.getByLabel("Email address"));
    await page.keyboard.type(dewi.email);
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(dewi.password);
    await page.keyboard.press("Enter");
    await expectHome(page);
    await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  });

  await test.step("skipping the menu", async () => {
    const skip = page.getByRole("link", { name: "Skip to content" });
    await tabTo(page, skip);
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
  });

  await test.step("opening a contact from the palette", async () => {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: "Search or jump to…" });
    await expect(search).toBeFocused();
    await expectVisibleFocus(page);
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

  await test.step("a dialog returns the focus when it closes", async () => {
    await page.locator("body").press("g");
    await page.keyboard.press("m");
    const open = page.getByRole("button", { name: "New campaign" });
    await tabTo(page, open);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New campaign" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expectVisibleFocus(page);
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await expectVisibleFocus(page);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expectVisibleFocus(page);
  });

  await test.step("signing out from the menu", async () => {
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
    for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
      if (await last.evaluate((one) => one === document.activeElement)) break;
      await page.keyboard.press("ArrowDown");
    }
    await expect(last).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("the Contact Book works by keyboard only", async ({ page, dewi }) => {
  const mark = newMark();
  const label = `Keys ${mark}`;
  await signIn(page, dewi);
  await mustCall(page, {
    method: "POST",
    path: "contacts",
    body: { email: `keys.${mark}@mail.example`, firstname: "Kirana", lastname: mark },
  });
  await page.goto("/contacts");

  await test.step("a search finds a contact, which is opened", async () => {
    await tabTo(page, page.getByLabel("Name, email, phone or company"));
    await page.keyboard.type(`keys.${mark}`);
    const rows = page.getByRole("table").getByRole("row");
    await patient(rows).toHaveCount(2);
    await tabTo(page, page.getByRole("link", { name: `Kirana ${mark}` }));
    await page.keyboard.press("Enter");
    await patient(page.getByRole("heading", { level: 1, name: `Kirana ${mark}` })).toBeVisible();
  });

  await test.step("a field is edited in place and keeps the focus", async () => {
    await tabTo(page, page.getByRole("button", { name: /^City: .*Edit$/ }));
    await page.keyboard.press("Enter");
    await patient(page.getByRole("combobox", { name: "City" })).toBeFocused();
    await page.keyboard.type("Bogor");
    await page.keyboard.press("Enter");
    await patient(page.getByRole("button", { name: "City: Bogor. Edit" })).toBeFocused();
    await expectVisibleFocus(page);
    await patient(page.getByText("City updated")).toBeVisible();
  });

  await test.step("a new label is created and added", async () => {
    const choose = page.getByRole("button", { name: "Choose labels" });
    await tabTo(page, choose);
    await page.keyboard.press("Enter");
    await patient(page.getByLabel("Find a label")).toBeFocused();
    await page.keyboard.type(label);
    await page.keyboard.press("Enter");
    await patient(page.getByRole("checkbox", { name: new RegExp(label) })).toBeChecked();
    await page.keyboard.press("Escape");
    await patient(page.getByLabel("Find a label")).toBeHidden();
    await patient(page.locator("main").getByText(label, { exact: true })).toBeVisible();
    await patient(page.getByText(`Added: ${label}`)).toBeVisible();
    await patient(choose).toBeFocused();
  });

  await test.step("a segment is created from them", async () => {
    await page.goto("/contacts/segments");
    await tabTo(page, page.getByRole("link", { name: "New segment" }).first());
    await page.keyboard.press("Enter");
    await patient(page.getByRole("heading", { level: 1, name: "New segment" })).toBeVisible();
    await tabTo(page, page.getByRole("textbox", { name: "Name" }));
    await page.keyboard.type(`Segment ${mark}`);
    await tabTo(page, page.getByRole("textbox", { name: "Value" }));
    await page.keyboard.type(mark);
    await patient(page.getByText("1 subscribed")).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Create segment" }));
    await page.keyboard.press("Enter");
    await patient(page).toHaveURL(/\/contacts\/segments\/\d+$/);
  });

  await test.step("rows are pasted for an import, which is started", async () => {
    await page.goto("/contacts");
    await tabTo(page, page.getByRole("link", { name: "Import", exact: true }));
    await page.keyboard.press("Enter");
    await patient(page.getByRole("heading", { level: 1, name: "Import contacts" })).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Paste rows instead" }));
    await page.keyboard.press("Enter");
    const rows = page.locator("main").getByRole("textbox");
    await patient(rows).toBeFocused();
    await page.keyboard.insertText(`Email\tCity\npasted.${mark}@mail.example\tSolo\n`);
    await tabTo(page, page.getByRole("button", { name: "Read 1 row" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Import 1 row" }));
    await page.keyboard.press("Enter");
    await patient(page.getByRole("heading", { name: "Import finished" })).toBeVisible({ timeout: 60_000 });
  });
});

test("an error in a campaign is fixed from the review by keyboard only", async ({ page, dewi }) => {
  const mark = newMark();
  await signIn(page, dewi);
  const label = await mustCall<{ id: number }>(page, {
    method: "POST",
    path: "contacts/label",
    body: { name: `Keys of a review ${mark}` },
  });
  await mustCall(page, {
    method: "POST",
    path: "contacts",
    body: { email: `review.${mark}@mail.example`, labelIds: [label.id] },
  });
  const body = "Fresh beans from Gayo and Toraja arrived this morning, roasted lightly and ready for your cup.";
  const { id } = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "email-marketing",
    body: { name: `Keys ${mark}`, content: { body }, recipients: { labelIds: [label.id] } },
  });
  await page.goto(`/email-marketing/${id}/review`);

  await test.step("to the section with the error", async () => {
    await patient(page.getByText("The campaign has no subject")).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: "Edit the subject" }).first());
    await page.keyboard.press("Enter");
    await patient(page.getByLabel("Subject", { exact: true })).toBeFocused();
    await page.keyboard.type(`Beans ${mark}`);
  });

  await test.step("back, and marked as ready", async () => {
    await tabTo(page, page.getByRole("link", { name: "Review and send" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await patient(page.getByText("The campaign has no subject")).toBeHidden();
    const ready = page.getByRole("button", { name: "Mark as ready" });
    await patient(ready).toBeEnabled();
    await tabTo(page, ready);
    await page.keyboard.press("Enter");
    await patient(page.getByText(/^Marked as ready on/)).toBeVisible();
  });

  await test.step("the send button asks for confirmation, and Escape cancels", async () => {
    const send = page.getByRole("button", { name: "Send to 1 recipient now" });
    await tabTo(page, send, "Shift+Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await patient(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await patient(dialog).toBeHidden();
    await patient(send).toBeFocused();
  });
});
