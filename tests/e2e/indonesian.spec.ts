/** An Indonesian user sees no English text on any screen. */

import type { Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { ALONE } from "./locks.ts";
import { readTexts } from "./texts.ts";
import { expectFit, NARROW, navigate, resize, WIDE, waitForScreen } from "./walk.ts";

// Changes the language of the account, so another journey as Dewi would read Indonesian.
test.describe.configure({ lock: ALONE });

/** The specification defines industry names in English (TEAM-65). One of them is also an interface text. */
const INDUSTRY = "Other";
const SENT = "Toraja harvest letter";
/** Minimum number of literal letters that identify a text with placeholders. */
const MIN_LETTERS = 8;
/** Months with a different name in Indonesian. */
const ENGLISH_MONTHS = /\b\d{1,2} (?:May|Aug|Oct|Dec)\b/;

/**
 * Returns a function that finds the English interface text matching these words, unless it is also an Indonesian text.
 */
function createEnglishFinder(): (words: string) => string | undefined {
  const indonesian = new Set(readTexts("id"));
  const english = readTexts("en").filter((text) => !indonesian.has(text));
  const whole = new Set(english.filter((text) => !text.includes("{{")));
  const templates = english
    .filter((text) => text.includes("{{"))
    .map((text) => ({ text, parts: text.split(/\{\{[^}]*\}\}/) }))
    .filter(({ parts }) => parts.join("").replaceAll(/[^a-z]/gi, "").length >= MIN_LETTERS)
    .map(({ text, parts }) => ({
      text,
      pattern: new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+")}$`),
    }));
  return (words) => (whole.has(words) ? words : templates.find(({ pattern }) => pattern.test(words))?.text);
}

/** The editor's own controls around the components of an email. */
const AROUND = "[contenteditable=false][class*=chrome], [class*=pins], [class*=other]";

/** All visible and announced texts on the page, without the user's content in a rendered email. */
function readTextsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate((around) => {
    const isWriters = (one: Element | null) =>
      one?.closest("script, style, [lang=en], [role=tree] em") !== null ||
      (one.closest("[data-surface]") !== null && one.closest(around) === null);
    const found: string[] = [document.title.split(" | ")[0] ?? ""];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!isWriters(parent)) found.push(walker.currentNode.textContent ?? "");
    }
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name) ?? "");
    }
    return [...new Set(found.map((one) => one.trim()).filter((one) => one !== ""))];
  }, AROUND);
}

test("the sign-in uses the chosen language, and every other screen the user's", async ({ dewi, openBrowser }) => {
  const englishIn = createEnglishFinder();
  const page = await openBrowser();
  async function expectIndonesian(): Promise<void> {
    await waitForScreen(page);
    await expectFit(page);
    const path = new URL(page.url()).pathname;
    const words = (await readTextsOn(page)).filter((one) => path !== "/team/profile" || one !== INDUSTRY);
    expect
      .soft(
        words.map(englishIn).filter((text) => text !== undefined),
        path,
      )
      .toEqual([]);
    expect
      .soft(
        words.filter((one) => ENGLISH_MONTHS.test(one)),
        path,
      )
      .toEqual([]);
    await expect.soft(page.locator("html")).toHaveAttribute("lang", "id");
  }
  async function expectIndonesianAtEachWidth(): Promise<void> {
    for (const size of [WIDE, NARROW]) {
      await resize(page, size);
      await expectIndonesian();
    }
    await resize(page, WIDE);
  }

  await test.step("before signing in, the user chooses the language", async () => {
    await page.goto("/login");
    await page.getByLabel("Language").selectOption({ label: "Bahasa Indonesia" });
    await expect(page.getByRole("heading", { level: 1, name: "Masuk" })).toBeVisible();
    await expectIndonesianAtEachWidth();
    for (const path of ["/register", "/forget-password"]) {
      await page.goto(path);
      await expectIndonesianAtEachWidth();
    }
    await page.evaluate(() => localStorage.clear());
  });

  const caller = await openBrowser();
  await signIn(caller, dewi);
  const speak = (language: string) => mustCall(caller, { method: "PUT", path: "users/profile", body: { language } });
  await speak("id");
  try {
    await page.addInitScript(() => localStorage.setItem("reminder2fa", "true"));
    await page.goto("/login");
    await page.getByLabel("Email address").fill(dewi.email);
    await page.getByLabel("Password", { exact: true }).fill(dewi.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/analytics$/, { timeout: 30_000 });
    for (const path of [
      "/analytics",
      "/contacts/labels",
      "/contacts/fields",
      "/contacts/import",
      "/contacts/imports",
      "/senders",
      "/sending-health",
      "/account/profile",
      "/account/password",
      "/account/email",
      "/account/security",
      "/team/profile",
      "/team/security",
      "/help",
    ]) {
      await navigate(page, path);
      await expectIndonesianAtEachWidth();
    }

    await navigate(page, "/contacts");
    await expectIndonesianAtEachWidth();
    await page.getByRole("table").getByRole("link").first().click();
    await page.waitForURL(/\/contacts\/./);
    await expectIndonesianAtEachWidth();

    await navigate(page, "/campaigns");
    await expectIndonesianAtEachWidth();
    // Other journeys might have created so many that it is not on the first page.
    await page.goto(`/campaigns?search=${encodeURIComponent(SENT)}`);
    await page.getByRole("link", { name: SENT }).click();
    await page.waitForURL(/\/campaigns\/./);
    await expectIndonesianAtEachWidth();

    const { id } = await mustCall<{ id: string }>(caller, {
      method: "POST",
      path: "email-marketing",
      body: { name: `Panen ${newMark()}`, content: { kind: "document" }, newsletter: "event" },
    });
    await page.goto(`/email-marketing/compose/${id}`);
    const canvas = page.getByRole("application", { name: "Kanvas" });
    await expect(canvas).toBeVisible();
    await expectIndonesian();
    for (const width of [1024, 1210]) {
      await resize(page, { width, height: 768 });
      await expectFit(page);
    }
    await resize(page, WIDE);
    await page.getByRole("tab", { name: "Baris", exact: true }).click();
    await expectIndonesian();
    await page.getByRole("tab", { name: "Lapisan", exact: true }).click();
    await page.getByRole("tree").getByText("Kolom", { exact: true }).first().click();
    await page.getByRole("tab", { name: "Tampilan", exact: true }).click();
    await expect(page.getByPlaceholder("Otomatis").first()).toBeVisible();
    await expectIndonesian();
    await page.getByRole("tree").getByText("Tombol", { exact: true }).first().click();
    await expectIndonesian();
    await page.getByRole("button", { name: "Komentar", exact: true }).first().click();
    await expectIndonesian();
    await page.getByRole("button", { name: "Riwayat versi", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Riwayat versi" })).toBeVisible();
    await expectIndonesian();
    await page.goto("/campaigns");

    await page.getByRole("button", { name: "Aktivitas terbaru" }).click();
    await expect(
      page.getByRole("complementary", { name: "Aktivitas terbaru" }).getByRole("listitem").first(),
    ).toBeVisible();
    await page.getByRole("button", { name: /^Notifikasi/ }).click();
    await expect(page.getByRole("dialog", { name: "Notifikasi" })).toBeVisible();
    await expectIndonesian();
  } finally {
    await speak("en");
  }
});
