/** The operator of the support console: the address that the product was started with, registered by the first journey. */

import { expect, type Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { askToRegister, signIn, validateAddress } from "./entrance.ts";
import type { Account } from "./fixtures.ts";
import type { Inbox } from "./inbox.ts";
import { totp } from "./totp.ts";

/**
 * Signs the operator in, and before the first time registers them and proves their address. The console asks for an
 * authenticator app: each journey sets one up, and takes it away at its end, so that the next one needs no secret.
 */
export async function enterAsOperator(page: Page, inbox: Inbox, email: string): Promise<Account> {
  const account = await askToRegister(page, { company: "Support desk", email });
  // An earlier journey may have registered them; its mail may be gone from the inbox by now.
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

/** Takes the authenticator app away again. */
export async function leaveAsOperator(page: Page, { password }: Account): Promise<void> {
  const path = "users/two-factor/app";
  await mustCall(page, { method: "DELETE", path, body: { currentPassword: password } });
}
