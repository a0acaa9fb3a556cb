/**
 * The Contact Book: imports a messy file and fixes its failed rows, saves a view, edits contacts in bulk and exports.
 */

import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { newMark, register, signIn } from "./entrance.ts";
import { test } from "./fixtures.ts";
import { Inbox } from "./inbox.ts";
import { DEMO } from "./locks.ts";

/** Drops a file with these lines on the import wizard. */
async function drop(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const dropped = await page.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: "text/csv" }));
      return transfer;
    },
    { name, text: lines.join("\r\n") },
  );
  await page.getByText("Drop a CSV or Excel file here").dispatchEvent("drop", { dataTransfer: dropped });
}

/** Value of an import confirmation. */
function figure(page: Page, name: string): Locator {
  const answers = page.getByRole("region", { name: "Confirmations" });
  return answers.getByText(name, { exact: true }).locator("xpath=following-sibling::dd");
}

test("a messy file is imported, its failed rows are fixed and asked to confirm, and the import is undone", async ({
  page,
  inbox,
  openBrowser,
}) => {
  const mark = newMark();
  await register(page, { company: `Kopi ${mark}` });
  const address = (name: string) => `${name}.${mark}@mail.example`;

  await test.step("unreadable rows are rejected, and the others are imported", async () => {
    await page.goto("/contacts/import");
    await drop(page, "messy.csv", [
      "Surel;Nama depan;Telepon;Kota;Label",
      `${address("ayu")};  Ayu ;+62 812 3456 789;Bogor;`,
      `${address("AYU").toUpperCase()};Ayu;;Bogor;`,
      `budi at mail.example;Budi;;Bandung;`,
      `${address("citra")};Citra;call me;"Jakarta; Selatan";`,
      `${address("dimas")};Dimas;;;Meetup ${mark}`,
    ]);
    await page.getByRole("checkbox", { name: /agreed/ }).check();
    await page.getByRole("button", { name: "Read file" }).click();
    await page.getByRole("button", { name: /^Import \d+ rows?$/ }).click();
    await expect(page.getByRole("heading", { name: "Import finished" })).toBeVisible({ timeout: 60_000 });
  });

  const mended = await test.step("the rejected rows are listed with their reasons", async () => {
    const download = page.waitForEvent("download");
    await page
      .getByRole("button", { name: /rows|aside/i })
      .first()
      .click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain("budi at mail.example");
    expect(text).toContain("call me");
    expect(text).not.toContain(address("dimas"));
    return text.replace("budi at mail.example", address("budi")).replace("call me", "+62 813 9999 111");
  });

  await test.step("the fixed rows are imported, and their contacts are asked to confirm", async () => {
    await page.goto("/contacts/import");
    await drop(
      page,
      "mended.csv",
      mended
        .replace(/^\uFEFF/, "")
        .trim()
        .split(/\r?\n/),
    );
    await page.getByRole("checkbox", { name: /^Ask each new contact to confirm/ }).check();
    await page.getByRole("button", { name: /^Import \d+ rows?$/ }).click();
    await expect(page.getByRole("heading", { name: "Import finished" })).toBeVisible({ timeout: 60_000 });
    await expect(figure(page, "Asked")).toHaveText("2", { timeout: 30_000 });
  });

  await test.step("a confirmation by the link in the email appears immediately", async () => {
    const mail = await inbox.newest(address("budi"), /^Can Kopi .+ send you emails\?$/);
    const reader = await openBrowser({ javaScriptEnabled: false, locale: "en-GB" });
    await reader.goto(Inbox.linkIn(mail, "/confirm-subscription/"));
    await expect(figure(page, "Confirmed")).toHaveText("0");
    await reader.getByRole("button", { name: "Confirm subscription" }).click();
    await expect(reader.getByRole("heading", { name: "You are subscribed" })).toBeVisible();
    await expect(figure(page, "Confirmed")).toHaveText("1");
    await expect(figure(page, "No response yet")).toHaveText("1");
  });

  await test.step("all contacts are in the Contact Book", async () => {
    await page.goto("/contacts");
    await expect(page.getByText(/^4 contacts/)).toBeVisible();
    await page.getByLabel("Name, email, phone or company").fill("+62 8139");
    await expect(page.getByRole("table").getByText(address("citra"))).toBeVisible();
    await expect(page.getByRole("table").getByText(address("budi"))).toBeHidden();
  });

  await test.step("undoing the first import also removes its label", async () => {
    await page.goto("/contacts/labels");
    await expect(page.getByText(`Meetup ${mark}`).first()).toBeVisible();
    await page.goto("/contacts/imports");
    await page.getByRole("button", { name: "Undo the import of messy.csv" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo the import of messy.csv?" });
    await expect(dialog.getByText("Will be deleted").locator("xpath=following-sibling::dd")).toHaveText("2");
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText(/2 deleted, 0 restored, 0 kept/)).toBeVisible({ timeout: 30_000 });
    await page.goto("/contacts");
    await expect(page.getByText(/^2 contacts/)).toBeVisible();
    await page.goto("/contacts/labels");
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByText(`Meetup ${mark}`)).toHaveCount(0);
  });
});

test("a view is saved and shared by its link, and its contacts are edited in bulk and exported", {
  lock: DEMO,
}, async ({ page, dewi }) => {
  const mark = newMark();
  await signIn(page, dewi);

  await test.step("filters narrow the list", async () => {
    await page.goto("/contacts");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Filter contacts" });
    await sheet.getByRole("combobox", { name: "Field or activity" }).selectOption({ label: "City" });
    await sheet.getByRole("combobox", { name: "Value" }).fill("Bogor");
    // Leaving the field closes its suggestions, which can cover the button.
    await page.keyboard.press("Tab");
    await sheet.getByRole("button", { name: "Show contacts" }).click();
    await expect(page.getByText(/City contains “Bogor”/)).toBeVisible();
    await page.getByRole("button", { name: "Full name" }).click();
    await expect(page).toHaveURL(/sort=firstname/);
  });

  await test.step("they are saved as a view, which its link opens", async () => {
    await page.getByRole("button", { name: /^View: / }).click();
    await page.getByRole("menuitem", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "Save as view" });
    await dialog.getByLabel("Name").fill(`Bogor ${mark}`);
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByRole("button", { name: `View: Bogor ${mark}` })).toBeVisible();
    const id = new URL(page.url()).searchParams.get("view");
    await page.goto(`/contacts?view=${id}`);
    await expect(page.getByText(/City contains “Bogor”/)).toBeVisible();
    await expect(page).toHaveURL(/sort=firstname/);
  });

  const total = await test.step("all matches are added to a segment", async () => {
    await page.goto(`/contacts/segments/new`);
    await page.getByRole("textbox", { name: "Name" }).fill(`Guests ${mark}`);
    await page.getByRole("textbox", { name: "Value" }).fill(`nobody.${mark}`);
    await page.getByRole("button", { name: "Create segment" }).click();
    await expect(page).toHaveURL(/\/contacts\/segments\/\d+$/);
    await page.goto("/contacts?search=bogor&match=contains");
    await expect(page.getByRole("list", { name: "Filters" })).toBeVisible();
    await page.getByRole("table").getByRole("checkbox").nth(1).check();
    const all = page.getByRole("button", { name: /^Select all/ });
    const found = Number(/[\d,]+/.exec((await all.textContent()) ?? "")?.[0].replace(",", ""));
    await all.click();
    await page.getByRole("button", { name: "Add to segment" }).click();
    const dialog = page.getByRole("dialog", { name: /^Add contacts to a segment/ });
    await dialog.getByRole("combobox", { name: "Segment" }).selectOption({ label: `Guests ${mark}` });
    await dialog.getByRole("button", { name: "Add to segment" }).click();
    await expect(dialog).toBeHidden();
    await page.goto("/contacts/labels");
    const label = page.getByRole("row", { name: new RegExp(`Guests ${mark}`) });
    await expect(label.getByRole("cell").first()).toHaveText(found.toLocaleString("en"), { timeout: 30_000 });
    return found;
  });

  await test.step("the segment is exported with all its contacts", async () => {
    await page.goto("/contacts/segments");
    await page
      .getByRole("row", { name: new RegExp(`Guests ${mark}`) })
      .getByRole("link", { name: / subscribed$/ })
      .click();
    await page.getByRole("table").getByRole("checkbox").nth(1).check();
    await page.getByRole("button", { name: /^Select all/ }).click();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Export contacts/ });
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.goto("/contacts/exports");
    const link = page.getByRole("link", { name: "Download" }).first();
    await expect(link).toBeVisible({ timeout: 30_000 });
    const download = page.waitForEvent("download");
    await link.click();
    const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(total + 1);
  });
});
