import { expectAccessible } from "./accessibility.ts";
import { signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";

test("a new user registers, gets in, and verifies their address by the link in the email", async ({ page, inbox }) => {
  const email = `stranger.${Date.now().toString(36)}@mail.example`;
  await page.goto("/register");
  await expectAccessible(page);

  await page.getByLabel("Your name").fill("Wulan");
  await page.getByLabel("Company").fill("Kedai Baru");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Phone").fill("+62 812 3456 789");
  await page.getByLabel("Password", { exact: true }).fill("a long one of 2026");
  await page.getByRole("button", { name: "Create account" }).click();

  // The reminder of two-factor authentication appears once per browser.
  await expect(page).toHaveURL(/\/reminder-2fa/, { timeout: 20_000 });
  await expectAccessible(page);
  await page.getByText("Later", { exact: true }).click();
  await expect(page).toHaveURL(/\/analytics$/);
  await expect.poll(async () => (await inbox.to(email)).length, { timeout: 20_000 }).toBe(1);
  const [mail] = await inbox.to(email);
  const link = /href="([^"]+\/validate#[^"]+)"/.exec(mail?.html ?? "")?.[1];
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Email address confirmed")).toBeVisible();
});

test("a wrong password shows an error, and the right one signs in until the user signs out", async ({ page, dewi }) => {
  await page.goto("/login");
  await expectAccessible(page);
  await page.getByLabel("Email address").fill(dewi.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeVisible({ timeout: 20_000 });

  await signIn(page, dewi);
  await page.goto("/logout");

  await expect(page).toHaveURL(/\/login/);
  await page.goto("/contacts");
  await expect(page).toHaveURL(/\/login/);
});
