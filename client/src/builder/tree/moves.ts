/** Moves by keyboard and taps: a node or new piece is lifted, aimed at a position, and dropped. */
import { toTextKey } from "@/lib/i18n/translation";
import { announceLocked, describeMove, insertPiece, moveTo } from "./actions";
import { resolveDrop, type Shapes } from "./drag/drop";
import { findNearestPosition, listTargetPositions } from "./drag/target-positions";
import { type Editor, getNodeName, getShownSnapshot } from "./editor";
import { isLocked } from "./locks";
import type { Piece } from "./model/pieces";
import { findBranch, listSiblings, type TreePosition } from "./model/tree-positions";
import { describePath, formatNames } from "./selection";

/** Nodes of the document in reading order, or a new piece. */
export interface MoveSubject {
  readonly ids?: readonly string[];
  readonly piece?: Piece | undefined;
}

/** The shapes of the lifted nodes; undefined if a node is gone. */
function getShapes({ store }: Editor, { ids = [], piece }: MoveSubject): Shapes | undefined {
  if (piece) return piece;
  const found = ids.flatMap((id) => findBranch(store.snapshot(), id)?.branch ?? []);
  return found.length > 0 && found.length === ids.length ? found : undefined;
}

function getMovedShapes(editor: Editor): Shapes | undefined {
  const { lifted } = editor.actor.getSnapshot().context;
  return lifted ? getShapes(editor, lifted) : undefined;
}

/** The positions to which the lifted nodes or piece can go. */
export function listMovePositions(editor: Editor): readonly TreePosition[] {
  const shapes = getMovedShapes(editor);
  return shapes ? listUnlockedPositions(editor, shapes) : [];
}

function listUnlockedPositions(editor: Editor, shapes: Shapes): readonly TreePosition[] {
  const { store } = editor;
  return listTargetPositions(getShownSnapshot(editor), shapes, (id) => store.node(id)?.isLocked ?? false);
}

/** The name of the lifted nodes. */
export function formatMoveSubject(editor: Editor, { ids = [], piece }: MoveSubject): string {
  return piece ? editor.t(toTextKey(`${editor.registry.texts}.kinds.${piece.kind}.name`)) : formatNames(editor, ids);
}

/** Lifts nodes or a new piece, to place them by keyboard or taps. */
export function startMove(editor: Editor, what: MoveSubject): void {
  const { store, editing, t } = editor;
  const snapshot = store.snapshot();
  const { ids = [] } = what;
  const shapes = getShapes(editor, what);
  if (!shapes || ids.some((id) => isLocked(editing, snapshot, id))) {
    announceLocked(editor, ids);
    return;
  }
  const places = listUnlockedPositions(editor, shapes);
  if (places.length === 0) {
    editor.say(t("tree.say.nowhere"));
    return;
  }
  const at = findNearestPosition(snapshot, places, ids[0]);
  editor.actor.send({ type: "lift", ...what, at });
  editor.say(
    `${t("tree.say.lifted", { name: formatMoveSubject(editor, what) })} ${describePosition(editor, places, at, shapes)}`,
  );
}

/** Moves the target of the lifted node or piece by `by` positions. */
export function moveTarget(editor: Editor, by: number): void {
  const places = listMovePositions(editor);
  const now = editor.actor.getSnapshot().context.lifted?.at ?? 0;
  const at = Math.max(0, Math.min(places.length - 1, now + by));
  editor.actor.send({ type: "aim", at });
  editor.say(describePosition(editor, places, at, getMovedShapes(editor)));
}

/** Drops the lifted node or piece at position `at`, by default at its current target. */
export function dropActiveMove(editor: Editor, at?: number): void {
  const { lifted } = editor.actor.getSnapshot().context;
  const shapes = getMovedShapes(editor);
  const place = listMovePositions(editor)[at ?? lifted?.at ?? -1];
  const drop = shapes && place && resolveDrop(getShownSnapshot(editor), shapes, place);
  editor.actor.send({ type: "drop" });
  if (!lifted || !drop) return;
  if (lifted.piece) {
    insertPiece(editor, lifted.piece, drop);
    return;
  }
  const moved = moveTo(editor, lifted.ids, drop.place);
  if (moved === "moved") editor.say(describeMove(editor, lifted.ids));
  else if (moved === "refused") editor.say(editor.t("tree.say.notThere"));
}

export function cancelMove(editor: Editor): void {
  editor.actor.send({ type: "cancel" });
  editor.say(editor.t("tree.say.givenUp"));
}

function describePosition(
  editor: Editor,
  places: readonly TreePosition[],
  at: number,
  shapes: Shapes | undefined,
): string {
  const place = places[at];
  if (!place) return "";
  const snapshot = editor.store.snapshot();
  const beside = listSiblings(snapshot, place.parent, place.slot);
  const next = beside[place.index];
  const last = beside.at(-1);
  const where = next
    ? editor.t("tree.say.before", { name: getNodeName(editor, next.id) })
    : last
      ? editor.t("tree.say.after", { name: getNodeName(editor, last.id) })
      : editor.t("tree.say.inEmpty");
  const isWrapped = shapes !== undefined && resolveDrop(snapshot, shapes, place)?.isWrapped;
  const path = snapshot.tree.has(place.parent) ? "" : `, ${describePath(editor, snapshot, place.parent)}`;
  const ownRow = isWrapped ? `, ${editor.t("tree.say.ownRow")}` : "";
  return editor.t("tree.say.place", { where: where + path + ownRow, number: at + 1, count: places.length });
}
