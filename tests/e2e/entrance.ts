/** Ways into the product. */

import { expect, type Page } from "@playwright/test";
import type { Account } from "./fixtures.ts";

/** Signs in as a person does, with the proof of work that the form asks for, and waits for Home. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/analytics$/, { timeout: 20_000 });
}
