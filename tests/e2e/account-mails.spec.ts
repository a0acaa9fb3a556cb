/** Account emails: password reset and the alert about a new sign-in. */

import { expectAccessible } from "./accessibility.ts";
import { call, tokenOf } from "./calls.ts";
import { register, signIn, submitSignIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { Inbox } from "./inbox.ts";

const ELSEWHERE = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0";

test("the password reset link in the email works once", async ({ page, openBrowser, inbox }) => {
  const old = await register(page, { company: "Kedai Lupa" });
  const token = await tokenOf(page);
  const renewed = { ...old, password: "another long one of 2026" };
  const other = await openBrowser();
  await other.goto("/login");
  await other.getByRole("link", { name: "Forgot password?" }).click();
  await expect(other.getByRole("button", { name: "Send link" })).toBeVisible();
  await expectAccessible(other);
  await other.getByLabel("Email address").fill(old.email);
  await other.getByRole("button", { name: "Send link" }).click();
  await expect(other.getByRole("heading", { name: "Check your inbox" })).toBeVisible({ timeout: 20_000 });

  const link = Inbox.linkIn(await inbox.newest(old.email, /^Choose a new password$/), "/reset-password#");
  await other.goto(link);
  await expectAccessible(other);
  await other.getByLabel("New password").fill(renewed.password);
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByText("Password changed")).toBeVisible();
  await inbox.newest(old.email, /^Your password was changed$/);
  expect((await call(page, { method: "GET", path: "me", token })).status).toBe(401);

  await submitSignIn(other, old);
  await expect(other.getByRole("alert")).toBeVisible({ timeout: 20_000 });
  await signIn(other, renewed);

  const late = await openBrowser();
  await late.goto(link);
  await late.getByLabel("New password").fill("a third long one of 2026");
  await late.getByRole("button", { name: "Set password" }).click();
  await expect(late.getByRole("alert")).toBeVisible();
});

test("an email reports a sign-in from a new device, but not from a known one", async ({ page, openBrowser, inbox }) => {
  const account = await register(page, { company: "Kedai Perangkat" });
  const other = await openBrowser({ userAgent: ELSEWHERE });
  await signIn(other, account);

  const mail = await inbox.newest(account.email, /^New sign-in from/);
  expect(mail.subject).toContain("Firefox");
  const told = (await inbox.to(account.email)).filter(({ subject }) => subject.startsWith("New sign-in from"));
  expect(told).toHaveLength(1);
});
