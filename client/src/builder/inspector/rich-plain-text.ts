/** The plain text of a rich text setting. */
import type { Plain } from "../collab/values";

function isRecord(value: Plain | undefined): value is { readonly [name: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The plain text in one line, with “…” for merge tags. Empty if nothing would be visible. */
export function extractPlainText(value: Plain | undefined): string {
  if (Array.isArray(value)) return value.map(extractPlainText).join(" ").trim();
  if (!isRecord(value)) return "";
  if (Array.isArray(value.$rich)) return extractPlainText(value.$rich);
  if (Array.isArray(value.text)) {
    return value.text.map((part) => (isRecord(part) && typeof part.insert === "string" ? part.insert : "")).join("");
  }
  const isAtom = isRecord(value.attributes) && typeof value.attributes.source === "string";
  return isAtom ? "…" : extractPlainText(value.inside);
}
