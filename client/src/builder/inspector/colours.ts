/** Typed colours, and the colours of a document. */
import type { Settings } from "../collab/values";
import type { Field } from "./schema";

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A typed colour as `#rrggbb`; undefined if it is invalid. */
export function parseColour(text: string): string | undefined {
  const [, digits] = HEX.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return `#${full.toLowerCase()}`;
}

/** The distinct colours of the document-wide settings. */
export function listColours(globalFields: readonly Field[], globals: Settings): readonly string[] {
  const known = globalFields
    .filter(({ control }) => control === "colour")
    .map(({ name }) => globals[name])
    .filter((colour): colour is string => typeof colour === "string" && colour !== "");
  return [...new Set(known.map((colour) => colour.toLowerCase()))];
}
