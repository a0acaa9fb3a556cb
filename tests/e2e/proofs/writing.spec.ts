/** Typed text is never lost, rewritten or silently replaced. `bin/prove writing` runs this file. */

import { appendFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { call, mustCall } from "../calls.ts";
import { newMark, register, signIn, submitPassword } from "../entrance.ts";
import { test } from "../fixtures.ts";
import { OPERATOR } from "../locks.ts";
import { routePatterns } from "../routes.ts";
import { CONSOLE, GATES, LISTS, SETTINGS, TRANSACTIONAL, USED_LINKS } from "../screens.ts";
import { waitForScreen } from "../walk.ts";
import { RECORD_FORMS, type Stored } from "./record-forms.ts";
import { RECORD_SCREENS, SAVING_SCREENS, SCREENS_WITHOUT_FIELDS } from "./record-screens.ts";
import { type Box, newRecord, SAVING_FORMS, type Saved } from "./saving-forms.ts";
import { type Field, FieldMismatch, type FieldState, readField, SeededRandom, Typist } from "./typist.ts";
import { simulateUnreliableServer } from "./weather.ts";

const SEED = Number(process.env.WRITING_SEED ?? 1);
/** File that records each tested field with its result. */
const LEDGER = process.env.WRITING_LEDGER;

/** Delay between keys of a fast typist. */
const KEY_MS = 120;
const ACTS_EACH = 6;
const ACTS_LONG = 24;
/** For each field of an autosaved form: on the first visit, and on the return to it. */
const ACTS_FIRST = 10;
const ACTS_AGAIN = 4;
/** All screens together have many fields, so waiting times are shorter there. */
const HASTE = 0.1;
const SAVED_MS = 60_000;
const DESK = { width: 1440, height: 900 } as const;

/** Dialogs with fields, by the URL and the button that opens them. */
const DIALOGS: readonly (readonly [string, string])[] = [
  ["/campaigns", "New campaign"],
  ["/contacts/labels", "New label"],
  ["/contacts/fields", "New custom field"],
  ["/contacts/suppressions", "Add addresses"],
  ["/contacts/testers", "Add tester"],
  ["/senders", "Add sender"],
  ["/senders/domains", "Add domain"],
  ["/trx-templates", "Create template"],
];

function note(entry: Readonly<Record<string, unknown>>): void {
  if (LEDGER) appendFileSync(LEDGER, `${JSON.stringify(entry)}\n`);
}

/** Each test has its own seed, so that it can run alone. */
function randomFor(name: string): SeededRandom {
  let hash = SEED;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return new SeededRandom(hash);
}

const TYPED = [
  "input:not([type])",
  ...["text", "search", "email", "url", "tel", "password", "number"].map((type) => `input[type=${type}]`),
  "textarea",
]
  .map((box) => `${box}:not([readonly]):not([disabled]):not([data-dates-input])`)
  .join(", ");

async function fieldsIn(part: Page | Locator): Promise<readonly Locator[]> {
  const all = await part.locator(TYPED).all();
  const shown: Locator[] = [];
  for (const one of all) if (await one.isVisible()) shown.push(one);
  return shown;
}

async function asField(locator: Locator): Promise<Field> {
  const about = await locator.evaluate((box: HTMLInputElement) => ({
    isNumeric: box.type === "number" || /^(numeric|decimal)$/.test(box.inputMode),
    isTrimmed: box.type === "url",
    max: box.maxLength < 0 ? 100_000 : box.maxLength,
  }));
  return { locator, ...about, read: () => readField(locator) };
}

/** The visible name of a field. */
async function nameOf(locator: Locator): Promise<string> {
  return locator.evaluate((box: HTMLInputElement) => {
    const label = box.labels?.[0]?.textContent ?? box.getAttribute("aria-label");
    return (label ?? box.placeholder ?? box.name).trim().slice(0, 60);
  });
}

/** Types a few actions in every visible field and records each result. Returns the number of fields. */
async function writeEverywhere(page: Page, screen: string, draw: SeededRandom, part?: Locator): Promise<number> {
  const typist = new Typist(page, draw, HASTE);
  let written = 0;
  // A browser would rewrite a domain such as "café.example" in such a field.
  expect.soft(await page.locator("input[type=email]:visible").count(), screen).toBe(0);
  for (const locator of await fieldsIn(part ?? page)) {
    // Typing in one field can hide another.
    if (!(await locator.isVisible())) continue;
    const [name, field] = [await nameOf(locator), await asField(locator)];
    await locator.focus();
    await page.keyboard.press("End");
    const told: string[] = [];
    written += 1;
    try {
      await typist.type(field, ACTS_EACH, told);
      note({ screen, field: name, held: true });
    } catch (error) {
      if (!(error instanceof FieldMismatch)) throw error;
      note({ screen, field: name, held: false, said: error.message });
      expect.soft(error.message, `${screen}: ${name}`).toBe("");
    }
    // Suggestions must not cover the next field. In a dialog, Escape would also close the dialog.
    if (!part) await page.keyboard.press("Escape");
  }
  return written;
}

const status = (page: Page): Locator => page.getByText("Saved", { exact: true });

test("every field of every screen keeps the typed text", async ({ page, dewi }) => {
  const draw = randomFor("every field");
  await signIn(page, dewi);
  const addresses = [LISTS, SETTINGS, TRANSACTIONAL].flatMap((stops) => Object.values(stops));
  let written = 0;
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await waitForScreen(page);
      written += await writeEverywhere(page, address, draw);
    });
  }
  expect(written).toBeGreaterThan(40);
});

test("every field of every dialog keeps the typed text", async ({ page, dewi }) => {
  const draw = randomFor("every dialog");
  await signIn(page, dewi);
  let written = 0;
  for (const [address, opener] of DIALOGS) {
    await test.step(`${address}: ${opener}`, async () => {
      await page.goto(address);
      await waitForScreen(page);
      await page
        .getByRole("button", { name: opener })
        .or(page.getByRole("link", { name: opener }))
        .first()
        .click();
      const dialog = page.getByRole("dialog").last();
      await expect(dialog).toBeVisible();
      written += await writeEverywhere(page, `${address}: ${opener}`, draw, dialog);
    });
  }
  expect(written).toBeGreaterThanOrEqual(DIALOGS.length);
});

test("every screen with a record id is tested, or listed as having no fields", () => {
  const elsewhere = [CONSOLE, GATES, USED_LINKS].flatMap((stops) => Object.keys(stops));
  const withId = routePatterns().filter((pattern) => pattern.includes("/:") && !elsewhere.includes(pattern));

  expect([...Object.keys(RECORD_SCREENS), ...SAVING_SCREENS, ...SCREENS_WITHOUT_FIELDS].toSorted()).toEqual(withId);
});

test("every field of a record keeps the typed text", async ({ page, dewi }) => {
  const draw = randomFor("every record");
  await signIn(page, dewi);
  for (const [pattern, { open, views = [], minFields }] of Object.entries(RECORD_SCREENS)) {
    await test.step(pattern, async () => {
      await open(page);
      await waitForScreen(page);
      const main = page.getByRole("main");
      await expect(main.locator(TYPED).first()).toBeVisible();
      let written = 0;
      for (const view of views.length > 0 ? views : [undefined]) {
        if (view)
          await main
            .getByRole("group", { name: "Part" })
            .getByRole("radio", { name: view, exact: true })
            .check({ force: true });
        // In the main area no Escape is pressed, because it would close a contact's field.
        written += await writeEverywhere(page, view ? `${pattern} (${view})` : pattern, draw, main);
      }
      expect(written, pattern).toBeGreaterThanOrEqual(minFields);
    });
  }
});

test("every field of the support console keeps the typed text", { lock: OPERATOR }, async ({ operator, dewi }) => {
  const draw = randomFor("console");
  const search = encodeURIComponent(dewi.email);
  const read = <Item>(path: string) =>
    mustCall<{ items: Item[] }>(operator, { method: "GET", path: `${path}?search=${search}` });
  const team = (await read<{ companyId: string }>("admin/teams")).items[0]?.companyId ?? "";
  const user = (await read<{ userId: string }>("admin/users")).items[0]?.userId ?? "";
  let written = 0;
  for (const pattern of Object.values(CONSOLE)) {
    await test.step(pattern, async () => {
      await operator.goto(pattern.replace("TEAM", team).replace("USER", user));
      await waitForScreen(operator);
      written += await writeEverywhere(operator, pattern, draw);
    });
  }
  expect(written).toBeGreaterThan(0);
});

/** The field, after switching to the tab of its variant. */
async function showBox(page: Page, { name, variant }: Box): Promise<Locator> {
  if (variant !== undefined) {
    await page.getByRole("tablist", { name: "Variants" }).getByRole("tab").nth(variant).click();
  }
  const wanted = { name, exact: true };
  // A field with browser suggestions has the role combobox.
  const field = page.getByRole("textbox", wanted).or(page.getByRole("combobox", wanted));
  await expect(field).toBeVisible();
  return field;
}

const tidy = (text: string) => text.trim().replace(/\s+/g, " ");

for (const { kind, path, address, more, boxes } of SAVING_FORMS) {
  test(`typed text in the autosaved form of a ${kind} is stored in the end, however the server responds`, async ({
    page,
    dewi,
  }) => {
    const draw = randomFor(kind);
    await signIn(page, dewi);
    const { id } = await mustCall<{ id: string }>(page, { method: "POST", path, body: { ...newRecord(), ...more } });
    await page.goto(address(id));
    for (const box of boxes) await showBox(page, box);
    const weather = await simulateUnreliableServer(page, draw);
    const typist = new Typist(page, draw);
    const typed = new Map<Box, string>();
    for (const acts of [ACTS_FIRST, ACTS_AGAIN]) {
      for (const box of boxes) {
        const field = await showBox(page, box);
        const before = typed.get(box);
        if (before !== undefined) expect(await field.inputValue(), box.name).toBe(before);
        await field.focus();
        await page.keyboard.press("End");
        typed.set(box, await typist.type(await asField(field), acts));
      }
    }
    await weather.end();
    await page.keyboard.press("Tab");
    await expect(status(page)).toBeVisible({ timeout: SAVED_MS });
    for (const [box, value] of typed) expect(await (await showBox(page, box)).inputValue(), box.name).toBe(value);

    const saved = await mustCall<Saved>(page, { method: "GET", path: `${path}/${id}` });
    for (const [box, value] of typed) {
      expect(tidy(box.stored(saved) ?? ""), box.name).toBe(tidy(value));
      note({ screen: kind, field: box.name, held: true, late: weather.late, lost: weather.lost });
    }
  });
}

const SAVE_TRIES = 12;
const CONFLICT = /(?:changed|cleared).* while you were editing/;
const ACTIONABLE_MS = 1_000;

/** Presses the save button until no changes are unsaved: a save or its response might be lost. */
async function saveUntilStored(page: Page, name: string): Promise<void> {
  const [button, unsaved] = [page.getByRole("button", { name, exact: true }), page.getByText("Unsaved changes")];
  await expect(async () => {
    // The bar might disappear between the check and the click.
    if (await unsaved.isVisible()) await button.click({ timeout: SAVED_MS / SAVE_TRIES }).catch(() => undefined);
    await expect(unsaved).toBeHidden({ timeout: SAVED_MS / SAVE_TRIES });
  }).toPass({ timeout: SAVED_MS });
}

for (const { kind, make, save, fields, read } of RECORD_FORMS) {
  test(`typed and saved text in the form of a ${kind} is stored in the end, however the server responds`, async ({
    page,
  }) => {
    const draw = randomFor(`record ${kind}`);
    await register(page, { company: `Kedai ${newMark()}` });
    const address = await make(page);
    await page.goto(address);
    const box = (name: string) => page.getByRole("textbox", { name, exact: true });
    for (const name of fields) await expect(box(name)).toBeVisible();
    const weather = await simulateUnreliableServer(page, draw);
    const typist = new Typist(page, draw);
    const typed = new Map<string, string>();
    for (const acts of [ACTS_FIRST, ACTS_AGAIN]) {
      for (const name of fields) {
        const before = typed.get(name);
        if (before !== undefined) expect(await box(name).inputValue(), name).toBe(before);
        await box(name).focus();
        await page.keyboard.press("End");
        await page.keyboard.type("a");
        typed.set(name, await typist.type(await asField(box(name)), acts));
        // The typist continues during the save. A busy button is not clicked.
        await page
          .getByRole("button", { name: save, exact: true })
          .click({ timeout: ACTIONABLE_MS })
          .catch(() => undefined);
      }
    }
    await weather.end();
    for (const [name, value] of typed) expect(await box(name).inputValue(), name).toBe(value);
    // With one author, a save without a response must not become a conflict.
    await expect(page.getByText(CONFLICT)).toHaveCount(0);
    await saveUntilStored(page, save);

    const stored = await read(page, address);
    for (const [name, value] of typed) {
      expect(tidy(stored[name] ?? ""), name).toBe(tidy(value));
      note({ screen: kind, field: name, held: true, late: weather.late, lost: weather.lost });
    }
  });

  // Only one person edits a profile.
  if (kind === "profile") continue;
  test(`two users in the form of a ${kind}: the other's saved text is shown, never silently replaced`, async ({
    page,
  }) => {
    const draw = randomFor(`two in ${kind}`);
    await register(page, { company: `Kedai ${newMark()}` });
    const address = await make(page);
    const other = await page.context().newPage();
    for (const one of [page, other]) await one.goto(address);
    const [name = ""] = fields;
    const box = (one: Page) => one.getByRole("textbox", { name, exact: true });
    await box(page).focus();
    await page.keyboard.press("End");
    const mine = await new Typist(page, draw, 0.5).type(await asField(box(page)), ACTS_LONG);
    const theirs = `Written by the other one ${newMark()}`;
    await box(other).fill(theirs);
    await saveUntilStored(other, save);

    await page.getByRole("button", { name: save, exact: true }).click();

    await expect(page.getByText(CONFLICT)).toBeVisible();
    await expect(box(page)).toHaveValue(mine);
    expect((await read(page, address))[name]).toBe(theirs);
    await saveUntilStored(page, save);
    expect(tidy((await read(page, address))[name] ?? "")).toBe(tidy(mine));
    note({ screen: kind, field: name, held: true, people: 2 });
  });
}

/** Lets the next save of a contact succeed but drops its response. */
async function dropNextResponse(page: Page): Promise<void> {
  let isLost = false;
  await page.route(/\/api\/contacts\/\d+$/, async (route) => {
    if (isLost || route.request().method() !== "PUT") return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
}

test("a contact's country and time cause no conflict with themselves after a lost response", async ({ page }) => {
  await register(page, { company: `Kedai ${newMark()}` });
  const fieldBody = { name: "Visit", type: "dateTime" };
  const { id: fieldId } = await mustCall<{ id: number }>(page, {
    method: "POST",
    path: "contacts/field",
    body: fieldBody,
  });
  const body = { email: `written.${newMark()}@mail.example`, customField: { [fieldId]: "2026-11-28T09:00" } };
  const { contactId } = await mustCall<{ contactId: number }>(page, { method: "POST", path: "contacts", body });
  const read = async () => {
    const path = `contacts/${contactId}`;
    const { country, timezone, customField } = await mustCall<{
      country: string;
      timezone: string;
      customField: Stored;
    }>(page, {
      method: "GET",
      path,
    });
    return { country, timezone, minute: customField[fieldId]?.slice(14, 16) };
  };
  await page.goto(`/contacts/${contactId}`);
  const more = page.getByRole("button", { name: "Show empty fields" });
  if (await more.isVisible()) await more.click();
  const save = page.getByRole("button", { name: "Save", exact: true });

  // The form shows a country by its name in the interface language, whichever name was typed.
  for (const { label, first, shown, second, stored } of [
    { label: "Country", first: "Belanda", shown: "Netherlands", second: "Jepang", stored: { country: "Japan" } },
    { label: "Time zone", first: "WIB", shown: "WIB", second: "WITA", stored: { timezone: "Asia/Makassar" } },
    { label: "Visit", first: "30", shown: "30", second: "45", stored: { minute: "45" } },
  ]) {
    await page.getByRole("button", { name: new RegExp(`^${label}: .*Edit$`) }).click();
    const field = page.getByRole("combobox", { name: label, exact: true }).or(page.getByLabel("Minute, Visit"));
    await field.fill(first);
    await dropNextResponse(page);
    await save.click();
    await expect(save).toBeVisible({ timeout: SAVED_MS });
    await expect(field).toHaveValue(shown);
    await field.fill(second);
    await save.click();
    await expect.poll(read, { timeout: SAVED_MS }).toMatchObject(stored);
    await expect(page.getByText(CONFLICT)).toHaveCount(0);
    note({ screen: "contact", field: label, held: true });
  }
});

test("two users in one form: the other's text is merged or shown, never silently replaced", async ({ page, dewi }) => {
  const draw = randomFor("two people");
  await signIn(page, dewi);
  const body = { name: `Together ${newMark()}`, subject: "First", content: { body: "Hello" } };
  const { id } = await mustCall<{ id: string }>(page, { method: "POST", path: "email-marketing", body });
  const other = await page.context().newPage();
  for (const one of [page, other]) await one.goto(`/campaigns/${id}/edit`);
  const box = (one: Page, name: string) => one.getByRole("textbox", { name, exact: true });
  await expect(box(page, "Subject")).toBeVisible();
  await expect(box(other, "Subject")).toBeVisible();
  const weather = await simulateUnreliableServer(page, draw);
  const [mine, theirs] = [new Typist(page, draw, 0.5), new Typist(other, new SeededRandom(SEED + 7), 0.5)];

  await box(page, "Subject").focus();
  await box(other, "Preview text").focus();
  const [subject, preview] = await Promise.all([
    mine.type(await asField(box(page, "Subject")), ACTS_LONG),
    theirs.type(await asField(box(other, "Preview text")), ACTS_LONG),
  ]);
  await weather.end();
  for (const one of [page, other]) await expect(status(one)).toBeVisible({ timeout: SAVED_MS });
  await expect(box(page, "Preview text")).toHaveValue(preview.trim().replace(/\s+/g, " "));
  await expect(box(other, "Subject")).toHaveValue(subject.trim().replace(/\s+/g, " "));

  // Both in the same field: the user who has the focus keeps their text and chooses the version.
  const again = await simulateUnreliableServer(page, draw);
  await box(page, "Subject").focus();
  const writing = mine.type(await asField(box(page, "Subject")), ACTS_LONG);
  await box(other, "Subject").fill("Written by the other one");
  const kept = await writing;
  await again.end();
  await expect(page.getByText(/changed this to “Written by the other one”/)).toBeVisible({ timeout: SAVED_MS });
  await expect(box(page, "Subject")).toHaveValue(kept);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(status(page)).toBeVisible({ timeout: SAVED_MS });
  const stored = await mustCall<Saved>(page, { method: "GET", path: `email-marketing/${id}` });
  expect(stored.subject).toBe(kept.trim().replace(/\s+/g, " "));
});

test("a session that ends during typing restores the text after signing in", async ({ page, openBrowser }) => {
  const draw = randomFor("expired");
  const account = await register(page, { company: `Kedai ${newMark()}` });
  const elsewhere = await openBrowser();
  await signIn(elsewhere, account);
  const body = { name: `Ended ${newMark()}`, subject: "First", content: { body: "Hello" } };
  const { id } = await mustCall<{ id: string }>(page, { method: "POST", path: "email-marketing", body });
  await page.goto(`/campaigns/${id}/edit`);
  const subject = page.getByRole("textbox", { name: "Subject", exact: true });
  await subject.focus();
  await page.keyboard.press("End");
  const typist = new Typist(page, draw);
  await typist.type(await asField(subject), 4);
  await page.route(/\/api\/email-marketing\//, (route) =>
    route.request().method() === "PUT" ? route.abort("connectionreset") : route.continue(),
  );
  const typed = await typist.type(await asField(subject), 8);
  expect((await call(elsewhere, { method: "POST", path: "users/sessions/end-others" })).status).toBe(200);
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await page.unroute(/\/api\/email-marketing\//);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await submitPassword(page, account);
  await expect(subject).toHaveValue(typed, { timeout: SAVED_MS });
  await expect(status(page)).toBeVisible({ timeout: SAVED_MS });
  const stored = await mustCall<Saved>(page, { method: "GET", path: `email-marketing/${id}` });
  expect(stored.subject).toBe(typed.trim().replace(/\s+/g, " "));
});

/** Text and caret of the field that is edited on the canvas. */
async function readCanvasField(box: Locator): Promise<FieldState> {
  return box.evaluate((root: HTMLElement) => {
    const chosen = window.getSelection();
    const text = (node: Node): string =>
      (node.textContent ?? "").replaceAll("\u00a0", " ").replaceAll(/[\u200b\u2060]/g, "");
    if (!chosen?.anchorNode || !root.contains(chosen.anchorNode)) return { value: text(root), caret: null };
    const before = document.createRange();
    before.selectNodeContents(root);
    before.setEnd(chosen.anchorNode, chosen.anchorOffset);
    return { value: text(root), caret: before.toString().replaceAll(/[\u200b\u2060]/g, "").length };
  });
}

/** Creates a newsletter campaign and opens its editor. */
async function createNewsletter(page: Page): Promise<void> {
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "New campaign" }).click();
  const dialog = page.getByRole("dialog", { name: "New campaign" });
  await dialog.getByLabel("Name").fill(`Typed ${newMark()}`);
  await dialog.getByText("Harvest newsletter").click();
  await dialog.getByRole("button", { name: "Create campaign" }).click();
  await expect(part(page, "The new harvest is in")).toBeVisible({ timeout: SAVED_MS });
}

function part(page: Page, words: string): Locator {
  return page.locator("[data-surface] [data-level=component]").filter({ hasText: words }).first();
}

/** Opens the text of a component for editing, with the caret at its end. */
async function edit(page: Page, words: string): Promise<Locator> {
  await part(page, words).dblclick();
  const text = page.locator("[data-surface]").getByRole("textbox");
  await expect(text).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  return text;
}

const canvasField = (text: Locator): Field => ({
  locator: text,
  isNumeric: false,
  isTrimmed: false,
  max: 100_000,
  read: () => readCanvasField(text),
});

interface SocketProxy {
  /** Drops the connection. The page can reconnect. */
  readonly drop: () => void;
  /** Blocks all traffic and rejects new connections. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly count: number;
}

/** A proxy between a page and the server's sockets. Create it before the page connects. */
async function interceptSockets(page: Page): Promise<SocketProxy> {
  const open: { close: () => void }[] = [];
  let isHeld = false;
  await page.routeWebSocket(/./, (ours) => {
    if (isHeld) {
      void ours.close();
      return;
    }
    const server = ours.connectToServer();
    ours.onMessage((message) => {
      if (!isHeld) server.send(message);
    });
    server.onMessage((message) => {
      if (!isHeld) ours.send(message);
    });
    open.push({
      close: () => {
        void ours.close();
        void server.close();
      },
    });
  });
  return {
    // The newest connection is the open one.
    drop: () => open.at(-1)?.close(),
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      open.at(-1)?.close();
    },
    get count() {
      return open.length;
    },
  };
}

const savedAt = (page: Page) => page.getByRole("banner").getByText(/^Saved/);

/** Whether a component of the email has this text; a collaborator's name might follow it. */
async function isShown(page: Page, words: string): Promise<boolean> {
  const parts = await page.locator("[data-surface] [data-level=component]").allInnerTexts();
  return parts.some((text) => tidy(text).includes(tidy(words)));
}

test("a text in the email editor keeps the typed text through reconnections", async ({ page, dewi }) => {
  const draw = randomFor("editor");
  const line = await interceptSockets(page);
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  await createNewsletter(page);
  const text = await edit(page, "The new harvest is in");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Begun");
  const typist = new Typist(page, draw);
  let typed = "";
  for (let round = 0; round < 4; round += 1) {
    typed = await typist.type(canvasField(text), ACTS_LONG / 2);
    line.drop();
  }
  await page.keyboard.press("Escape");
  await expect(savedAt(page)).toBeVisible({ timeout: SAVED_MS });
  await page.reload();
  await expect(part(page, tidy(typed).slice(0, 12))).not.toHaveCount(0, { timeout: SAVED_MS });
  expect(await isShown(page, typed)).toBe(true);
  note({ screen: "editor", field: "text", held: true, lines: line.count });
});

test("two users edit two texts of one email, and both see all changes", async ({ page, dewi, openBrowser }) => {
  const draw = randomFor("two in the editor");
  const other = await openBrowser({ viewport: DESK });
  const lines = [await interceptSockets(page), await interceptSockets(other)];
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  await signIn(other, dewi);
  await createNewsletter(page);
  await other.goto(page.url());
  await expect(part(other, "The new harvest is in")).toBeVisible({ timeout: SAVED_MS });

  const [mine, theirs] = [await edit(page, "The new harvest is in"), await edit(other, "Three from the same hill")];
  const [typed, heard] = [new Typist(page, draw), new Typist(other, new SeededRandom(SEED + 11))];
  let texts: readonly [string, string] = ["", ""];
  for (let round = 0; round < 3; round += 1) {
    texts = await Promise.all([
      typed.type(canvasField(mine), ACTS_LONG / 2),
      heard.type(canvasField(theirs), ACTS_LONG / 2),
    ]);
    lines[draw.between(0, 1)]?.drop();
  }
  for (const one of [page, other]) {
    await one.keyboard.press("Escape");
    await expect(savedAt(one)).toBeVisible({ timeout: SAVED_MS });
  }
  for (const one of [page, other]) {
    for (const words of texts) {
      await expect.poll(() => isShown(one, words), { timeout: SAVED_MS }).toBe(true);
    }
  }
  note({
    screen: "editor",
    field: "two texts of two people",
    held: true,
    lines: lines.reduce((sum, line) => sum + line.count, 0),
  });
});

/** The text between two markers as a separate field, because another user edits the rest. */
function pieceField(text: Locator, after: string, before: string): Field {
  return {
    ...canvasField(text),
    read: async () => {
      const { value, caret } = await readCanvasField(text);
      const start = value.indexOf(after) + after.length;
      const end = before === "" ? value.length : value.indexOf(before);
      return { value: value.slice(start, end), caret: caret === null ? null : caret - start };
    },
  };
}

/** Moves the caret behind the words by keyboard. */
async function moveCaretBehind(page: Page, text: Locator, words: string): Promise<void> {
  const { value } = await readCanvasField(text);
  const place = value.indexOf(words) + words.length;
  await page.keyboard.press("ControlOrMeta+Home");
  for (let step = 0; step < place; step += 1) await page.keyboard.press("ArrowRight");
  expect((await readCanvasField(text)).caret).toBe(place);
}

test("two authors edit one text: both see all changes, and each caret stays in place", async ({
  page,
  dewi,
  openBrowser,
}) => {
  const draw = randomFor("one text");
  const other = await openBrowser({ viewport: DESK });
  const lines = [await interceptSockets(page), await interceptSockets(other)];
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  await signIn(other, dewi);
  await createNewsletter(page);
  await other.goto(page.url());
  await expect(part(other, "The new harvest is in")).toBeVisible({ timeout: SAVED_MS });

  const mine = await edit(page, "The new harvest is in");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("First.Second.Third.");
  await expect(part(other, "First.Second.Third.")).toBeVisible({ timeout: SAVED_MS });
  await part(other, "First.Second.Third.").dblclick();
  const theirs = other.locator("[data-surface]").getByRole("textbox");
  await expect(theirs).toBeFocused();
  const [typed, heard] = [new Typist(page, draw), new Typist(other, new SeededRandom(SEED + 13))];

  // The words before and after the caret. The caret stays within each user's own text.
  const rounds = [
    { mine: ["Third.", ""], theirs: ["", "First."] },
    { mine: ["First.", "Second."], theirs: ["Second.", "Third."] },
    { mine: ["Second.", "Third."], theirs: ["First.", "Second."] },
  ] as const;
  const pieces = new Map<string, string>();
  const whole = () => ["", "First.", "Second.", "Third."].map((mark) => mark + (pieces.get(mark) ?? "")).join("");
  const write = async (typist: Typist, text: Locator, [after, before]: readonly [string, string]) => {
    const field = pieceField(text, after, before);
    const value = await typist.type(field, ACTS_LONG / 2);
    pieces.set(after, value);
    return { field, caret: (await field.read()).caret };
  };
  for (const round of rounds) {
    for (const [one, text, [after]] of [
      [page, mine, round.mine],
      [other, theirs, round.theirs],
    ] as const) {
      await moveCaretBehind(one, text, after + (pieces.get(after) ?? ""));
    }
    for (const one of [page, other]) await one.keyboard.type(" and then this", { delay: 20 });
    const dropping = page.waitForTimeout(draw.between(1, 5) * 1000).then(() => lines[draw.between(0, 1)]?.drop());
    const [written] = await Promise.all([
      Promise.all([write(typed, mine, round.mine), write(heard, theirs, round.theirs)]),
      dropping,
    ]);
    for (const text of [mine, theirs]) {
      await expect.poll(async () => (await readCanvasField(text)).value, { timeout: SAVED_MS }).toBe(whole());
    }
    for (const { field, caret } of written) expect((await field.read()).caret).toBe(caret);
  }
  for (const one of [page, other]) {
    await one.keyboard.press("Escape");
    await expect(savedAt(one)).toBeVisible({ timeout: SAVED_MS });
  }
  // The server's version, in a browser without local changes.
  const reader = await openBrowser({ viewport: DESK });
  await signIn(reader, dewi);
  await reader.goto(page.url());
  for (const one of [page, other, reader]) {
    await expect.poll(() => isShown(one, whole()), { timeout: SAVED_MS }).toBe(true);
  }
  note({
    screen: "editor",
    field: "one text of two authors",
    held: true,
    lines: lines.reduce((sum, line) => sum + line.count, 0),
  });
});

test("two authors typing at the same position keep their words intact", async ({ page, dewi, openBrowser }) => {
  const other = await openBrowser({ viewport: DESK });
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  await signIn(other, dewi);
  await createNewsletter(page);
  await other.goto(page.url());
  await expect(part(other, "The new harvest is in")).toBeVisible({ timeout: SAVED_MS });
  const texts = [await edit(page, "The new harvest is in"), await edit(other, "The new harvest is in")];

  await Promise.all([
    page.keyboard.type(" from the north", { delay: KEY_MS }),
    other.keyboard.type(" and roasted", { delay: KEY_MS }),
  ]);

  const either = ["and roasted from the north", "from the north and roasted"].map(
    (end) => `The new harvest is in ${end}`,
  );
  for (const text of texts) {
    await expect
      .poll(async () => either.includes((await readCanvasField(text)).value), { timeout: SAVED_MS })
      .toBe(true);
  }
  note({ screen: "editor", field: "one place of two authors", held: true });
});

test("text typed into an email that another user just scheduled is returned, not lost", async ({
  page,
  dewi,
  openBrowser,
}) => {
  const draw = randomFor("rejected");
  const line = await interceptSockets(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  const colleague = await openBrowser();
  await signIn(colleague, dewi);
  await createNewsletter(page);
  const [id = ""] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
  const labels = await mustCall<readonly { id: number; name: string }[]>(page, {
    method: "GET",
    path: "contacts/label",
  });
  const labelIds = labels.filter((label) => label.name === "VIP").map((label) => label.id);
  await mustCall(page, {
    method: "PUT",
    path: `email-marketing/${id}`,
    body: { subject: "Harvest", recipients: { labelIds } },
  });
  await expect(savedAt(page)).toBeVisible({ timeout: SAVED_MS });

  const text = await edit(page, "The new harvest is in");
  line.hold();
  const typed = await new Typist(page, draw).type(canvasField(text), ACTS_LONG);
  const scheduleAt = new Date(Date.now() + 86_400_000).toISOString();
  await mustCall(colleague, { method: "POST", path: `email-marketing/${id}/send`, body: { scheduleAt } });
  line.release();

  const dialog = page.getByRole("dialog", { name: "Your last changes couldn’t be saved" });
  await expect(dialog).toBeVisible({ timeout: SAVED_MS });
  await dialog.getByRole("button", { name: "Copy my text" }).click();
  await expect(dialog.getByText("Copied")).toBeVisible();
  expect(tidy(await page.evaluate(() => navigator.clipboard.readText()))).toContain(tidy(typed));
  await mustCall(colleague, { method: "POST", path: `email-marketing/${id}/cancel-schedule` });
  note({ screen: "editor", field: "rejected text", held: true });
});
