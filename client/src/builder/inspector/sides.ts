/** Alignment of text (documents/kinds/settings.py). */
import type { Plain } from "../collab/values";

export const SIDES = ["left", "center", "right"] as const;
export type Side = (typeof SIDES)[number];

/** The alignment that a value is; undefined for other values. */
export function parseSide(value: Plain | undefined): Side | undefined {
  return SIDES.find((side) => side === value);
}
