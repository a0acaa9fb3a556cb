/** Two people build one newsletter at once: one by mouse, one by keys, while the server dies under them. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { type Account, expect, test } from "./fixtures.ts";
import { Inbox } from "./inbox.ts";
import { loseWeb } from "./web-process.ts";

const DESK = { width: 1440, height: 900 };
const BAGUS: Account = { email: "bagus@kopiselatan.example", password: "a long one for Bagus" };
const BACK_MS = 60_000;
/** More parts than the newsletter has. */
const MOST_PARTS = 80;

const patient = expect.configure({ timeout: 20_000 });

/** A colleague who has no password yet sets one by the link that is mailed, and signs in. */
async function enterAs(page: Page, inbox: Inbox, account: Account): Promise<void> {
  await page.goto("/forget-password");
  await page.getByLabel("Email address").fill(account.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await patient(page.getByRole("heading", { name: "Look in your inbox" })).toBeVisible();
  await page.goto(Inbox.linkIn(await inbox.newest(account.email, /^Choose a new password$/), "/reset-password/"));
  await page.getByLabel("New password").fill(account.password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await patient(page.getByText("Your new password is set")).toBeVisible();
  await signIn(page, account);
}

const surface = (page: Page): Locator => page.locator("[data-surface]");
const canvas = (page: Page): Locator => page.getByRole("application", { name: "What will be sent" });
/** The component on the canvas that says this. */
const part = (page: Page, words: string | RegExp): Locator =>
  surface(page).locator("[data-level=component]").filter({ hasText: words }).first();
const saved = (page: Page): Promise<void> => patient(page.getByRole("banner").getByText(/^Saved/)).toBeVisible();

/** The words of every component, in their order, without what the editor draws around them. */
function said(page: Page): Promise<readonly string[]> {
  return surface(page)
    .locator("[data-level=component]")
    .evaluateAll((all) =>
      all.map((one) => {
        const bare = one.cloneNode(true) as HTMLElement;
        for (const chrome of bare.querySelectorAll("[contenteditable=false][class*=chrome], [class*=pins], [class*=other]"))
          chrome.remove();
        return (bare.textContent ?? "").replace(/\s+/g, " ").trim();
      }),
    );
}

/** By the arrows alone, from part to part, until the one that says this is selected. */
async function walkTo(page: Page, words: string | RegExp): Promise<void> {
  await canvas(page).focus();
  await page.keyboard.press("Escape");
  const wanted = surface(page).locator("[data-level=component][data-mark=selected]").filter({ hasText: words });
  for (let step = 0; step < MOST_PARTS; step += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`No arrow leads to ${words}`);
}

/** Writes in the part that is selected: all that stands in it is replaced. */
async function rewrite(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Enter");
  const text = surface(page).getByRole("textbox");
  await patient(text).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(words);
  await page.keyboard.press("Escape");
}

test("two people build one newsletter, through a restart, and it arrives as it was drawn", async ({
  page,
  dewi,
  openBrowser,
  inbox,
  pidsFile,
}) => {
  test.setTimeout(300_000);
  const mark = newMark();
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  const colleague = await openBrowser({ viewport: DESK });
  await enterAs(colleague, inbox, BAGUS);
  const reader = `reader.${mark}@mail.example`;
  const label = await mustCall<{ id: number }>(page, {
    method: "POST",
    path: "contacts/label",
    body: { name: `Readers ${mark}` },
  });
  await mustCall(page, {
    method: "POST",
    path: "contacts",
    body: { email: reader, firstname: "Rani", labelIds: [label.id] },
  });

  await test.step("it begins as one of the newsletters", async () => {
    await page.goto("/campaigns");
    await page.getByRole("button", { name: "New campaign" }).click();
    await page.getByLabel("Name").fill(`Harvest ${mark}`);
    await page.getByRole("radio", { name: "Letter from the harvest" }).check({ force: true });
    await page.getByRole("button", { name: "Write campaign" }).click();
    await patient(page).toHaveURL(/\/email-marketing\/compose\//);
    await patient(part(page, "The new harvest is in")).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectContrast(page);
    await page.emulateMedia({ colorScheme: "light" });
  });
  const address = page.url();
  const [id = ""] = /[^/]+$/.exec(new URL(address).pathname) ?? [];

  await test.step("each sees that the other is there", async () => {
    await colleague.goto(address);
    await patient(part(colleague, "The new harvest is in")).toBeVisible();
    await patient(page.getByRole("button", { name: /Bagus Pratama/ })).toBeVisible();
    await patient(colleague.getByRole("button", { name: /Dewi/ })).toBeVisible();
  });

  await test.step("by mouse: a button is dragged in, named, and seen by the other", async () => {
    const tile = page.getByRole("button", { name: "Add Button" });
    await tile.dragTo(part(page, "Hello"), { targetPosition: { x: 200, y: 4 } });
    const words = page.getByLabel("Words on it");
    await patient(words).toBeVisible();
    await words.fill(`Taste ${mark}`);
    await page.getByLabel("Opens").fill("https://kopi.example/taste");
    await patient(part(colleague, `Taste ${mark}`)).toBeVisible();
  });

  await test.step("by keys: a heading is written anew, and the button is moved below the text", async () => {
    await walkTo(colleague, "The new harvest is in");
    await rewrite(colleague, `Harvest ${mark} is in`);
    await patient(part(page, `Harvest ${mark} is in`)).toBeVisible();
    await walkTo(colleague, `Taste ${mark}`);
    await colleague.keyboard.press("Control+ArrowDown");
    const below = async (one: Page) => {
      const all = await said(one);
      return all.findIndex((text) => text.includes(`Taste ${mark}`)) - all.findIndex((text) => text.startsWith("Hello"));
    };
    await expect.poll(() => below(page)).toBe(1);
    await expect.poll(() => below(colleague)).toBe(1);
  });

  await test.step("the server dies: both go on, and nothing of it is lost", async () => {
    await saved(page);
    await saved(colleague);
    const comeBack = await loseWeb(pidsFile);
    try {
      await part(page, `Taste ${mark}`).click();
      await page.getByLabel("Words on it").fill(`Reserve ${mark}`);
      await walkTo(colleague, "Three from the same hill");
      await rewrite(colleague, `Three bags ${mark}`);
      await expect(part(page, `Reserve ${mark}`)).toBeVisible();
      await expect(part(colleague, `Three bags ${mark}`)).toBeVisible();
    } finally {
      comeBack();
    }
    await expect(part(page, `Three bags ${mark}`)).toBeVisible({ timeout: BACK_MS });
    await expect(part(colleague, `Reserve ${mark}`)).toBeVisible({ timeout: BACK_MS });
    await saved(page);
    await saved(colleague);
    expect(await said(page)).toEqual(await said(colleague));
  });

  await test.step("what the one undoes is the own, not the other's", async () => {
    await canvas(page).focus();
    await page.keyboard.press("ControlOrMeta+z");
    await patient(part(page, `Taste ${mark}`)).toBeVisible();
    await expect(part(page, `Three bags ${mark}`)).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await patient(part(colleague, `Reserve ${mark}`)).toBeVisible();
  });

  await test.step("it is sent, and arrives as the canvas shows it", async () => {
    await saved(page);
    await mustCall(page, {
      method: "PUT",
      path: `email-marketing/${id}`,
      body: { subject: `Harvest ${mark}`, preheader: "412 bags", recipients: { labelIds: [label.id] } },
    });
    const drawn = (await said(page)).filter((words) => words !== "");
    const pictures = await surface(page)
      .locator("[data-level=component] img")
      .evaluateAll((all) => all.map((one) => one.getAttribute("src")));
    await mustCall(page, { method: "POST", path: `email-marketing/${id}/send` });
    const mail = await inbox.newest(reader, new RegExp(`^Harvest ${mark}$`));

    const opened = await openBrowser({ viewport: DESK });
    await opened.setContent(mail.html ?? "");
    const text = (await opened.locator("body").innerText()).replace(/\s+/g, " ");
    // What is a chip on the canvas is the reader's own in the mail.
    const chips = /firstname, or “friend”|First name, or “friend”/;
    for (const words of drawn) {
      for (const piece of words.split(chips)) {
        const plain = piece.trim();
        if (plain.length > 3 && !/company/i.test(plain)) expect(text).toContain(plain);
      }
    }
    expect(text).toContain("Hello Rani.");
    const shown = await opened.locator("img").evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? ""));
    for (const picture of pictures) expect(shown).toContain(picture);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  await test.step("after that nobody writes in it any more", async () => {
    await colleague.goto(address);
    await patient(colleague.getByRole("application")).toHaveCount(0);
  });
});

test("a narrow screen says what the editor needs", async ({ page, dewi }) => {
  await signIn(page, dewi);
  const { id } = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "email-marketing",
    body: { name: `Narrow ${newMark()}`, content: { kind: "document" }, newsletter: "event" },
  });
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto(`/email-marketing/compose/${id}`);
  await patient(page.getByText("The editor needs a screen at least 1024 px wide")).toBeVisible();
  await expectAccessible(page);
});
