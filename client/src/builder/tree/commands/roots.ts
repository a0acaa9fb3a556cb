import * as Y from "yjs";
import { randomId } from "@/lib/api/ids";
import { rootsIn } from "../../collab/maps";
import { between, isOrder } from "../../collab/order";
import type { TreeEditing } from "../editing";
import { pieceOf, plant } from "../model/pieces";
import { extentOf, hasRoomFor } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Adds a root after all others, with a copy of everything in this one; answers its id, undefined where that is gone or there is no room. */
export function copyRoot({ doc, history, structure, isViewed = false }: TreeEditing, from: string): string | undefined {
  const now = snapshot(doc, structure);
  const rows = now.tree.get(from);
  if (!rows || isViewed) return undefined;
  if (
    !hasRoomFor(
      now,
      rows.reduce((count, row) => count + extentOf(row).count, 0),
    )
  )
    return undefined;
  const orders = now.roots.map((id) => String(rootsIn(doc).get(id)?.get("order"))).filter(isOrder);
  return history.act(() => {
    const id = randomId();
    rootsIn(doc).set(id, new Y.Map([["order", between(orders.at(-1) ?? null, null)]]));
    let order: string | null = null;
    for (const row of rows) {
      order = between(order, null);
      plant(doc, pieceOf(doc, row), [id, order, id]);
    }
    return id;
  });
}

/** Calls a root something else; an empty name takes its name away. False where it is gone. */
export function renameRoot({ doc, history, isViewed = false }: TreeEditing, id: string, name: string): boolean {
  const root = rootsIn(doc).get(id);
  if (!root || isViewed) return false;
  history.act(() => (name ? root.set("name", name) : root.delete("name")));
  return true;
}

/** Takes a root out with all that is in it; undo brings it back. False for the last one, and where it is gone. */
export function removeRoot({ doc, history, structure, isViewed = false }: TreeEditing, id: string): boolean {
  const { roots } = snapshot(doc, structure);
  if (isViewed || roots.length < 2 || !roots.includes(id)) return false;
  history.act(() => rootsIn(doc).delete(id));
  return true;
}
