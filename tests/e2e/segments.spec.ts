/** A segment from its first key to the label on everybody in it. */

import { expect, type Locator, type Page } from "@playwright/test";
import { newMark, signIn } from "./entrance.ts";
import { test } from "./fixtures.ts";

/** Chooses in the browser's own list that has the focus, as typing its first letters does. */
async function chooseHere(page: Page, list: Locator, option: string): Promise<void> {
  await expect(list).toBeFocused();
  await page.keyboard.type(option);
  await expect(list.locator("option:checked")).toHaveText(option);
}

async function tabOnTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test("a segment is built by keys, counted, explained, kept, and labelled as a whole", async ({ page, dewi }) => {
  test.setTimeout(120_000);
  const mark = newMark();
  const name = `Readers ${mark}`;
  await signIn(page, dewi);
  await page.goto("/contacts/segments/new");
  const subjects = page.getByRole("combobox", { name: "What is asked" });
  const who = page.getByRole("region").or(page.locator("aside")).filter({ hasText: "Who is in?" }).first();

  await test.step("three levels, without a mouse", async () => {
    await expect(subjects).toHaveCount(1);
    await tabOnTo(page, page.getByRole("textbox", { name: "Name" }));
    await page.keyboard.type(name);
    await tabOnTo(page, page.getByRole("textbox", { name: "Value" }));
    await page.keyboard.type("@");
    await page.keyboard.press("Alt+Enter");
    await expect(subjects.nth(1)).toBeFocused();
    await page.keyboard.press("Alt+Shift+Enter");
    await page.keyboard.press("Alt+Shift+Enter");
    await expect(page.getByRole("group", { name: /^Group/ })).toHaveCount(2);
    await chooseHere(page, subjects.nth(1), "State");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const states = page
      .getByRole("combobox", { name: "Value" })
      .or(page.getByRole("textbox", { name: "Value" }))
      .nth(1);
    await expect(states).toBeFocused();
    await page.keyboard.type("Subscribed");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByText("State is Subscribed")).toBeVisible();
  });

  await test.step("how many, who, and why", async () => {
    await expect(who.getByText(/may be written to$/)).toBeVisible();
    await who
      .getByRole("button", { name: /^Why is/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /^Why is/ });
    await expect(dialog.getByText("State is Subscribed")).toBeVisible();
    await expect(dialog.getByText("Holds", { exact: true })).toHaveCount(5);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("kept", async () => {
    await page.getByRole("button", { name: "Create segment" }).click();
    await expect(page).toHaveURL(/\/contacts\/segments\/\d+$/);
    await page.goto("/contacts/segments");
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row.getByText(/^Everyone who matches all of/)).toBeVisible();
    await row.getByRole("link", { name: /may be written to/ }).click();
    await expect(page).toHaveURL(/\/contacts\?segment=\d+$/);
  });

  await test.step("labelled as a whole", async () => {
    await page.getByRole("table").getByRole("checkbox").nth(1).check();
    await page.getByRole("button", { name: /^Select all/ }).click();
    await page.getByRole("button", { name: "Label", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Label contacts/ });
    await dialog.getByLabel("Find a label").fill(name);
    await dialog.getByRole("button", { name: `Create “${name}”` }).click();
    await expect(dialog.getByRole("checkbox", { name: new RegExp(name) })).toBeChecked();
    await dialog.getByRole("button", { name: "Put on" }).click();
    await expect(dialog).toBeHidden();
    await page.goto("/contacts/labels");
    const count = page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("cell")
      .first();
    await expect(count).not.toHaveText("0", { timeout: 30_000 });
  });
});
