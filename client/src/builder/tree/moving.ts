/** Moves by keyboard and taps: a node or new piece is lifted, aimed at a position, and dropped. */
import { composedKey } from "@/lib/i18n/translation";
import { insertPiece, moveTo, saidMoved, sayLocked } from "./acts";
import { dropAt, type Shapes } from "./drag/drop-place";
import { everyPlace, nearestPlace } from "./drag/every-place";
import { type Editor, nameOf, shown } from "./editor";
import { isLocked } from "./locks";
import type { Piece } from "./model/pieces";
import { find, type Place, siblingsIn } from "./model/places";
import { namesOf, pathWords } from "./selection";

/** Nodes of the document in drawing order, or a new piece. */
export interface InHand {
  readonly ids?: readonly string[];
  readonly piece?: Piece | undefined;
}

/** The shapes of the lifted nodes; undefined if a node is gone. */
function shapesOf({ store }: Editor, { ids = [], piece }: InHand): Shapes | undefined {
  if (piece) return piece;
  const found = ids.flatMap((id) => find(store.snapshot(), id)?.branch ?? []);
  return found.length > 0 && found.length === ids.length ? found : undefined;
}

function shapesInHand(editor: Editor): Shapes | undefined {
  const { lifted } = editor.actor.getSnapshot().context;
  return lifted ? shapesOf(editor, lifted) : undefined;
}

/** The positions to which the lifted nodes or piece can go. */
export function placesInHand(editor: Editor): readonly Place[] {
  const shapes = shapesInHand(editor);
  return shapes ? openPlaces(editor, shapes) : [];
}

function openPlaces(editor: Editor, shapes: Shapes): readonly Place[] {
  const { store } = editor;
  return everyPlace(shown(editor), shapes, (id) => store.node(id)?.isLocked ?? false);
}

/** The name of the lifted nodes. */
export function nameInHand(editor: Editor, { ids = [], piece }: InHand): string {
  return piece ? editor.t(composedKey(`${editor.registry.texts}.kinds.${piece.kind}.name`)) : namesOf(editor, ids);
}

/** Lifts nodes or a new piece, to place them by keyboard or taps. */
export function lift(editor: Editor, what: InHand): void {
  const { store, editing, t } = editor;
  const snapshot = store.snapshot();
  const { ids = [] } = what;
  const shapes = shapesOf(editor, what);
  if (!shapes || ids.some((id) => isLocked(editing, snapshot, id))) {
    sayLocked(editor, ids);
    return;
  }
  const places = openPlaces(editor, shapes);
  if (places.length === 0) {
    editor.say(t("tree.say.nowhere"));
    return;
  }
  const at = nearestPlace(snapshot, places, ids[0]);
  editor.actor.send({ type: "lift", ...what, at });
  editor.say(`${t("tree.say.lifted", { name: nameInHand(editor, what) })} ${placeWords(editor, places, at, shapes)}`);
}

/** Moves the target of the lifted node or piece by `by` positions. */
export function aim(editor: Editor, by: number): void {
  const places = placesInHand(editor);
  const now = editor.actor.getSnapshot().context.lifted?.at ?? 0;
  const at = Math.max(0, Math.min(places.length - 1, now + by));
  editor.actor.send({ type: "aim", at });
  editor.say(placeWords(editor, places, at, shapesInHand(editor)));
}

/** Drops the lifted node or piece at position `at`, by default at its current target. */
export function dropLifted(editor: Editor, at?: number): void {
  const { lifted } = editor.actor.getSnapshot().context;
  const shapes = shapesInHand(editor);
  const place = placesInHand(editor)[at ?? lifted?.at ?? -1];
  const drop = shapes && place && dropAt(shown(editor), shapes, place);
  editor.actor.send({ type: "drop" });
  if (!lifted || !drop) return;
  if (lifted.piece) {
    insertPiece(editor, lifted.piece, drop);
    return;
  }
  const moved = moveTo(editor, lifted.ids, drop.place);
  if (moved === "moved") editor.say(saidMoved(editor, lifted.ids));
  else if (moved === "refused") editor.say(editor.t("tree.say.notThere"));
}

export function giveUp(editor: Editor): void {
  editor.actor.send({ type: "cancel" });
  editor.say(editor.t("tree.say.givenUp"));
}

function placeWords(editor: Editor, places: readonly Place[], at: number, shapes: Shapes | undefined): string {
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
  const isWrapped = shapes !== undefined && dropAt(snapshot, shapes, place)?.isWrapped;
  const path = snapshot.tree.has(place.parent) ? "" : `, ${pathWords(editor, snapshot, place.parent)}`;
  const ownRow = isWrapped ? `, ${editor.t("tree.say.ownRow")}` : "";
  return editor.t("tree.say.place", { where: where + path + ownRow, number: at + 1, count: places.length });
}
