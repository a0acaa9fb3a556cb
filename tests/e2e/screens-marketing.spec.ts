/** The screens of contacts, campaigns, reports and senders, wide and narrow, in light and dark mode. */

import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessiblePart } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";
import { LISTS, SETTINGS, walk } from "./screens.ts";
import { checkScreen, listenForErrors, NARROW, waitForScreen } from "./walk.ts";

const SENT = "Toraja harvest letter";
const DRAFT = "Wholesale price list";
const BUILT = "The Gayo harvest is in";

/** The demo has no segment, so this saves a suggested one and checks its screen. */
async function checkSegment(page: Page): Promise<void> {
  await page.goto("/contacts/segments/new?start=newThisWeek");
  await page.getByRole("textbox", { name: "Name" }).fill(`New ${newMark()}`);
  await page.getByRole("button", { name: "Create segment" }).click();
  await expect(page).toHaveURL(/\/contacts\/segments\/\d+$/);
  await checkScreen(page);
}

/** Adds a domain, checks its screen and deletes it, because a team has few. */
async function checkDomain(page: Page): Promise<void> {
  await page.goto("/senders/domains");
  const body = { name: `${newMark()}.lestari.example` };
  const { domainId } = await mustCall<{ domainId: string }>(page, { method: "POST", path: "domains", body });
  await page.goto(`/senders/domains/${domainId}`);
  await expect(page.getByRole("heading", { name: body.name })).toBeVisible();
  await expect(page.getByText("Checking the DNS for the first time")).toBeHidden({ timeout: 30_000 });
  await checkScreen(page);
  await page.getByRole("button", { name: "Delete domain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete domain" }).click();
  await expect(page).toHaveURL(/\/senders\/domains$/);
}

/** Sends an A/B test to ten contacts, checks its screens in every state and stops it. The demo's own test is over. */
async function checkTests(page: Page): Promise<void> {
  const mark = newMark();
  const label = await mustCall<{ id: number }>(page, {
    method: "POST",
    path: "contacts/label",
    body: { name: `Test ${mark}` },
  });
  for (let number = 0; number < 10; number += 1) {
    const email = `test${number}.${mark}@mail.example`;
    await mustCall(page, { method: "POST", path: "contacts", body: { email, labelIds: [label.id] } });
  }
  const body = {
    name: `Two subjects ${mark}`,
    subject: "Fresh beans",
    content: { body: "Come and taste" },
    recipients: { labelIds: [label.id] },
  };
  const { id } = await mustCall<{ id: string }>(page, { method: "POST", path: "ab-test", body });
  await walk(page, [`/ab-tests/${id}/edit`, `/ab-tests/${id}/review`]);
  const built = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "ab-test",
    body: {
      name: `Two mails ${mark}`,
      content: { kind: "document" },
      newsletter: "event",
      test: { tested: "content" },
    },
  });
  await walk(page, [`/ab-tests/${built.id}/compose`, `/ab-tests/${built.id}/edit`]);
  await mustCall(page, { method: "POST", path: `ab-test/${id}/send` });
  const parts = ["", "/timeline", "/links", "/audience", "/delivery", "/recipients"];
  await walk(page, [`/ab-tests/${id}`, ...parts.map((part) => `/ab-tests/${id}/report${part}`)]);
  await mustCall(page, { method: "POST", path: `ab-test/${id}/stop` });
}

async function hrefOf(page: Page, list: string, name?: string): Promise<string> {
  await page.goto(list);
  await waitForScreen(page);
  const links = page.locator("main").getByRole("link", name === undefined ? {} : { name });
  const details = links.and(page.locator(`a[href^="${list.split("?")[0]}/"]`)).filter({ visible: true });
  const taken = [...Object.keys(LISTS), ...Object.keys(SETTINGS)];
  await expect(details.first()).toBeVisible();
  const hrefs = await details.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const href = hrefs.find((one) => !taken.includes(one));
  if (href === undefined) throw new Error(`${list} leads to nothing but ${hrefs.join(", ")}`);
  return href;
}

test("the lists of the demo", async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await walk(page, Object.values(LISTS));
  expect(errors).toEqual([]);
});

test("a contact, a report, a draft and an article of the demo", { lock: DEMO }, async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await checkSegment(page);
  await checkDomain(page);
  await checkTests(page);
  const report = await hrefOf(page, `/campaigns?search=${encodeURIComponent(SENT)}`, SENT);
  const draft = await hrefOf(page, `/campaigns?search=${encodeURIComponent(DRAFT)}`, DRAFT);
  const built = await hrefOf(page, `/campaigns?search=${encodeURIComponent(BUILT)}`, BUILT);
  await walk(page, [
    await hrefOf(page, "/contacts"),
    report,
    `${report}/timeline`,
    `${report}/links`,
    `${report}/audience`,
    `${report}/delivery?machines=include`,
    `${report}/recipients`,
    `${report}?files=1`,
    `${report}/content`,
    draft,
    draft.replace(/^\/campaigns\/(.+)\/edit$/, "/email-marketing/$1/review"),
    built,
    built.replace(/^\/campaigns\/(.+)\/edit$/, "/email-marketing/compose/$1"),
    await hrefOf(page, "/help"),
  ]);
  expect(errors).toEqual([]);
});

test("the dialogs and menus of lists", async ({ page, dewi }) => {
  await signIn(page, dewi);
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "New campaign" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("dialog").getByRole("banner")).toHaveCount(0);

  await test.step("a menu longer than the space below its button", async () => {
    await page.setViewportSize(NARROW);
    await page.goto("/reports");
    await waitForScreen(page);
    await page.getByRole("button", { name: "List options" }).click();
    const menu = page.getByRole("menu");
    await expect(menu.getByRole("menuitemcheckbox").first()).toBeInViewport({ ratio: 1 });
    await expect(menu.getByRole("menuitemcheckbox").first()).toBeFocused();
    await expectAccessiblePart(page);
    const box = await menu.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? NARROW.height)).toBeLessThan(NARROW.height);
    await page.keyboard.press("End");
    await expect(menu.getByRole("menuitemcheckbox").last()).toBeInViewport({ ratio: 1 });
  });
});
