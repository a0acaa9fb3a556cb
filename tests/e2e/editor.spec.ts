/** Two users edit one email at the same time, by mouse and keyboard, while the server restarts. */

import type { Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { canvas, part, surface } from "./canvas.ts";
import { newMark, signIn, submitSignIn } from "./entrance.ts";
import { type Account, expect, test } from "./fixtures.ts";
import { Inbox } from "./inbox.ts";
import { ALONE, DEMO } from "./locks.ts";
import { setColorScheme } from "./walk.ts";
import { killWebProcess } from "./web-process.ts";

const DESK = { width: 1440, height: 900 };
const BAGUS: Account = { email: "bagus@kopiselatan.example", password: "a long one for Bagus" };
const BACK_MS = 60_000;
/** More components than the newsletter has. */
const MAX_COMPONENTS = 80;

const patient = expect.configure({ timeout: 20_000 });

/** Signs in a demo user without a password. The first time, sets one with a password reset email. */
async function signInOnce(page: Page, inbox: Inbox, account: Account): Promise<void> {
  await submitSignIn(page, account);
  const refused = page.getByRole("alert");
  await patient(refused.or(page.getByRole("heading", { level: 1, name: "Analytics" }))).toBeVisible();
  if (!(await refused.isVisible())) return;
  await page.goto("/forget-password");
  await page.getByLabel("Email address").fill(account.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await patient(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await page.goto(Inbox.linkIn(await inbox.newest(account.email, /^Choose a new password$/), "/reset-password#"));
  await page.getByLabel("New password").fill(account.password);
  await page.getByRole("button", { name: "Set password" }).click();
  await patient(page.getByText("Password changed")).toBeVisible();
  await signIn(page, account);
}

const saved = (page: Page): Promise<void> => patient(page.getByRole("banner").getByText(/^Saved/)).toBeVisible();

/** The texts of all components in order, without the editor's own controls. */
function readComponentTexts(page: Page): Promise<readonly string[]> {
  return surface(page)
    .locator("[data-level=component]")
    .evaluateAll((all) =>
      all.map((one) => {
        const bare = one.cloneNode(true) as HTMLElement;
        for (const chrome of bare.querySelectorAll(
          "[contenteditable=false][class*=chrome], [class*=pins], [class*=other]",
        ))
          chrome.remove();
        return (bare.textContent ?? "").replace(/\s+/g, " ").trim();
      }),
    );
}

/** Moves the selection with the arrow keys until the component with this text is selected. */
async function selectByArrows(page: Page, words: string | RegExp): Promise<void> {
  await canvas(page).focus();
  await page.keyboard.press("Escape");
  const wanted = surface(page).locator("[data-level=component][data-mark=selected]").filter({ hasText: words });
  for (let step = 0; step < MAX_COMPONENTS; step += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`No arrow leads to ${words}`);
}

/** Replaces the text of the selected component. */
async function replaceText(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Enter");
  const text = surface(page).getByRole("textbox");
  await patient(text).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(words);
  await page.keyboard.press("Escape");
}

test("two people build one newsletter, through a restart, and it arrives as it was drawn", { lock: ALONE }, async ({
  page,
  dewi,
  openBrowser,
  inbox,
  pidsFile,
}) => {
  const mark = newMark();
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  const colleague = await openBrowser({ viewport: DESK });
  await signInOnce(colleague, inbox, BAGUS);
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

  await test.step("it starts as a newsletter", async () => {
    await page.goto("/campaigns");
    await page.getByRole("button", { name: "New campaign" }).click();
    const dialog = page.getByRole("dialog", { name: "New campaign" });
    await dialog.getByLabel("Name").fill(`Harvest ${mark}`);
    await dialog.getByText("Harvest newsletter").click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create campaign" }).click();
    await patient(page).toHaveURL(/\/email-marketing\/compose\//);
    await patient(part(page, "The new harvest is in")).toBeVisible();
    await expectAccessible(page);
    await setColorScheme(page, "dark");
    await expectContrast(page);
    await setColorScheme(page, "light");
  });
  const address = page.url();
  const [id = ""] = /[^/]+$/.exec(new URL(address).pathname) ?? [];

  await test.step("each user sees the other's presence", async () => {
    await colleague.goto(address);
    await patient(part(colleague, "The new harvest is in")).toBeVisible();
    await patient(page.getByRole("button", { name: /Bagus Pratama/ })).toBeVisible();
    await patient(colleague.getByRole("button", { name: /Dewi/ })).toBeVisible();
  });

  await test.step("by mouse, a button is added and renamed, and the other user sees it", async () => {
    const tile = page.getByRole("button", { name: "Add Button" });
    await tile.dragTo(part(page, "Hello"), { targetPosition: { x: 200, y: 4 } });
    const words = page.getByRole("textbox", { name: "Button text" });
    await patient(words).toBeVisible();
    await words.fill(`Taste ${mark}`);
    await page.getByRole("textbox", { name: "Link" }).fill("https://kopi.example/taste");
    await patient(part(colleague, `Taste ${mark}`)).toBeVisible();
  });

  await test.step("by keyboard, a heading is rewritten and the button moved below the text", async () => {
    await selectByArrows(colleague, "The new harvest is in");
    await replaceText(colleague, `Harvest ${mark} is in`);
    await patient(part(page, `Harvest ${mark} is in`)).toBeVisible();
    await selectByArrows(colleague, `Taste ${mark}`);
    await colleague.keyboard.press("Control+ArrowDown");
    const below = async (one: Page) => {
      const all = await readComponentTexts(one);
      return (
        all.findIndex((text) => text.includes(`Taste ${mark}`)) - all.findIndex((text) => text.startsWith("Hello"))
      );
    };
    await expect.poll(() => below(page)).toBe(1);
    await expect.poll(() => below(colleague)).toBe(1);
  });

  await test.step("a comment mentions the other user, who is notified, replies and resolves it", async () => {
    await part(page, "Lower Garden").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Comment" }).click();
    const talks = page.getByRole("region", { name: "Comments" });
    const box = talks.getByRole("textbox", { name: "Write a comment" });
    await box.pressSequentially("Is the price right, @Bag");
    await talks.getByRole("option", { name: "Bagus Pratama" }).click();
    await box.pressSequentially("?");
    await talks.getByRole("button", { name: "Comment", exact: true }).click();
    await patient(talks.getByText("Is the price right, @Bagus Pratama ?")).toBeVisible();

    await colleague.getByRole("button", { name: "Comments: 1" }).click();
    const answers = colleague.getByRole("region", { name: "Comments" });
    await answers.getByRole("textbox", { name: "Reply" }).fill(`It is, since ${mark}`);
    await answers.getByRole("button", { name: "Reply" }).click();
    await patient(talks.getByText(`It is, since ${mark}`)).toBeVisible();
    await expectAccessible(page);
    await answers.getByRole("button", { name: "Resolve" }).click();
    await patient(talks.getByText(`It is, since ${mark}`)).toBeHidden();
    const notices = await mustCall<{ items: { text?: string; link?: string }[] }>(colleague, {
      method: "GET",
      path: "notifications",
    });
    expect(JSON.stringify(notices)).toContain(`/email-marketing/compose/${id}`);
    for (const one of [page, colleague]) {
      await one.getByRole("region", { name: "Comments" }).getByRole("button", { name: "Close" }).click();
    }
  });

  await test.step("the server dies, both users continue, and nothing is lost", async () => {
    await saved(page);
    await saved(colleague);
    const comeBack = await killWebProcess(pidsFile);
    try {
      await part(page, `Taste ${mark}`).click();
      await page.getByRole("textbox", { name: "Button text" }).fill(`Reserve ${mark}`);
      await selectByArrows(colleague, "Three from the same hill");
      await replaceText(colleague, `Three bags ${mark}`);
      await expect(part(page, `Reserve ${mark}`)).toBeVisible();
      await expect(part(colleague, `Three bags ${mark}`)).toBeVisible();
    } finally {
      comeBack();
    }
    await expect(part(page, `Three bags ${mark}`)).toBeVisible({ timeout: BACK_MS });
    await expect(part(colleague, `Reserve ${mark}`)).toBeVisible({ timeout: BACK_MS });
    await saved(page);
    await saved(colleague);
    expect(await readComponentTexts(page)).toEqual(await readComponentTexts(colleague));
  });

  await test.step("Undo reverts only the user's own changes", async () => {
    await canvas(page).focus();
    await page.keyboard.press("ControlOrMeta+z");
    await patient(part(page, `Taste ${mark}`)).toBeVisible();
    await expect(part(page, `Three bags ${mark}`)).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await patient(part(colleague, `Reserve ${mark}`)).toBeVisible();
  });

  await test.step("a version is saved and restored, and later changes are kept", async () => {
    await saved(page);
    await page.getByRole("button", { name: "Version history" }).click();
    const history = page.getByRole("dialog", { name: "Version history" });
    await history.getByRole("textbox", { name: "Name this version" }).fill(`Before ${mark}`);
    await history.getByRole("button", { name: "Save version" }).click();
    await patient(history.getByRole("button", { name: `Before ${mark}` })).toBeVisible();
    await expectAccessible(page);
    await history.getByRole("button", { name: "Close" }).first().click();

    await part(page, "Rp 142,000").click();
    await page.keyboard.press("Delete");
    await patient(part(colleague, "Rp 142,000")).toHaveCount(0);
    await saved(page);
    await page.getByRole("button", { name: "Version history" }).click();
    await history.getByRole("button", { name: `Before ${mark}` }).click();
    await patient(history.getByText("1 block deleted").or(history.getByText("1 part removed since"))).toBeVisible();
    await history.getByRole("button", { name: "Restore this version" }).click();
    await patient(part(colleague, "Rp 142,000")).toBeVisible();
    await expect.poll(async () => readComponentTexts(page)).toEqual(await readComponentTexts(colleague));
  });

  await test.step("the sent email looks like the canvas", async () => {
    await saved(page);
    await mustCall(page, {
      method: "PUT",
      path: `email-marketing/${id}`,
      body: { subject: `Harvest ${mark}`, preheader: "412 bags", recipients: { labelIds: [label.id] } },
    });
    const drawn = (await readComponentTexts(page)).filter((words) => words !== "");
    const pictures = await surface(page)
      .locator("[data-level=component] img")
      .evaluateAll((all) => all.map((one) => one.getAttribute("src")));
    await mustCall(page, { method: "POST", path: `email-marketing/${id}/send` });
    const mail = await inbox.newest(reader, new RegExp(`^Harvest ${mark}$`));

    const opened = await openBrowser({ viewport: DESK });
    await opened.setContent(mail.html ?? "");
    const bare = (words: string) => words.replace(/\s+/g, "");
    const text = bare(await opened.locator("body").innerText());
    // Merge tags are chips on the canvas and the recipient's values in the email.
    const chips = /firstname, or “friend”|First name, or “friend”/;
    for (const words of drawn) {
      for (const piece of words.split(chips)) {
        if (!/company/i.test(piece)) expect(text).toContain(bare(piece));
      }
    }
    expect(text).toContain("HelloRani.");
    const shown = await opened.locator("img").evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? ""));
    const paths = (sources: readonly (string | null)[]) => sources.map((one) => new URL(one ?? "", address).pathname);
    for (const picture of paths(pictures)) expect(paths(shown)).toContain(picture);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  await test.step("after sending, it is read-only", async () => {
    await colleague.goto(address);
    await patient(colleague.getByRole("application")).toHaveCount(0);
  });
});

test("two users edit the variants of an A/B test through a restart and see the same result", {
  lock: ALONE,
}, async ({ page, dewi, openBrowser, inbox, pidsFile }) => {
  const mark = newMark();
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  const colleague = await openBrowser({ viewport: DESK });
  await signInOnce(colleague, inbox, BAGUS);
  const { id } = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "ab-test",
    body: {
      name: `Variants ${mark}`,
      content: { kind: "document" },
      test: { tested: "content" },
      newsletter: "harvest",
    },
  });
  const variant = (one: Page, name: string) =>
    one.getByRole("tablist", { name: "Variants" }).getByRole("tab", { name, exact: true });
  const open = async (one: Page, name: string) => {
    await variant(one, name).click();
    await patient(variant(one, name)).toHaveAttribute("aria-selected", "true");
  };

  await test.step("each user edits a different variant, and the other sees it", async () => {
    for (const one of [page, colleague]) {
      await one.goto(`/ab-tests/${id}/compose`);
      await patient(part(one, "The new harvest is in")).toBeVisible();
    }
    await open(colleague, "B");
    await selectByArrows(page, "The new harvest is in");
    await replaceText(page, `Plain harvest ${mark}`);
    await selectByArrows(colleague, "The new harvest is in");
    await replaceText(colleague, `Bold harvest ${mark}`);
    await open(page, "B");
    await patient(part(page, `Bold harvest ${mark}`)).toBeVisible();
    await open(page, "A");
    await expect(part(page, `Plain harvest ${mark}`)).toBeVisible();
  });

  await test.step("the server dies, both users continue, and one renames a variant", async () => {
    await saved(page);
    await saved(colleague);
    const comeBack = await killWebProcess(pidsFile);
    try {
      await selectByArrows(page, "Three from the same hill");
      await replaceText(page, `Three plain bags ${mark}`);
      await selectByArrows(colleague, "Three from the same hill");
      await replaceText(colleague, `Three bold bags ${mark}`);
      await variant(colleague, "B").focus();
      await colleague.keyboard.press("F2");
      await colleague.keyboard.type("Bold");
      await colleague.keyboard.press("Enter");
      await expect(variant(colleague, "B Bold")).toBeFocused();
    } finally {
      comeBack();
    }
    await expect(variant(page, "B Bold")).toBeVisible({ timeout: BACK_MS });
    await saved(page);
    await saved(colleague);
  });

  await test.step("both users see the same two variants with all edits", async () => {
    for (const [name, own, other] of [
      ["A", "plain", "bold"],
      ["B Bold", "bold", "plain"],
    ] as const) {
      for (const one of [page, colleague]) {
        await open(one, name);
        await expect(part(one, `Three ${own} bags ${mark}`)).toBeVisible({ timeout: BACK_MS });
      }
      expect(await readComponentTexts(page)).toEqual(await readComponentTexts(colleague));
      const words = (await readComponentTexts(page)).join("\n").toLowerCase();
      expect(words).toContain(`${own} harvest ${mark}`.toLowerCase());
      expect(words).not.toMatch(new RegExp(`${other} (harvest|bags)`));
    }
    const stored = await mustCall<{ variants: { name: string }[] }>(page, { method: "GET", path: `ab-test/${id}` });
    expect(stored.variants.map(({ name }) => name)).toEqual(["", "Bold"]);
  });
});

test("a narrow screen says what the editor needs", { lock: DEMO }, async ({ page, dewi }) => {
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
