/** Two-factor authentication by email code, authenticator app and recovery code. */

import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { expectHome, register, signOut, submitSignIn, validateAddress } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { totp } from "./totp.ts";

/** A six-digit code that differs from the right one. */
function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

test("a code read in the inbox lets in, a wrong one does not", async ({ page, inbox }) => {
  const account = await register(page, { company: "Kedai Dua Langkah" });
  await validateAddress(page, inbox, account.email);
  await mustCall(page, { method: "PUT", path: "companies/settings/enable-2FA", body: { enable: true } });
  await signOut(page);

  await submitSignIn(page, account);
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.goto("/contacts");
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();

  const mail = await inbox.newest(account.email, /is your sign-in code$/);
  const code = mail.subject.slice(0, 6);
  await page.getByLabel("Code").fill(wrongCode(code));
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/2fa/);
  await page.getByLabel("Code").fill(code);
  await expect(page).toHaveURL(/\/contacts$/, { timeout: 20_000 });
  await expect(page.getByRole("heading", { level: 1, name: "Contact Book" })).toBeVisible();
});

test("an authenticator app signs in, and a recovery code does once", async ({ page, inbox }) => {
  const account = await register(page, { company: "Kedai Aplikasi" });
  await validateAddress(page, inbox, account.email);
  const { secret } = await mustCall<{ secret: string }>(page, {
    method: "POST",
    path: "users/two-factor/app",
    body: { currentPassword: account.password },
  });
  const { recoveryCodes } = await mustCall<{ recoveryCodes: string[] }>(page, {
    method: "PUT",
    path: "users/two-factor/app",
    body: { code: totp(secret) },
  });
  await inbox.newest(account.email, /^An authenticator app was added$/);

  await test.step("the code of the app", async () => {
    await signOut(page);
    await submitSignIn(page, account);
    await expect(page.getByText("Enter the 6-digit code from your authenticator app.")).toBeVisible({
      timeout: 20_000,
    });
    await page.getByLabel("Code").fill(totp(secret, { stepsAhead: 1 }));
    await expectHome(page);
  });

  const [recoveryCode = ""] = recoveryCodes;
  await test.step("a recovery code", async () => {
    await signOut(page);
    await submitSignIn(page, account);
    await page.getByRole("button", { name: "Use a recovery code" }).click({ timeout: 20_000 });
    await expectAccessible(page);
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("button", { name: "Continue" }).click();
    await expectHome(page);
  });

  await test.step("the same recovery code again", async () => {
    await signOut(page);
    await submitSignIn(page, account);
    await page.getByRole("button", { name: "Use a recovery code" }).click({ timeout: 20_000 });
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page).toHaveURL(/\/2fa/);
  });
});
