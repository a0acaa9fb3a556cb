/** The words of a rich text, as a setting has it. */
import type { Plain } from "../collab/values";

function isRecord(value: Plain | undefined): value is { readonly [name: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All of them in a row; what is put in for each contact stands as an ellipsis. Empty when nothing would be drawn. */
export function wordsOf(value: Plain | undefined): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(" ").trim();
  if (!isRecord(value)) return "";
  if (Array.isArray(value.$rich)) return wordsOf(value.$rich);
  if (Array.isArray(value.text)) {
    return value.text.map((part) => (isRecord(part) && typeof part.insert === "string" ? part.insert : "")).join("");
  }
  const isAtom = isRecord(value.attributes) && typeof value.attributes.source === "string";
  return isAtom ? "…" : wordsOf(value.inside);
}
