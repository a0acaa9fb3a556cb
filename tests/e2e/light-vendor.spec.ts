/** With a light yellow vendor colour, everything drawn in it is readable in light and dark mode. */

import type { Locator, Page } from "@playwright/test";
import { expectContrast } from "./accessibility.ts";
import { newMark } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { setColorScheme, waitForScreen } from "./walk.ts";

const TEXT = 4.5;
/** Minimum contrast of non-text: rings, marks and edges (WCAG 1.4.11). */
const SHAPE = 3;

type Pair = "words" | "ring" | "mark";

/** Contrast of an element's text, focus ring or mark with its background. */
function contrastOf(element: Locator, pair: Pair): Promise<number> {
  return element.evaluate((one, pair) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("no canvas");
    const paint = (colors: readonly string[]): number[] => {
      context.fillStyle = "#fff";
      context.fillRect(0, 0, 1, 1);
      for (const color of colors) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (rgb: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const grounds = (from: Element | null): string[] =>
      from === null ? [] : [...grounds(from.parentElement), getComputedStyle(from).backgroundColor];
    const style = getComputedStyle(one);
    const mark = getComputedStyle(one, "::before").backgroundColor;
    const front = { words: style.color, ring: style.outlineColor, mark }[pair];
    const behind = grounds(pair === "ring" ? one.parentElement : one);
    const lights = [luminance(paint([...behind, front])), luminance(paint(behind))].toSorted((a, b) => b - a);
    return ((lights[0] ?? 0) + 0.05) / ((lights[1] ?? 0) + 0.05);
  }, pair);
}

async function inBoth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await setColorScheme(page, colorScheme);
    await test.step(colorScheme, async () => {
      await expectContrast(page);
      await look();
    });
  }
}

test("a light yellow vendor colour is readable on buttons, links, badges, rings and selections", async ({
  openBrowser,
  addresses,
}) => {
  const page = await openBrowser({ baseURL: addresses.vendor });
  await page.addInitScript(() => localStorage.setItem("reminder2fa", "true"));

  await test.step("before signing in", async () => {
    await page.goto("/register");
    await expect(page).toHaveTitle(/Cottonink/);
    const button = page.getByRole("button", { name: "Create account" });
    await inBoth(page, async () => {
      expect.soft(await contrastOf(button, "words")).toBeGreaterThanOrEqual(TEXT);
      expect.soft(await contrastOf(page.getByRole("link").first(), "words")).toBeGreaterThanOrEqual(TEXT);
      await page.getByLabel("Password", { exact: true }).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      expect.soft(await contrastOf(page.locator(":focus"), "ring")).toBeGreaterThanOrEqual(SHAPE);
    });
    await page.getByLabel("Your name").fill("Wulan");
    await page.getByLabel("Company").fill("Toko Kuning");
    await page.getByLabel("Email address").fill(`kuning.${newMark()}@mail.example`);
    await page.getByLabel("Phone").fill("+62 812 3456 789");
    await page.getByLabel("Password", { exact: true }).fill("a long one of 2026");
    await button.click();
    await expect(page).toHaveURL(/\/analytics$/, { timeout: 20_000 });
    await expect(page).toHaveTitle(/Cottonink/);
  });

  for (const [path, button] of [
    ["/analytics", undefined],
    ["/contacts", undefined],
    ["/contacts/imports", "Import contacts"],
    ["/campaigns", "New campaign"],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await waitForScreen(page);
      await inBoth(page, async () => {
        const chosen = page.getByRole("navigation").locator("[aria-current=page]").first();
        expect.soft(await contrastOf(chosen, "words")).toBeGreaterThanOrEqual(TEXT);
        if (button === undefined) return;
        const primary = page.locator("main").getByText(button).first();
        expect.soft(await contrastOf(primary, "words")).toBeGreaterThanOrEqual(TEXT);
        await page.keyboard.press("Tab");
        expect.soft(await contrastOf(page.locator(":focus"), "ring")).toBeGreaterThanOrEqual(SHAPE);
      });
    });
  }
});
