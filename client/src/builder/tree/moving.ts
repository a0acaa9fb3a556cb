/** Moves by keyboard and taps: a node or new piece is lifted, aimed at a position, and dropped. */
import { composedKey } from "@/lib/i18n/translation";
import { moveTo, pathWords, put, saidMoved } from "./acts";
import { dropAt } from "./drag/drop-place";
import { everyPlace, nearestPlace } from "./drag/every-place";
import { type Editor, nameOf, shown } from "./editor";
import { isLocked } from "./locks";
import type { Piece } from "./model/pieces";
import { find, type Place, type Shape, siblingsIn } from "./model/places";

/** The shape of the lifted node or piece. */
function shapeInHand(editor: Editor): Shape | undefined {
  const { lifted } = editor.actor.getSnapshot().context;
  if (lifted?.piece) return lifted.piece;
  return lifted?.id === undefined ? undefined : find(editor.store.snapshot(), lifted.id)?.branch;
}

/** The positions to which the lifted node or piece can go. */
export function placesInHand(editor: Editor): readonly Place[] {
  const shape = shapeInHand(editor);
  return shape ? openPlaces(editor, shape) : [];
}

function openPlaces(editor: Editor, shape: Shape): readonly Place[] {
  const { store } = editor;
  return everyPlace(shown(editor), shape, (id) => store.node(id)?.isLocked ?? false);
}

/** Lifts a node or a new piece, to place it by keyboard or taps. */
export function lift(editor: Editor, what: { readonly id?: string; readonly piece?: Piece }): void {
  const { store, editing, t } = editor;
  const snapshot = store.snapshot();
  const shape = what.piece ?? find(snapshot, what.id ?? "")?.branch;
  if (!shape || (what.id !== undefined && isLocked(editing, snapshot, what.id))) {
    editor.say(t("tree.say.isLocked"));
    return;
  }
  const places = openPlaces(editor, shape);
  if (places.length === 0) {
    editor.say(t("tree.say.nowhere"));
    return;
  }
  const at = nearestPlace(snapshot, places, what.id);
  editor.actor.send({ type: "lift", ...what, at });
  const kind = what.piece
    ? t(composedKey(`${editor.registry.texts}.kinds.${what.piece.kind}.name`))
    : nameOf(editor, what.id ?? "");
  editor.say(`${t("tree.say.lifted", { name: kind })} ${placeWords(editor, places, at, shape)}`);
}

/** Moves the target of the lifted node or piece by `by` positions. */
export function aim(editor: Editor, by: number): void {
  const places = placesInHand(editor);
  const now = editor.actor.getSnapshot().context.lifted?.at ?? 0;
  const at = Math.max(0, Math.min(places.length - 1, now + by));
  editor.actor.send({ type: "aim", at });
  editor.say(placeWords(editor, places, at, shapeInHand(editor)));
}

/** Drops the lifted node or piece at position `at`, by default at its current target. */
export function dropLifted(editor: Editor, at?: number): void {
  const { lifted } = editor.actor.getSnapshot().context;
  const shape = shapeInHand(editor);
  const place = placesInHand(editor)[at ?? lifted?.at ?? -1];
  const drop = shape && place && dropAt(shown(editor), shape, place);
  editor.actor.send({ type: "drop" });
  if (!lifted || !drop) return;
  if (lifted.piece) {
    put(editor, lifted.piece, drop);
    return;
  }
  const moved = lifted.id === undefined ? "refused" : moveTo(editor, lifted.id, drop);
  if (moved === "moved") editor.say(saidMoved(editor, lifted.id ?? ""));
  else if (moved === "refused") editor.say(editor.t("tree.say.notThere"));
}

export function giveUp(editor: Editor): void {
  editor.actor.send({ type: "cancel" });
  editor.say(editor.t("tree.say.givenUp"));
}

function placeWords(editor: Editor, places: readonly Place[], at: number, shape: Shape | undefined): string {
  const place = places[at];
  if (!place) return "";
  const snapshot = editor.store.snapshot();
  const beside = siblingsIn(snapshot, place.parent, place.slot);
  const next = beside[place.index];
  const last = beside.at(-1);
  const where = next
    ? editor.t("tree.say.before", { name: nameOf(editor, next.id) })
    : last
      ? editor.t("tree.say.after", { name: nameOf(editor, last.id) })
      : editor.t("tree.say.inEmpty");
  const isWrapped = shape !== undefined && dropAt(snapshot, shape, place)?.isWrapped;
  const path = snapshot.tree.has(place.parent) ? "" : `, ${pathWords(editor, snapshot, place.parent)}`;
  const ownRow = isWrapped ? `, ${editor.t("tree.say.ownRow")}` : "";
  return editor.t("tree.say.place", { where: where + path + ownRow, number: at + 1, count: places.length });
}
