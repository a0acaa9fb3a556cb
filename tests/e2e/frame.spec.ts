/** The application frame at its breakpoints. Only a real browser applies the style sheets. */

import type { Page } from "@playwright/test";
import { signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";

const HEIGHT = 800;
const OPEN = 200;

async function at(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
}

test("SHELL-111: a collapsed sidebar opens under the pointer, on screens wider than 991 px", async ({ page, dewi }) => {
  await signIn(page, dewi);
  await page.evaluate(() => localStorage.setItem("sidebar", "collapsed"));
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const width = async () => (await sidebar.boundingBox())?.width ?? 0;

  await at(page, 992);
  await page.mouse.move(600, 400);
  await expect.poll(width).toBeLessThan(OPEN);
  await expect(sidebar.getByRole("link", { name: "Kopi Selatan" })).toBeVisible();
  await page.mouse.move(20, 400);
  await expect.poll(width).toBeGreaterThan(OPEN);
  await expect(sidebar.getByText("Home", { exact: true })).toBeVisible();
  await page.mouse.move(600, 400);
  await expect.poll(width).toBeLessThan(OPEN);

  await at(page, 991);
  await page.mouse.move(600, 400);
  const collapsed = await width();
  await page.mouse.move(20, 400);
  // An opening animation would have started by the next frame.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  expect(await width()).toBe(collapsed);
});

test("a window narrowed to phone width immediately gives the screen its full width", async ({ page, dewi }) => {
  // Simulates the moment before the frame has seen the new width: its two media queries never change.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const asked = ask(query);
      if (!/766px|992px/.test(query)) return asked;
      return Object.create(asked, {
        matches: { value: query.includes("992px") },
        addEventListener: { value: () => undefined },
        removeEventListener: { value: () => undefined },
      }) as MediaQueryList;
    };
  });
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await signIn(page, dewi);
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeVisible();

  await page.setViewportSize({ width: 390, height: HEIGHT });
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
  expect(await page.getByRole("main").boundingBox()).toMatchObject({ x: 0, width: 390 });
});

test("SHELL-113: the panel of recent activity is hidden below 767 px", async ({ page, dewi }) => {
  await signIn(page, dewi);
  await at(page, 1200);
  await page.getByRole("button", { name: "Recent activity" }).click();
  const panel = page.getByRole("complementary", { name: "Recent activity" });
  await expect(panel).toBeVisible();

  await page.setViewportSize({ width: 767, height: HEIGHT });
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 766, height: HEIGHT });
  await expect(panel).toBeHidden();
});
