/** A campaign keeps all typed text, even if two users edit it. */

import type { Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

type Draft = { readonly id: string; readonly subject: string };

async function openDraft(page: Page, id: string) {
  await page.goto(`/campaigns/${id}/edit`);
  const subject = page.getByRole("textbox", { name: "Subject", exact: true });
  await expect(subject).toBeVisible();
  return { subject, preview: page.getByRole("textbox", { name: "Preview text", exact: true }) };
}

const saved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();

test("a save changes neither the text nor the caret of the focused field", async ({ page, dewi }) => {
  await signIn(page, dewi);
  const body = { name: `Written ${newMark()}`, subject: "", content: { body: "Hello" } };
  const { id } = await mustCall<Draft>(page, { method: "POST", path: "email-marketing", body });
  const { subject } = await openDraft(page, id);

  await subject.pressSequentially("New cinnamon for ");
  await saved(page);
  await expect(subject).toHaveValue("New cinnamon for ");
  await page.getByRole("button", { name: "Insert merge tag into: Subject" }).click();
  await page.getByRole("menuitem", { name: "First name" }).click();
  await expect(subject).toHaveValue("New cinnamon for {{ firstname }}");
  await saved(page);

  await subject.focus();
  await subject.press("Home");
  for (let step = 0; step < 4; step += 1) await subject.press("ArrowRight");
  await page.keyboard.type("a");
  await expect(page.getByText("Saved", { exact: true })).toBeHidden();
  await saved(page);
  await page.keyboard.type("b");

  await expect(subject).toHaveValue("New abcinnamon for {{ firstname }}");
  expect(await subject.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(6);
  await saved(page);
  const stored = await mustCall<Draft>(page, { method: "GET", path: `email-marketing/${id}` });
  expect(stored.subject).toBe("New abcinnamon for {{ firstname }}");
  // The page scrolls within its frame: menu and header stay in place.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
});

test("two users who edit one field choose which version to keep", async ({ page, dewi }) => {
  await signIn(page, dewi);
  const body = { name: `Together ${newMark()}`, subject: "First", content: { body: "Hello" } };
  const { id } = await mustCall<Draft>(page, { method: "POST", path: "email-marketing", body });
  const other = await page.context().newPage();
  const [mine, theirs] = [await openDraft(page, id), await openDraft(other, id)];

  const held = Promise.withResolvers<void>();
  await page.route("**/api/email-marketing/*", async (route) => {
    if (route.request().method() === "PUT") await held.promise;
    await route.continue();
  });
  await mine.subject.fill("Mine");
  await expect(page.getByText("Saving…", { exact: true })).toBeVisible();
  await theirs.subject.fill("Theirs");
  await theirs.preview.fill("Their preview");
  await saved(other);
  held.resolve();

  await expect(page.getByText(/changed this to “Theirs”/)).toBeVisible();
  await expect(mine.subject).toHaveValue("Mine");
  await expect(mine.preview).toHaveValue("Their preview");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved(page);
  await expect(theirs.subject).toHaveValue("Mine");
});
