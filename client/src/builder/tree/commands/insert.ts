import type { Editing } from "../../collab/editing";
import { isLocked } from "../locks";
import { type Piece, plant } from "../model/pieces";
import { atOf, fits, type Place } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Puts a piece there; answers its new id, or undefined where it can't stand. */
export function insert(editing: Editing, piece: Piece, place: Place): string | undefined {
  const { doc, history } = editing;
  const now = snapshot(doc);
  if (isLocked(editing, now, place.parent) || !fits(now, piece, place)) return undefined;
  return history.act(() => plant(doc, piece, atOf(now, place)));
}
