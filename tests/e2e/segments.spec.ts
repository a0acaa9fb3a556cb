/** A segment from its first rule to labelling and exporting its contacts, by keyboard. */

import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

/** For results that need a server response on a busy machine. */
const patient = expect.configure({ timeout: 20_000 });

/** Selects an option of the focused native select by typing. */
async function selectOption(page: Page, list: Locator, option: string): Promise<void> {
  await expect(list).toBeFocused();
  await page.keyboard.type(option);
  await expect(list.locator("option:checked")).toHaveText(option);
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Creates contacts whose addresses contain the mark: subscribed ones in order, and one that unsubscribed. */
async function createContacts(page: Page, mark: string): Promise<readonly string[]> {
  const emails = ["ayu", "budi", "citra", "dimas"].map((name) => `${name}.${mark}@mail.example`);
  const made: number[] = [];
  for (const email of emails) {
    const body = { email, phone: "0812 0000 0001" };
    made.push((await mustCall<{ contactId: number }>(page, { method: "POST", path: "contacts", body })).contactId);
  }
  const [who = 0] = made.slice(-1);
  await mustCall(page, { method: "PUT", path: `contacts/${who}/subscription`, body: { state: "unsubscribed" } });
  return emails.slice(0, -1);
}

test("a segment is built by keys, counted, explained, kept, labelled as a whole and taken out as a file", async ({
  page,
  dewi,
}) => {
  const mark = newMark();
  const name = `Readers ${mark}`;
  await signIn(page, dewi);
  const readers = await createContacts(page, mark);
  await page.goto("/contacts/segments/new");
  const subjects = page.getByRole("combobox", { name: "Field or activity" });
  const who = page.getByRole("region").or(page.locator("aside")).filter({ hasText: "Matching contacts" }).first();

  await test.step("three levels of rules, by keyboard", async () => {
    await expect(subjects).toHaveCount(1);
    await tabTo(page, page.getByRole("textbox", { name: "Name" }));
    await page.keyboard.type(name);
    await tabTo(page, page.getByRole("textbox", { name: "Value" }));
    await page.keyboard.type(mark);
    await page.keyboard.press("Alt+Enter");
    await expect(subjects.nth(1)).toBeFocused();
    await page.keyboard.press("Alt+Shift+Enter");
    await page.keyboard.press("Alt+Shift+Enter");
    await expect(page.getByRole("group", { name: /^Group/ })).toHaveCount(2);
    await selectOption(page, subjects.nth(1), "Status");
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
    await expect(page.getByText("Status is Subscribed")).toBeVisible();
  });

  await test.step("the number of matches, the contacts and the reasons", async () => {
    await patient(who.getByText(/^3 contacts$/)).toBeVisible();
    await patient(who.getByText("3 subscribed")).toBeVisible();
    for (const email of readers) await patient(who.getByText(email)).toBeVisible();
    await who
      .getByRole("button", { name: /^Why does/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /^Why does/ });
    await expect(dialog.getByText("Status is Subscribed")).toBeVisible();
    await expect(dialog.getByText("Met", { exact: true })).toHaveCount(5);
    await page.keyboard.press("Escape");
    await patient(dialog).toBeHidden();
  });

  await test.step("saved", async () => {
    await page.getByRole("button", { name: "Create segment" }).click();
    await expect(page).toHaveURL(/\/contacts\/segments\/\d+$/);
    await page.goto("/contacts/segments");
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row.getByText(/^Everyone who matches all of/)).toBeVisible();
    await row.getByRole("link", { name: / subscribed$/ }).click();
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
    await dialog.getByRole("button", { name: "Add labels" }).click();
    await patient(dialog).toBeHidden();
    await page.goto("/contacts/labels");
    const count = page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("cell")
      .first();
    await expect(count).toHaveText("3", { timeout: 30_000 });
  });

  await test.step("the exported file has exactly the contacts of the segment", async () => {
    await page.goto("/contacts/segments");
    await page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("link", { name: / subscribed$/ })
      .click();
    await patient(page.getByText(/^3 match/)).toBeVisible();
    await page.getByRole("table").getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Export contacts (3)" });
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await patient(dialog).toBeHidden();
    await page.goto("/contacts/exports");
    const newest = page.getByRole("row").nth(1);
    await expect(newest.getByRole("cell", { name: "3", exact: true })).toBeVisible({ timeout: 30_000 });
    const link = newest.getByRole("link", { name: "Download" });
    await expect(link).toBeVisible({ timeout: 30_000 });
    const download = page.waitForEvent("download");
    await link.click();
    const text = await readFile(await (await download).path(), "utf8");
    const [heading = "", ...lines] = text
      .replace(/^\uFEFF/, "")
      .trim()
      .split("\n");
    const [email, phone, label] = ["Email", "Phone", "Label"].map((title) => heading.split(",").indexOf(title));
    const cells = lines.map((line) => line.split(","));
    expect(cells.map((row) => row[email ?? -1]).toSorted()).toEqual(readers);
    expect(new Set(cells.map((row) => row[phone ?? -1]))).toEqual(new Set(["0812 0000 0001"]));
    expect(new Set(cells.map((row) => row[label ?? -1]))).toEqual(new Set([name]));
  });
});
