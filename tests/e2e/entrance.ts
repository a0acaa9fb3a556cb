/** Ways into the product. */

import { expect, type Page } from "@playwright/test";
import type { Account } from "./fixtures.ts";
import { Inbox } from "./inbox.ts";

const ENTERED_MS = 60_000;

/** A word that no other run of a journey uses. */
export function newMark(): string {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 3).toString(36)}`;
}

/** The browser has shown its one reminder of two-factor before. */
async function passReminder(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("reminder2fa", "true"));
}

/** Fills the sign-in that stands on the page and sends it, with the proof of work that the form asks for. */
export async function submitPassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens the sign-in and sends it; what follows is the caller's to see. */
export async function knock(page: Page, account: Account): Promise<void> {
  await passReminder(page);
  await page.goto("/login");
  await submitPassword(page, account);
}

/** Waits for Home, where every way in leads. */
export async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/analytics$/, { timeout: ENTERED_MS });
}

/** Signs in as a person does and waits for Home. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await knock(page, account);
  await expectHome(page);
}

/** Leaves as a person does. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login$/);
}

/** A new team with its owner, who is signed in on this page afterwards. */
export async function register(page: Page, { company, email }: { company: string; email?: string }): Promise<Account> {
  const account = await askToRegister(page, { company, ...(email ? { email } : {}) });
  await expectHome(page);
  return account;
}

/** Sends the form of a registration; what follows is the caller's to see. */
export async function askToRegister(
  page: Page,
  { company, email = `owner.${newMark()}@mail.example` }: { company: string; email?: string },
): Promise<Account> {
  const account = { email, password: "a long one of 2026" };
  await passReminder(page);
  await page.goto("/register");
  await page.getByLabel("Your name").fill("Wulan");
  await page.getByLabel("Company").fill(company);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Phone").fill("+62 812 3456 789");
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  return account;
}

/** Proves the address of who is signed in, by the link that was mailed at the registration. */
export async function validateAddress(page: Page, inbox: Inbox, email: string): Promise<void> {
  await page.goto(Inbox.linkIn(await inbox.newest(email, /./), "/validate#"));
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Email address confirmed")).toBeVisible();
}
