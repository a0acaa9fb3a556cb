import { type Editing, isLocked } from "../editing";
import { type Piece, plant } from "../model/pieces";
import { atOf, fits, type Place } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Puts a piece there; answers its new id, or undefined where it can't stand. */
export function insert({ doc, history }: Editing, piece: Piece, place: Place): string | undefined {
  const now = snapshot(doc);
  if (isLocked(doc, now, place.parent) || !fits(now, piece, place)) return undefined;
  return history.act(() => plant(doc, piece, atOf(now, place)));
}
