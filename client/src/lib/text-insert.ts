type TextBox = HTMLInputElement | HTMLTextAreaElement;

function replaceSelection(box: TextBox, text: string): void {
  box.focus();
  // Only this deprecated command preserves the browser's undo history.
  if (typeof document.execCommand === "function" && document.execCommand("insertText", false, text)) return;
  box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Inserts `text` at the caret as if it were typed. */
export function insertText(box: TextBox, text: string): void {
  replaceSelection(box, text);
}

/** Wraps the selection in marks. Without a selection, inserts and selects `sample`. */
export function wrapSelection(box: TextBox, before: string, after: string, sample: string): void {
  const start = box.selectionStart ?? box.value.length;
  const chosen = box.value.slice(start, box.selectionEnd ?? start) || sample;
  replaceSelection(box, before + chosen + after);
  box.setSelectionRange(start + before.length, start + before.length + chosen.length);
}

/** Prefixes each selected line with `mark`. */
export function prefixLines(box: TextBox, mark: string): void {
  const start = box.value.lastIndexOf("\n", (box.selectionStart ?? 0) - 1) + 1;
  const end = box.selectionEnd ?? start;
  box.setSelectionRange(start, end);
  const lines = box.value.slice(start, end).split("\n");
  replaceSelection(box, lines.map((line) => mark + line).join("\n"));
}

/** Selects a part of the text and scrolls it into view. */
export function selectPart(box: TextBox, start: number, end: number): void {
  box.focus();
  box.setSelectionRange(start, end);
  const line = box.value.slice(0, start).split("\n").length;
  const lineHeight = Number.parseFloat(getComputedStyle(box).lineHeight) || 20;
  box.scrollTop = Math.max(0, (line - 4) * lineHeight);
}
