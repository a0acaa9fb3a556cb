/** The operator of the support console. The product starts with this address, and the first journey registers it. */

import { expect, type Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { signIn, submitRegistration, validateAddress } from "./entrance.ts";
import type { Account } from "./fixtures.ts";
import type { Inbox } from "./inbox.ts";
import { totp } from "./totp.ts";

/**
 * Signs the operator in, after registering and verifying them the first time. The console requires an authenticator
 * app. Each journey adds one and removes it at the end, so that the next journey needs no secret.
 */
export async function signInAsOperator(page: Page, inbox: Inbox, email: string): Promise<Account> {
  const account = await submitRegistration(page, { company: "Support desk", email });
  // An earlier journey might have registered them, and the inbox might no longer have the email.
  const known = page.getByText("Email already registered");
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" }).or(known)).toBeVisible({ timeout: 20_000 });
  if (await known.isVisible()) await signIn(page, account);
  else await validateAddress(page, inbox, email);
  const { secret } = await mustCall<{ secret: string }>(page, {
    method: "POST",
    path: "users/two-factor/app",
    body: { currentPassword: account.password },
  });
  await mustCall(page, { method: "PUT", path: "users/two-factor/app", body: { code: totp(secret) } });
  return account;
}

/** Removes the authenticator app. */
export async function removeAuthenticator(page: Page, { password }: Account): Promise<void> {
  const path = "users/two-factor/app";
  await mustCall(page, { method: "DELETE", path, body: { currentPassword: password } });
}
