type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Styles that affect the position of characters. */
const STYLES = [
  "boxSizing",
  "inlineSize",
  "paddingTop",
  "paddingRight",
  "paddingBottom",
  "paddingLeft",
  "borderTopWidth",
  "borderRightWidth",
  "borderBottomWidth",
  "borderLeftWidth",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "letterSpacing",
  "lineHeight",
  "tabSize",
  "textIndent",
] as const;

/** Position below the caret's line, in pixels from the corner of the box. */
export function measureCaretPosition(box: TextBox, caret: number): { readonly x: number; readonly y: number } {
  const style = getComputedStyle(box);
  const twin = document.createElement("div");
  for (const name of STYLES) twin.style[name] = style[name];
  const isArea = box instanceof HTMLTextAreaElement;
  Object.assign(twin.style, {
    position: "absolute",
    visibility: "hidden",
    insetBlockStart: "0",
    insetInlineStart: "-9999px",
    overflow: "hidden",
    overflowWrap: "break-word",
    whiteSpace: isArea ? "pre-wrap" : "pre",
  });
  twin.textContent = box.value.slice(0, caret);
  const mark = document.createElement("span");
  mark.textContent = "​";
  twin.append(mark);
  document.body.append(twin);
  const lineHeight = mark.offsetHeight;
  const x = mark.offsetLeft - box.scrollLeft;
  const y = isArea ? mark.offsetTop + lineHeight - box.scrollTop : box.offsetHeight;
  twin.remove();
  return { x: Math.max(0, x), y: Math.min(box.offsetHeight, Math.max(0, y)) };
}
