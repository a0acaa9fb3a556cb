/** The browser uses only the fonts of its packages, whatever the machine has installed. */

import { expect, test } from "@playwright/test";
import { launch } from "./chromium.ts";

const TEXT = "Pack my box with five dozen liquor jugs ✓ →";
/** Advance width of TEXT at 100 px by the packages' font files, in CSS pixels. */
const WIDTHS = {
  "sans-serif": 2045,
  Arial: 2045,
  "A family that no machine has, sans-serif": 2045,
  serif: 2243,
  Georgia: 2243,
  monospace: 2580,
  "Courier New": 2580,
};

test("text has the same width on every machine", async () => {
  const browser = await launch();
  const page = await browser.newPage();

  const measured = await page.evaluate(
    ([text, families]) =>
      Object.fromEntries(
        families.map((family) => {
          const context = new OffscreenCanvas(1, 1).getContext("2d");
          if (context === null) throw new Error("The browser draws no text.");
          context.font = `100px ${family}`;
          return [family, Math.round(context.measureText(text).width)];
        }),
      ),
    [TEXT, Object.keys(WIDTHS)] as const,
  );
  await browser.close();

  expect(measured).toEqual(WIDTHS);
});
