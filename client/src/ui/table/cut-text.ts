/** Narrower elements are visually hidden and exist for screen readers. */
const MIN_VISIBLE_PX = 2;

/** Sets the full text as the title of the cell around `target`, if any of its text is cut. */
export function setCutTextTitle(target: EventTarget): void {
  const cell = target instanceof Element ? target.closest("td") : null;
  if (!cell) return;
  const cut = [cell, ...cell.querySelectorAll("*")].filter(isCut);
  const innermost = cut.filter((box) => !cut.some((other) => other !== box && box.contains(other)));
  const text = innermost.flatMap(listTexts).join(" · ");
  if (text) cell.title = text;
  else cell.removeAttribute("title");
}

/** Texts of a box by element, because adjacent elements would read as one word. */
function listTexts(box: Element): readonly string[] {
  const texts = new Map<Node | null, string>();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    texts.set(node.parentNode, (texts.get(node.parentNode) ?? "") + (node.textContent ?? ""));
  }
  return [...texts.values()];
}

function isCut({ scrollWidth, clientWidth }: Element): boolean {
  return clientWidth >= MIN_VISIBLE_PX && scrollWidth > clientWidth;
}
