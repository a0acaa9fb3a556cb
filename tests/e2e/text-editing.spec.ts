/** Editing text on the canvas, as far as it depends on a browser's layout and focus. */

import type { Locator, Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import { canvas, part, surface } from "./canvas.ts";
import { newMark, signIn } from "./entrance.ts";
import { type Account, expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

const DESK = { width: 1440, height: 900 };
const patient = expect.configure({ timeout: 20_000 });

/** Creates a campaign from the harvest newsletter and opens its editor. */
async function openNewsletter(page: Page, dewi: Account): Promise<void> {
  await page.setViewportSize(DESK);
  await signIn(page, dewi);
  const { id } = await mustCall<{ id: string }>(page, {
    method: "POST",
    path: "email-marketing",
    body: { name: `Editing ${newMark()}`, content: { kind: "document" }, newsletter: "harvest" },
  });
  await page.goto(`/email-marketing/compose/${id}`);
  await patient(part(page, "The new harvest is in")).toBeVisible();
}

const formats = (page: Page): Locator => page.getByRole("toolbar", { name: "Format" });
const commands = (page: Page): Locator => page.getByRole("toolbar", { name: /^Actions for/ });
const nameTag = (box: Locator): Locator => box.locator("[contenteditable=false][class*=chrome] > span");

type Line = { readonly words: string; readonly left: number };

/** The rendered lines of a text with the position of each. */
function measureLines(text: Locator): Promise<readonly Line[]> {
  return text.evaluate((top) => {
    const lines = new Map<number, { words: string; left: number }>();
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest("[class*=chrome], [class*=pins]")) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [rect] = range.getClientRects();
        if (!rect) continue;
        // Bold and small words of the same line start slightly higher or lower.
        const middle = (rect.top + rect.bottom) / 2;
        const line = [...lines.keys()].find((each) => Math.abs(each - middle) < rect.height / 2) ?? middle;
        const { words, left } = lines.get(line) ?? { words: "", left: rect.left };
        lines.set(line, { words: `${words} ${word}`, left: Math.min(left, rect.left) });
      }
    }
    return [...lines].sort(([one], [other]) => one - other).map(([, drawn]) => drawn);
  });
}

/** Visible words of other components that something covers. */
function findCoveredWords(page: Page): Promise<readonly string[]> {
  return canvas(page).evaluate((desk) => {
    const seen = desk.getBoundingClientRect();
    const covered: string[] = [];
    const walker = document.createTreeWalker(desk.querySelector("[data-rows]") ?? desk, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement?.closest("[data-level=component]");
      if (!own || node.parentElement?.closest("[class*=chrome], [class*=pins]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const y = (top + bottom) / 2;
          if (right - left < 4 || y < seen.top || y > seen.bottom || x < seen.left || x > seen.right) continue;
          const found = document.elementFromPoint(x, y);
          if (!found || !own.contains(found)) covered.push(`${node.textContent} under ${found?.className}`);
        }
      }
    }
    return covered;
  });
}

test("editing a text keeps its lines and caret, and leaving it is visible", async ({ page, dewi }) => {
  await openNewsletter(page, dewi);
  const editor = surface(page).getByRole("textbox");

  await test.step("its lines and merge tags look as in the email", async () => {
    for (const words of ["The new harvest is in", /^\s*Hello/, "Three from the same hill"]) {
      const box = part(page, words);
      await box.scrollIntoViewIfNeeded();
      const fontsOf = (text: Locator) =>
        text
          .locator("[data-merge-tag]")
          .evaluateAll((all) =>
            all.map((one) => [getComputedStyle(one).fontFamily, getComputedStyle(one.parentElement ?? one).fontFamily]),
          );
      const [drawn, fonts] = [await measureLines(box), await fontsOf(box)];
      for (const [own, around] of fonts) expect(own).toBe(around);
      await box.dblclick();
      await patient(editor).toBeFocused();
      const edited = await measureLines(editor);
      expect(edited.map((line) => line.words)).toEqual(drawn.map((line) => line.words));
      for (const [at, { left }] of edited.entries()) expect(Math.abs(left - (drawn[at]?.left ?? 0))).toBeLessThan(1);
      expect(await fontsOf(editor)).toEqual(fonts);
      await page.keyboard.press("Escape");
      await expect(editor).toHaveCount(0);
    }
  });

  await test.step("a partly scrolled text stays under the pointer on a double click", async () => {
    const box = part(page, /^\s*Hello/);
    await box.evaluate((one) => {
      const desk = one.closest("[data-canvas]");
      if (desk) desk.scrollTop += one.getBoundingClientRect().top - desk.getBoundingClientRect().top + 20;
    });
    await box.dblclick();
    await patient(editor).toBeFocused();
    await expect(editor).toContainText("Hello");
    await page.keyboard.press("Escape");
    await canvas(page).evaluate((desk) => desk.scrollTo(0, 0));
  });

  await test.step("a click on its own name tag keeps the caret", async () => {
    const box = part(page, /^\s*Hello/);
    await box.dblclick();
    await patient(editor).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" One");
    const tag = await nameTag(surface(page).locator("[data-mark=writing]")).boundingBox();
    const bar = await formats(page).boundingBox();
    if (!tag || !bar) throw new Error("The text has no name or no format bar.");
    await page.mouse.click(tag.x + tag.width / 2, tag.y + tag.height / 2);
    await expect(editor).toBeFocused();
    await page.keyboard.type(" two");
    await page.mouse.click(bar.x + 1, bar.y + bar.height / 2);
    await expect(editor).toBeFocused();
    await page.keyboard.type(" three");
    await page.keyboard.press("Backspace");
    await expect(editor).toContainText("One two thre");
    await expect(editor).not.toContainText("One two three");
  });

  await test.step("a click elsewhere ends editing: no format bar, and Backspace deletes nothing", async () => {
    await page.getByRole("complementary", { name: "Settings" }).getByRole("heading").first().click();
    await expect(formats(page)).toHaveCount(0);
    await expect(editor).toHaveCount(0);
    await page.getByRole("button", { name: "Version history" }).focus();
    await page.keyboard.press("Backspace");
    await expect(part(page, "One two thre")).toBeVisible();
  });

  await test.step("Escape returns the keyboard to the component, and Undo restores what it deletes", async () => {
    await part(page, "One two thre").dblclick();
    await patient(editor).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(formats(page)).toHaveCount(0);
    await expect(canvas(page)).toBeFocused();
    await page.keyboard.press("Backspace");
    await expect(part(page, "One two thre")).toHaveCount(0);
    const toast = page.getByRole("region", { name: "Notifications" }).getByRole("status");
    await patient(toast.getByText("Text block deleted")).toBeVisible();
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(part(page, "One two thre")).toHaveAttribute("data-mark", "selected");
  });
});

test("the toolbar of a component covers no other component", async ({ page, dewi }) => {
  await openNewsletter(page, dewi);

  for (const width of [1440, 1024]) {
    await test.step(`at ${width}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      for (const words of ["The new harvest is in", /^\s*Hello/, "Lower Garden", "Green Ridge"]) {
        const box = part(page, words);
        await box.click();
        await expect(box).toHaveAttribute("data-mark", "selected");
        await expect(commands(page)).toBeInViewport({ ratio: 1 });
        expect(await findCoveredWords(page)).toEqual([]);
        const [bar, rows] = [
          await commands(page).boundingBox(),
          await surface(page).locator("[data-rows]").boundingBox(),
        ];
        if (!bar || !rows) throw new Error("Nothing is drawn.");
        const isBeside = bar.x + bar.width <= rows.x || bar.x >= rows.x + rows.width;
        expect(isBeside, `${words} at ${width}`).toBe(true);
      }
    });
  }

  await test.step("hover and selection look different", async () => {
    await page.setViewportSize(DESK);
    const [above, below] = [part(page, "The new harvest is in"), part(page, /^\s*Hello/)];
    await below.click();
    await above.hover();
    const border = (box: Locator) =>
      box.evaluate((one) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(one, "::after");
        return [borderTopWidth, borderTopColor];
      });
    await expect(above).toHaveAttribute("data-mark", "hovered");
    const [hovered, selected] = [await border(above), await border(below)];
    expect([hovered[0], selected[0]]).toEqual(["1px", "2px"]);
    expect(hovered[1]).not.toBe(selected[1]);
  });

  await test.step("Ctrl+A on the canvas selects nothing of the interface", async () => {
    await canvas(page).focus();
    await page.keyboard.press("ControlOrMeta+a");
    expect(await page.evaluate(() => document.getSelection()?.toString() ?? "")).toBe("");
  });

  await test.step("it is dragged by its first button", async () => {
    await part(page, /^\s*Hello/).click();
    const order = () =>
      surface(page)
        .locator("[data-level=component]")
        .evaluateAll((all) => all.findIndex((one) => /^\s*Hello/.test(one.textContent ?? "")));
    const before = await order();
    await commands(page)
      .getByRole("button", { name: "Move", exact: true })
      .dragTo(part(page, "The new harvest is in"), { targetPosition: { x: 200, y: 4 } });
    await expect.poll(order).toBe(before - 1);
  });

  await test.step("Comment puts the caret into the comment", async () => {
    await part(page, /^\s*Hello/).click();
    await commands(page).getByRole("button", { name: "Comment" }).click();
    const comments = page.getByRole("region", { name: "Comments" });
    const box = comments.getByRole("textbox", { name: "Write a comment" });
    await patient(box).toBeFocused();
    await part(page, "The new harvest is in").click();
    await expect(box).not.toBeFocused();
    await commands(page).getByRole("button", { name: "Comment" }).click();
    await expect(box).toBeFocused();
  });
});
