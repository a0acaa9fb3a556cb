/**
 * A campaign is scheduled, moved in the calendar, cancelled and restored. It starts on time and is paused and resumed.
 */

import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";
import { NARROW, WIDE } from "./walk.ts";

test.describe.configure({ lock: DEMO });

type Campaign = { readonly id: string; readonly status: string; readonly scheduleAt: string | null };

test("a campaign is scheduled, moved, cancelled and restored, starts on time, and is paused and resumed", async ({
  page,
  dewi,
}) => {
  const name = `Tasting ${newMark()}`;
  await signIn(page, dewi);
  const { id } = await mustCall<Campaign>(page, { method: "POST", path: "email-marketing", body: { name } });
  const content = { body: "Hello" };
  // A label that no journey extends: an import would add more recipients than the plan allows.
  const labels = await mustCall<readonly { id: number; name: string }[]>(page, {
    method: "GET",
    path: "contacts/label",
  });
  const labelIds = labels.filter((label) => label.name === "VIP").map((label) => label.id);
  const body = { subject: name, content, recipients: { labelIds } };
  await mustCall(page, { method: "PUT", path: `email-marketing/${id}`, body });
  const read = () => mustCall<Campaign>(page, { method: "GET", path: `email-marketing/${id}` });

  await test.step("scheduled for tomorrow morning with a rate limit", async () => {
    await page.goto(`/email-marketing/${id}/review`);
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Tomorrow 09:00" }).click();
    await dialog.getByText("Contact’s time zone").click();
    await expect(dialog.getByText("Each contact receives it at this time in their own time zone")).toBeVisible();
    await dialog.getByText("Team time zone").click();
    await dialog.getByLabel("Limit the sending speed").check();
    await dialog.getByLabel("Maximum emails per hour").fill("600");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Schedule for / }).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await expect(page.getByText("Up to 600 emails per hour")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a calendar day with campaigns can create another one", async () => {
    await page.goto("/email-marketing/calendar");
    await page
      .getByRole("button", { name: /^New campaign on / })
      .last()
      .click();
    const dialog = page.getByRole("dialog", { name: "New campaign" });
    await expect(dialog.getByText(/^Planned for /)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name }).click({ trial: true });
  });

  await test.step("on a phone, every future day can create one, even an empty day", async () => {
    const size = page.viewportSize() ?? WIDE;
    await page.setViewportSize(NARROW);
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/email-marketing/calendar?by=week&day=${day}`);
    const days = page.getByRole("button", { name: /^New campaign on / });
    await expect(days).toHaveCount(7);
    await days.nth(2).click();
    await expect(page.getByRole("dialog", { name: "New campaign" }).getByText(/^Planned for /)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.setViewportSize(size);
  });

  await test.step("moved in the calendar with its button", async () => {
    const before = (await read()).scheduleAt ?? "";
    await page.goto("/email-marketing/calendar");
    await page.getByRole("button", { name: `Reschedule ${name}` }).press("Enter");
    const dialog = page.getByRole("dialog");
    const day = dialog.getByLabel("Date");
    const next = new Date(Date.parse(`${await day.inputValue()} UTC`) + 86_400_000).toISOString().slice(0, 10);
    await day.fill(next);
    await dialog.getByRole("button", { name: /^Reschedule to / }).click();
    await expect(dialog).toBeHidden();
    expect(Date.parse((await read()).scheduleAt ?? "") - Date.parse(before)).toBe(86_400_000);
  });

  await test.step("cancelled and restored", async () => {
    await page.goto(`/campaigns/${id}/edit`);
    await page.getByRole("button", { name: "Cancel schedule" }).click();
    await expect(page.getByRole("link", { name: "Review and send" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("timer")).toBeVisible();
    expect((await read()).status).toBe("SCHEDULED");
  });

  await test.step("it starts on time, and is paused and resumed", async () => {
    const scheduleAt = new Date(Date.now() + 4_000).toISOString();
    const schedule = { scheduleAt, perHour: 600 };
    await mustCall(page, { method: "PUT", path: `email-marketing/${id}/schedule`, body: schedule });
    await page.getByRole("button", { name: "Pause" }).click({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.getByRole("button", { name: "Stop sending" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop sending" }).click();
    await expect(page.getByText("Stopped").first()).toBeVisible();
  });
});
