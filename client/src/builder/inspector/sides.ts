/** To which side words are set (documents/kinds/settings.py). */
import type { Plain } from "../collab/values";

export const SIDES = ["left", "center", "right"] as const;
export type Side = (typeof SIDES)[number];

/** The side, where it is one. */
export function sideIn(value: Plain | undefined): Side | undefined {
  return SIDES.find((side) => side === value);
}
