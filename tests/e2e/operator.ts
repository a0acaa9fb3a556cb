/** The operator of the support console: the address that the product was started with, registered by the first journey. */

import { expect, type Page } from "@playwright/test";
import { askToRegister, signIn, validateAddress } from "./entrance.ts";
import type { Inbox } from "./inbox.ts";

/** Signs the operator in, and before the first time registers them and proves their address. */
export async function enterAsOperator(page: Page, inbox: Inbox, email: string): Promise<void> {
  const account = await askToRegister(page, { company: "Support desk", email });
  // An earlier journey may have registered them; its mail may be gone from the inbox by now.
  const known = page.getByText("Email already registered");
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" }).or(known)).toBeVisible({ timeout: 20_000 });
  if (await known.isVisible()) await signIn(page, account);
  else await validateAddress(page, inbox, email);
}
