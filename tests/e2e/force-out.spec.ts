/** An operator ends a team's sessions. Users see a notice and lose no input; the audit log records the reason. */

import { expectAccessible } from "./accessibility.ts";
import { call, tokenOf } from "./calls.ts";
import { newMark, register, submitPassword } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { OPERATOR } from "./locks.ts";

test.describe.configure({ lock: OPERATOR });

// `bin/bench forceout` measures that this takes less than a second. Here the machine might be busy.
const DIALOG_TIMEOUT_MS = 60_000;
const SIGN_IN_TIMEOUT_MS = 60_000;

test("an operator ends a team's sessions: every tab shows it, input is kept, and the audit log has the reason", async ({
  page,
  operator,
}) => {
  const company = `Kedai ${newMark()}`;
  const note = `Asked by phone, ${company}`;
  const account = await register(page, { company });
  const token = await tokenOf(page);
  const tab = await page.context().newPage();
  await tab.goto("/campaigns");
  await expect(tab.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  await page.goto("/contacts/new");
  await page.getByLabel("Email address").fill("rina@kedai.example");
  await page.getByLabel("First name").fill("Rina, not saved yet");

  await test.step("the operator finds the team and ends its sessions", async () => {
    await operator.goto("/admin/teams");
    await operator.getByLabel("Name, member email or ID").fill(company);
    await operator.getByRole("link", { name: company }).click();
    await operator.getByRole("button", { name: "End all sessions" }).click();
    const sheet = operator.getByRole("dialog", { name: `End all sessions of ${company}?` });
    await sheet.getByRole("radio", { name: "A password or device is compromised" }).check();
    await sheet.getByLabel("Note for the audit log (optional)").fill(note);
    await expectAccessible(operator);
    await sheet.getByRole("button", { name: "End 1 session" }).click();
  });

  await test.step("every tab shows it, and the next request is rejected", async () => {
    for (const one of [page, tab]) {
      await expect(one.getByRole("dialog", { name: "Your session has ended" })).toBeVisible({
        timeout: DIALOG_TIMEOUT_MS,
      });
    }
    const refused = await call(page, { method: "GET", path: "me", token });
    expect(refused).toMatchObject({ status: 401, body: { code: "forceOutException" } });
  });

  await test.step("signing in again restores the form with its input, and the other tab follows", async () => {
    await page.getByRole("button", { name: "Sign in again" }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Fcontacts%2Fnew$/);
    await submitPassword(page, account);
    await expect(page).toHaveURL(/\/contacts\/new$/, { timeout: SIGN_IN_TIMEOUT_MS });
    await expect(page.getByLabel("First name")).toHaveValue("Rina, not saved yet");
    await expect(page.getByLabel("Email address")).toHaveValue("rina@kedai.example");
    await expect(page.getByText("Unsaved text restored")).toBeVisible();
    await expect(tab.getByRole("dialog")).toHaveCount(0);
    await expect(tab.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
    await page.getByRole("button", { name: "Create contact" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rina, not saved yet" })).toBeVisible();
  });

  await test.step("the audit log has the operator and the reason", async () => {
    await operator.getByRole("link", { name: "Audit log" }).last().click();
    await expect(operator.getByRole("cell", { name: "Ended all sessions of a team" })).toBeVisible();
    await expect(operator.getByText(`A password or device is compromised. ${note}`).first()).toBeVisible();
    await expectAccessible(operator);
  });
});
