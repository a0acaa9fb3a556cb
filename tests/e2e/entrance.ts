/** Sign-in and registration. */

import { expect, type Page } from "@playwright/test";
import type { Account } from "./fixtures.ts";
import { Inbox } from "./inbox.ts";

const SIGN_IN_TIMEOUT_MS = 60_000;

/** A word that is unique to this run of the journey. */
export function newMark(): string {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 3).toString(36)}`;
}

/** Marks the two-factor reminder as already shown in this browser. */
async function skipReminder(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("reminder2fa", "true"));
}

/** Fills in and submits the sign-in form on the page, including its proof of work. */
export async function submitPassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens and submits the sign-in form without waiting for the result. */
export async function submitSignIn(page: Page, account: Account): Promise<void> {
  await skipReminder(page);
  await page.goto("/login");
  await submitPassword(page, account);
}

/** Waits for the home screen, where every sign-in leads. */
export async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/analytics$/, { timeout: SIGN_IN_TIMEOUT_MS });
}

/** Signs in and waits for the home screen. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await submitSignIn(page, account);
  await expectHome(page);
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login$/);
}

/** Registers a team and signs in its owner on this page. */
export async function register(page: Page, { company, email }: { company: string; email?: string }): Promise<Account> {
  const account = await submitRegistration(page, { company, ...(email ? { email } : {}) });
  await expectHome(page);
  return account;
}

/** Submits the registration form without waiting for the result. */
export async function submitRegistration(
  page: Page,
  { company, email = `owner.${newMark()}@mail.example` }: { company: string; email?: string },
): Promise<Account> {
  const account = { email, password: "a long one of 2026" };
  await skipReminder(page);
  await page.goto("/register");
  await page.getByLabel("Your name").fill("Wulan");
  await page.getByLabel("Company").fill(company);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Phone").fill("+62 812 3456 789");
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  return account;
}

/** Verifies the address of the signed-in user by the link in the registration email. */
export async function validateAddress(page: Page, inbox: Inbox, email: string): Promise<void> {
  await page.goto(Inbox.linkIn(await inbox.newest(email, /./), "/validate#"));
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Email address confirmed")).toBeVisible();
}
