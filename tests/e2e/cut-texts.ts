/** Finds truncated interface texts. Data can end in an ellipsis, fixed texts cannot. */

import type { Page } from "@playwright/test";
import { readTexts } from "./texts.ts";

type CutText = {
  /** The complete text. */
  readonly text: string;
  readonly selector: string;
  readonly hasEllipsis: boolean;
};

let fixedTexts: ReadonlySet<string> | undefined;

/** Texts without placeholders, in both languages. */
function getFixedTexts(): ReadonlySet<string> {
  fixedTexts ??= new Set([...readTexts("en"), ...readTexts("id")].filter((text) => !text.includes("{{")));
  return fixedTexts;
}

/** One line for each text that is cut off without an ellipsis, or that is fixed and has one. */
export async function findCutTexts(page: Page): Promise<readonly string[]> {
  const cut = await measureCutTexts(page);
  return cut
    .filter(({ text, hasEllipsis }) => !hasEllipsis || getFixedTexts().has(text))
    .map(({ text, selector }) => `“${text}” in ${selector}`);
}

/** Texts that overflow a box with hidden overflow. A scrollable text is not cut off. */
function measureCutTexts(page: Page): Promise<readonly CutText[]> {
  return page.evaluate(() => {
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (one: Element) => {
      const style = styles.get(one) ?? getComputedStyle(one);
      styles.set(one, style);
      return style;
    };
    // Visually hidden texts have a size of one pixel on purpose.
    const isHidden = (one: Element) => one.clientWidth <= 1 || styleOf(one).clipPath !== "none";
    const hasEllipsis = (one: Element) =>
      styleOf(one).textOverflow === "ellipsis" || styleOf(one).webkitLineClamp !== "none";
    const isOverflowing = (one: Element) =>
      one.scrollWidth > one.clientWidth + 1 ||
      (styleOf(one).webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 1);
    const describe = (one: Element) =>
      [one.parentElement, one]
        .filter((part) => part !== null)
        .map((part) => [part.localName, ...part.classList].join("."))
        .join(" > ");

    const isOutside = (words: Text, box: Element) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      const { left, right } = range.getBoundingClientRect();
      const start = box.getBoundingClientRect().left + box.clientLeft;
      return left < start - 1 || right > start + box.clientWidth + 1;
    };

    /** The box that hides a part of the text, if any. */
    const findCutter = (words: Text): Element | undefined => {
      for (let box = words.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, position } = styleOf(box);
        if (overflowX === "auto" || overflowX === "scroll") return undefined;
        if (overflowX !== "visible" && box.clientWidth > 0) {
          if (isHidden(box)) return undefined;
          if (isOverflowing(box) && (hasEllipsis(box) || isOutside(words, box))) return box;
        }
        if (position === "fixed") return undefined;
      }
      return undefined;
    };

    const found = new Map<Element, CutText>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const words = walker.currentNode as Text;
      const parent = words.parentElement;
      if (words.data.trim() === "" || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
        continue;
      }
      const box = findCutter(words);
      if (box === undefined || found.has(box)) continue;
      const text = (hasEllipsis(box) ? box : words).textContent?.trim().replaceAll(/\s+/g, " ") ?? "";
      found.set(box, { text, selector: describe(box), hasEllipsis: hasEllipsis(box) });
    }

    // Controls cut their text themselves and have no text nodes to measure.
    const canvas = document.createElement("canvas").getContext("2d");
    for (const control of document.querySelectorAll<HTMLSelectElement | HTMLInputElement>("select, input")) {
      const text =
        "selectedOptions" in control ? control.selectedOptions[0]?.label : !control.value && control.placeholder;
      if (!canvas || !text || isHidden(control) || !control.checkVisibility()) continue;
      const { font, paddingLeft, paddingRight } = styleOf(control);
      canvas.font = font;
      const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (canvas.measureText(text).width > room + 2)
        found.set(control, { text, selector: describe(control), hasEllipsis: true });
    }
    return [...found.values()];
  });
}
