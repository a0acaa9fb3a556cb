/** The team's policies for concurrent sign-ins, seen from two browsers. */

import { expectAccessible } from "./accessibility.ts";
import { call, mustCall, tokenOf } from "./calls.ts";
import { expectHome, register, submitSignIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";

/** From the end of a session to its dialog. */
// `bin/bench forceout` measures that this takes less than a second. Here the machine might be busy.
const DIALOG_TIMEOUT_MS = 60_000;

test('with the policy "ask", the second sign-in ends the first session in all its tabs', async ({
  page,
  openBrowser,
}) => {
  const account = await register(page, { company: "Kedai Tanya" });
  await mustCall(page, { method: "PUT", path: "companies/settings", body: { multiLogin: "ask" } });
  const token = await tokenOf(page);
  const tab = await page.context().newPage();
  await tab.goto("/contacts");
  await expect(tab.getByRole("heading", { level: 1, name: "Contact Book" })).toBeVisible();

  const other = await openBrowser();
  await submitSignIn(other, account);
  const question = other.getByRole("dialog", { name: "Already signed in elsewhere" });
  await expect(question).toBeVisible({ timeout: 20_000 });
  await expectAccessible(other);
  expect((await call(page, { method: "GET", path: "me" })).status).toBe(200);

  await question.getByRole("button", { name: "Sign in and end other sessions" }).click();
  await expectHome(other);
  for (const one of [page, tab]) {
    await expect(one.getByRole("dialog", { name: "Your session has ended" })).toBeVisible({
      timeout: DIALOG_TIMEOUT_MS,
    });
  }
  const refused = await call(page, { method: "GET", path: "me", token });
  expect(refused).toMatchObject({ status: 401, body: { code: "forceOutException" } });
  await expectAccessible(tab);

  await tab.getByRole("button", { name: "Sign in again" }).click();
  await expect(tab).toHaveURL(/\/login\?redirect=%2Fcontacts$/);
});

test('with the policy "deny", the second sign-in is rejected and the first session continues', async ({
  page,
  openBrowser,
}) => {
  const account = await register(page, { company: "Kedai Tunggal" });
  await mustCall(page, { method: "PUT", path: "companies/settings", body: { multiLogin: "deny" } });

  const other = await openBrowser();
  await submitSignIn(other, account);
  const refusal = other.getByRole("dialog", { name: "Already signed in on another device" });
  await expect(refusal).toBeVisible({ timeout: 20_000 });
  await expect(refusal.getByRole("button")).toHaveText(["Close"]);
  await expectAccessible(other);

  await refusal.getByRole("button", { name: "Close" }).click();
  await expect(refusal).toBeHidden();
  await expect(other).toHaveURL(/\/login$/);
  expect(await other.evaluate(() => localStorage.getItem("token"))).toBeNull();
  expect((await call(page, { method: "GET", path: "me" })).status).toBe(200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
