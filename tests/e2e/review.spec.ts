/** The review before sending: fixes each error by its link, then sends the campaign. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

type Made = { readonly id: number };
type Draft = { readonly id: string };

/** Long enough to keep the share of images low. */
const TEXT = "Fresh beans from Gayo and Toraja arrived this morning, roasted lightly and ready for your cup.";
const SEEN_MS = 60_000;
/** Line height of the title in pixels, and its minimum width beside the actions. */
const TITLE_LINE_PX = 28;
const MIN_TITLE_PX = 310;

/** A draft of Dewi's team with one recipient, no subject and a broken link. */
async function createFaultyDraft(page: Page, { mark, link }: { mark: string; link: string }): Promise<string> {
  const label = await mustCall<Made>(page, { method: "POST", path: "contacts/label", body: { name: `Look ${mark}` } });
  const email = `look.${mark}@mail.example`;
  await mustCall(page, { method: "POST", path: "contacts", body: { email, labelIds: [label.id] } });
  const draft = await mustCall<Draft>(page, {
    method: "POST",
    path: "email-marketing",
    body: {
      name: `Look ${mark}`,
      content: { body: `${TEXT} [See the beans](${link})` },
      recipients: { labelIds: [label.id] },
    },
  });
  return draft.id;
}

test("the checks find errors, and each is fixed from its link", async ({ page, dewi, addresses, inbox, zones }) => {
  const mark = newMark();
  // The product itself serves as a shop under that name, where this path does not exist.
  const { port } = new URL(addresses.app);
  await zones.publish(`${mark}.example`, { A: ["127.0.0.1"] });
  const gone = `http://${mark}.example:${port}/beans`;
  await signIn(page, dewi);
  const id = await createFaultyDraft(page, { mark, link: gone });
  const review = `/email-marketing/${id}/review`;
  const checks = page.locator("#review-checks");
  await page.goto(`/campaigns/${id}/edit`);
  await page.getByRole("link", { name: "Review and send" }).click();
  await expect(page).toHaveURL(new RegExp(`${review}$`));

  await test.step("on a narrow screen the actions leave enough width for the title", async () => {
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 800 });
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(title?.height).toBeLessThanOrEqual(2 * TITLE_LINE_PX);
    expect(title?.width).toBeGreaterThan(MIN_TITLE_PX);
    if (usual) await page.setViewportSize(usual);
  });

  await test.step("the links are checked live", async () => {
    await expect(checks.getByText("1 link leads to a page that does not exist")).toBeVisible({ timeout: SEEN_MS });
    await expect(checks.getByText(gone).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("blocking errors prevent sending", async () => {
    await expect(checks.getByText("The campaign has no subject")).toBeVisible();
    // The button is aria-disabled but can still be pressed.
    await page.getByRole("button", { name: "Send to 1 recipient now" }).press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(checks).toBeFocused();
    await expect(page.getByRole("button", { name: "Mark as ready" })).toBeDisabled();
  });

  await test.step("the subject is fixed from its link", async () => {
    await checks.getByRole("link", { name: "Edit the subject" }).first().click();
    await expect(page).toHaveURL(new RegExp(`/campaigns/${id}/edit#subject$`));
    const subject = page.getByLabel("Subject", { exact: true });
    await expect(subject).toBeFocused();
    await subject.fill(`Beans ${mark}`);
    await page.getByRole("link", { name: "Review and send" }).click();
    await expect(page).toHaveURL(new RegExp(`${review}$`));
    await expect(checks.getByText("The campaign has no subject")).toBeHidden();
  });

  await test.step("the broken link is fixed from its link", async () => {
    await checks.getByRole("link", { name: "Edit the content" }).first().click();
    const content = page.getByLabel("Text", { exact: true });
    await content.fill(`${TEXT} [See the beans](http://${mark}.example:${port}/healthz)`);
    await page.getByRole("link", { name: "Review and send" }).click();
    await expect(checks.getByText("leads to a page that does not exist")).toBeHidden({ timeout: SEEN_MS });
    await checks.getByText(/checks passed$/).click();
    await expect(checks.getByText("1 link works")).toBeVisible({ timeout: SEEN_MS });
  });

  await test.step("the campaign is marked as ready and sent", async () => {
    await page.getByRole("button", { name: "Mark as ready" }).click();
    await expect(checks.getByText(/^Marked as ready on/)).toBeVisible();
    await page.reload();
    await expect(checks.getByText(/^Marked as ready on/)).toBeVisible();
    await page.getByRole("button", { name: "Send to 1 recipient now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send to 1 recipient now" }).click();
    await expect(page).toHaveURL(new RegExp(`/campaigns/${id}$`));
    await inbox.newest(`look.${mark}@mail.example`, new RegExp(`Beans ${mark}`));
  });
});
