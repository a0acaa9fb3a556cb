/**
 * Writes 2,500 payloads into documents without the editor. None of them runs in the editor, the preview, the email or
 * its browser page. The content security policy is bypassed, so that it cannot hide a missing sanitiser.
 *
 * A landing writes every sixth payload, a different one in each wrapping. The server's tests render all of them.
 */

import type { Locator, Page } from "@playwright/test";
import { mustCall, tokenOf } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { countComponents, fingerprints, listPayloads, writeHostile } from "./hostile.ts";
import { WALKS_ALL } from "./landing-list.ts";
import { DEMO } from "./locks.ts";

test.use({ bypassCSP: true });

const PARTS = 6;
const DOCUMENTS = WALKS_ALL ? PARTS : 1;
const DESK = { width: 1440, height: 900 };
const MAIL = "https://mail.example/";

const patient = expect.configure({ timeout: 30_000 });

type PageLog = {
  /** Scripts that ran, or tried to and failed. */
  readonly ran: string[];
  /** Requests to other origins. Only images of an email are allowed. */
  readonly left: string[];
};

/** Records scripts that run on a page and requests to other origins, and blocks those requests. */
async function watchPage(page: Page, own: readonly string[]): Promise<PageLog> {
  const heard: PageLog = { ran: [], left: [] };
  page.on("dialog", (dialog) => {
    heard.ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("pageerror", ({ message }) => {
    // An email's frame blocks all scripts, including those injected by the test.
    if (!message.includes("sandboxed")) heard.ran.push(message);
  });
  page.on("popup", (popup) => heard.left.push(popup.url()));
  await page.route(
    ({ origin, href }) => !own.includes(origin) && !href.startsWith(MAIL),
    (route) => {
      const request = route.request();
      if (request.resourceType() !== "image") heard.left.push(`${request.resourceType()} ${request.url()}`);
      return route.abort();
    },
  );
  return heard;
}

/** Elements and attributes that could run something on load or on interaction, as the browser parsed them. */
function findActiveContent(part: Locator): Promise<readonly string[]> {
  return part.evaluate((top) => {
    const never =
      "script, iframe, frame, frameset, object, embed, applet, form, base[href], link, meta[http-equiv=refresh]," +
      "animate, set, use, foreignObject, math, video, audio, input, textarea, select";
    const addresses = ["href", "src", "srcset", "action", "formaction", "data", "xlink:href", "background", "ping"];
    const harmless = ["http:", "https:", "mailto:", "tel:"];
    const protocol = (value: string): string => {
      try {
        return new URL(value, document.baseURI).protocol;
      } catch {
        return "http:";
      }
    };
    const found = [...top.querySelectorAll(never)].map((element) => element.outerHTML.slice(0, 200));
    for (const element of [top, ...top.querySelectorAll("*")]) {
      for (const { name, value } of element.attributes) {
        const acts = name.startsWith("on") || (addresses.includes(name) && !harmless.includes(protocol(value)));
        if (acts) found.push(`${element.localName} ${name}=${value.slice(0, 200)}`);
      }
    }
    return found;
  });
}

test("hostile document content runs neither on the canvas nor in the preview, the email or its page", {
  lock: DEMO,
}, async ({ page, dewi, inbox, addresses, openBrowser }) => {
  const own = [addresses.app, addresses.pages].map((address) => new URL(address).origin);
  const mark = newMark();
  const every = listPayloads();
  const [said, is] = fingerprints(every);
  expect(is).toEqual(said);
  const reader = await openBrowser({ viewport: DESK, bypassCSP: true });
  const [writing, reading] = [await watchPage(page, own), await watchPage(reader, own)];

  await test.step("the page log detects scripts that run", async () => {
    await reader.goto(`${addresses.pages}/healthz`);
    await reader.setContent("<img src=x onerror=alert(1)><a href=' java\nscript:alert(1)'>x</a>");
    await expect.poll(() => reading.ran).toEqual(["1"]);
    expect(await findActiveContent(reader.locator("html"))).toHaveLength(2);
    reading.ran.length = 0;
  });

  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  const token = await tokenOf(page);

  for (let number = 0; number < DOCUMENTS; number += 1) {
    const some = every.filter((_, index) => index % PARTS === number);
    const { id, documentId } = await mustCall<{ id: string; documentId: string }>(page, {
      method: "POST",
      path: "email-marketing",
      body: { name: `Hostile ${number} ${mark}`, subject: `Hostile ${number} ${mark}`, content: { kind: "document" } },
    });
    await writeHostile(some, { app: addresses.app, token, documentId });

    await test.step(`document ${number + 1}: the canvas renders all of it`, async () => {
      await page.goto(`/email-marketing/compose/${id}`);
      const parts = page.locator("[data-surface] [data-level=component]");
      await patient(parts).toHaveCount(countComponents(some));
      // Custom HTML renders later than the rest.
      await patient(page.locator("[data-surface] [class*=code] > *").first()).toBeAttached();
      expect(await findActiveContent(page.locator("[data-surface]"))).toEqual([]);
    });

    await test.step(`document ${number + 1}: the preview shows it`, async () => {
      const { htmlUrl } = await mustCall<{ htmlUrl: string }>(page, {
        method: "GET",
        path: `email-marketing/${id}/preview`,
      });
      await reader.goto(htmlUrl);
      expect(await findActiveContent(reader.locator("html"))).toEqual([]);
    });

    await test.step(`document ${number + 1}: it is sent, and opened in the browser`, async () => {
      const to = `hostile${number}.${mark}@mail.example`;
      await mustCall(page, { method: "POST", path: `email-marketing/${id}/send-test`, body: { emails: [to] } });
      const { html = "" } = await inbox.newest(to, new RegExp(`Hostile ${number} ${mark}$`));
      await reader.route(MAIL, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
      await reader.goto(MAIL);
      expect(await findActiveContent(reader.locator("html"))).toEqual([]);
      const view = await reader.locator('a[href*="/v/"]').first().getAttribute("href");
      await reader.goto(view ?? "");
      expect(await findActiveContent(reader.locator("html"))).toEqual([]);
      await reader.unroute(MAIL);
    });
  }

  await test.step("the editor still works", async () => {
    const parts = page.locator("[data-surface] [data-level=component]");
    const before = await parts.count();
    await page.getByRole("button", { name: "Preview" }).click();
    const dialog = page.getByRole("dialog", { name: "Preview" });
    await patient(dialog.frameLocator("iframe").locator("table").first()).toBeAttached();
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("button", { name: "Add Button" }).click();
    await patient(parts).toHaveCount(before + 1);
    await patient(page.getByRole("textbox", { name: "Button text" })).toBeVisible();
    await patient(page.getByRole("banner").getByText(/^Saved/)).toBeVisible();
  });

  expect(writing).toEqual({ ran: [], left: [] });
  expect(reading).toEqual({ ran: [], left: [] });
});
