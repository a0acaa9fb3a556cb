import { expect, test } from "./fixtures.ts";

// The other checks of the two origins rely on a browser that isolates them. The content security policy would also
// block the read, so it is bypassed.
test.use({ bypassCSP: true });

test("a script of the app cannot read a response of the pages origin", async ({ page, addresses }) => {
  await page.goto("/healthz");

  const outcome = await page.evaluate(async (url) => {
    try {
      const response = await fetch(url);
      return `read ${response.status}`;
    } catch (error) {
      return error instanceof TypeError ? "refused" : String(error);
    }
  }, `${addresses.pages}/healthz`);

  expect(outcome).toBe("refused");
});

test("a script of the pages origin cannot read a response of the app", async ({ page, addresses }) => {
  await page.goto(`${addresses.pages}/healthz`);

  const outcome = await page.evaluate(async (url) => {
    try {
      const response = await fetch(url);
      return `read ${response.status}`;
    } catch (error) {
      return error instanceof TypeError ? "refused" : String(error);
    }
  }, `${addresses.app}/healthz`);

  expect(outcome).toBe("refused");
});

test("the pages origin cannot read the app's local storage", async ({ page, addresses }) => {
  await page.goto("/healthz");
  await page.evaluate(() => localStorage.setItem("token", "of the app"));

  await page.goto(`${addresses.pages}/healthz`);

  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});
