/**
 * Emails of the builder as mail clients render them: wide and on a phone, light and dark, visually and for screen
 * readers. Also checks which features the large clients don't support. The files are the fixtures of the server tests.
 *
 * The folder `pictures` has the expected screenshots; `playwright test mail.spec.ts --update-snapshots` updates them.
 * They use a bundled font, so they are the same on every machine.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, test as base, expect, type Page } from "@playwright/test";
import { doIUseEmail } from "doiuse-email";
import { expectAccessiblePart, expectContrast } from "./accessibility.ts";
import { launch } from "./chromium.ts";
import { PROVE } from "./landing-list.ts";

const MAILS = join(import.meta.dirname, "../fixtures/mails");
const ART = join(import.meta.dirname, "../../server/documents/art");
const FONT = join(
  import.meta.dirname,
  "../../client/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
);
const CLIENTS = ["gmail.*", "outlook.*", "apple-mail.*", "yahoo.*"];

/** Features that some clients don't support, and why an email can still use them. */
const ACCEPTED: Readonly<Record<string, string>> = {
  "@media": "phones and dark mail; without it columns stay beside each other and the colours light",
  "Attribute selector": "words of dark mail in Outlook's apps, which alone need it",
  "Chaining selectors": "of the sheets for dark mail",
  "Class selector": "of the sheets for phones and dark mail",
  "Descendant combinator": "of the sheets for dark mail",
  "ID selector": "resets a link of Outlook's own",
  "Type selector": "of the resets",
  "<body> element": "made a div, with its ground on the div below it as well",
  "aria-hidden attribute": "of the link that machines follow and nobody sees; it is hidden by its style as well",
  "aria-label attribute": "names the mail where it is read out",
  "role attribute": "says that tables are for layout; elsewhere tables are read as such",
  "border-radius": "corners are square there",
  "display:none": "one of six ways in which the preheader is hidden at once",
  opacity: "another of them",
  overflow: "another of them",
  outline: "of the reset of pictures",
  "word-break": "a word longer than its column is cut there",
};

const names = readdirSync(MAILS)
  .filter((file) => file.endsWith(".html"))
  .map((file) => file.replace(".html", ""))
  .sort();

const WIDE = { width: 1200, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Replaces external images. */
const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10" width="160" height="100">' +
  '<rect width="16" height="10" fill="#b9c4b4"/></svg>';
/** Product content rather than fixtures: its text can change without a change in rendering. */
const NEWSLETTERS = new Set(["event", "harvest", "productNews"]);
/** Fits the email with a part of its background. */
const PICTURE = { width: 640, height: 600 };

const test = base.extend<{ look: (name: string) => Promise<Page> }, { reader: Browser }>({
  reader: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  look: async ({ reader }, use) => {
    const context = await reader.newContext({ viewport: WIDE, colorScheme: "light" });
    await context.route("**/*", (route) => {
      const { hostname, pathname } = new URL(route.request().url());
      if (hostname === "mail.example") {
        return route.fulfill({ contentType: "text/html; charset=utf-8", body: readEmail(pathname.slice(1)) });
      }
      if (pathname === "/font") {
        return route.fulfill({ path: FONT, headers: { "Access-Control-Allow-Origin": "*" } });
      }
      if (pathname.startsWith("/art/")) return route.fulfill({ path: join(ART, pathname.slice("/art/".length)) });
      return route.fulfill({ contentType: "image/svg+xml", body: PLACEHOLDER });
    });
    await use(async (name) => {
      for (const previous of context.pages()) await previous.close();
      const page = await context.newPage();
      await page.goto(`https://mail.example/${name}`);
      return page;
    });
    await context.close();
  },
});

function readEmail(name: string): string {
  return readFileSync(join(MAILS, `${name}.html`), "utf8");
}

/** Horizontal overflow of the page in pixels. */
function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Luminance from 0 to 1 of the background behind the first match. */
function measureBackground(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      for (let here: Element | null = element; here; here = here.parentElement) {
        const [red = 0, green = 0, blue = 0, seen = 1] = (
          getComputedStyle(here).backgroundColor.match(/[\d.]+/g) ?? []
        ).map(Number);
        if (seen > 0) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      }
      return 1;
    });
}

/** Runs the check for every case even after a failure. Fails with the name and message of each failed case. */
async function checkEach(cases: readonly string[], check: (name: string) => Promise<void>): Promise<void> {
  const failures: string[] = [];
  for (const name of cases) {
    try {
      await test.step(name, () => check(name));
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  expect(failures.join("\n\n")).toBe("");
}

test("large email clients support every component, except for accepted features", async () => {
  expect(names).toEqual([
    "button",
    "content",
    "event",
    "harvest",
    "html",
    "image",
    "layout",
    "productNews",
    "separator",
    "socialMedia",
    "text",
  ]);

  await checkEach(names, async (name) => {
    const found = doIUseEmail(readEmail(name), { emailClients: CLIENTS });
    const unknown = (found.success ? [] : found.errors).map(
      (error) => /^`(.+)` is not supported/.exec(error)?.[1] ?? error,
    );

    expect([...new Set(unknown)].filter((feature) => !(feature in ACCEPTED))).toEqual([]);
  });
});

test("every component is accessible and fits: wide, on a phone, and in dark mode", async ({ look }) => {
  await checkEach(names, async (name) => {
    const page = await look(name);
    expect(await measureOverflow(page)).toBe(0);
    expect(await measureBackground(page, ".canvas")).toBeGreaterThan(0.95);
    await expectAccessiblePart(page);

    await page.setViewportSize(PHONE);
    expect(await measureOverflow(page)).toBe(0);
    // The text is readable without zooming.
    const sizes = await page
      .locator("h1, h2, h3, p, li, .copy")
      .evaluateAll((found) =>
        found
          .filter((each) => each.textContent?.trim())
          .map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
      );
    expect(Math.min(16, ...sizes)).toBeGreaterThanOrEqual(14);

    await page.emulateMedia({ colorScheme: "dark" });
    expect(await measureBackground(page, ".canvas")).toBeLessThan(0.2);
    await expectContrast(page);
  });
});

test("every component matches its screenshots", async ({ look }) => {
  const kinds = names.filter((name) => !NEWSLETTERS.has(name));
  await checkEach(kinds, async (name) => {
    const page = await look(name);
    await page.addStyleTag({
      content:
        '@font-face { font-family: "Of pictures"; src: url(https://pages.example/font); font-weight: 100 900 }' +
        '* { font-family: "Of pictures" !important; font-style: normal !important }',
    });
    const expectPicture = async (view: string) => {
      await page.evaluate(() => document.fonts.ready);
      await expect(page).toHaveScreenshot(`${name}-${view}.png`, { fullPage: true, maxDiffPixelRatio: 0.01 });
    };

    await page.setViewportSize(PICTURE);
    await expectPicture("wide");
    await page.setViewportSize(PHONE);
    await expectPicture("phone");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectPicture("dark");
  });
});

test("columns stack on a phone, unless they are set to stay side by side", { tag: PROVE }, async ({ look }) => {
  const page = await look("layout");
  const standing = (selector: string) =>
    page.locator(selector).evaluateAll((found) => {
      const [first, ...others] = found.map((each) => each.getBoundingClientRect().left);
      return others.every((left) => Math.abs(left - (first ?? 0)) < 2) ? "stacked" : "beside";
    });
  const three = '[class*="mj-column-per-33"]';
  const two = '[class*="mj-column-per-30"], [class*="mj-column-per-70"]';

  expect([await standing(three), await standing(two), await standing(".stack")]).toEqual([
    "beside",
    "beside",
    "beside",
  ]);

  await page.setViewportSize(PHONE);
  expect([await standing(three), await standing(two), await standing(".stack")]).toEqual([
    "beside",
    "stacked",
    "stacked",
  ]);
});

test("the email is 600 pixels wide, and a full-width row as wide as the window", { tag: PROVE }, async ({ look }) => {
  const page = await look("layout");
  const width = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().width);

  expect(await width(".canvas")).toBe(600);
  expect(await width('table[style*="#1f3d2b"]')).toBe(1200);
});

test("an image takes the chosen share of its column", { tag: PROVE }, async ({ look }) => {
  const page = await look("image");
  const widths = () =>
    page
      .locator("img:not([width='1'])")
      .evaluateAll((found) => found.map((each) => each.getBoundingClientRect().width));

  expect(await widths()).toEqual([552, 276, 552]);

  // The second image fills the column on a phone.
  await page.setViewportSize(PHONE);
  expect(await widths()).toEqual([342, 342, 342]);
});
