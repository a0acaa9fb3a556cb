/** Locates a drop position on the canvas by the nodes rendered around it. */

import type { Snapshot } from "../model/snapshot";
import { findBranch, getParentLevel, listSiblings, type TreePosition } from "../model/tree-positions";

/** Pixels from the upper left of the scrolled content. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Whether the line is vertical, between nodes side by side. */
  readonly isUpright: boolean;
}

export function findNodeElement(desk: HTMLElement, id: string): HTMLElement | null {
  return desk.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
}

/** The elements of all nodes, for callers that need many. */
export function indexNodeElements(desk: HTMLElement): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>();
  for (const element of desk.querySelectorAll<HTMLElement>("[data-node]")) {
    const id = element.dataset.node ?? "";
    if (!found.has(id)) found.set(id, element);
  }
  return found;
}

/** The line that marks a drop position; undefined if its surroundings are not rendered. */
export function computePositionRect(
  desk: HTMLElement,
  snapshot: Snapshot,
  { parent, slot, index }: TreePosition,
  elementOf: (id: string) => Element | null | undefined = (id) => findNodeElement(desk, id),
): Rect | undefined {
  const origin = desk.getBoundingClientRect();
  const from = (left: number, top: number, width: number, height: number, isUpright: boolean): Rect => ({
    left: left - origin.left + desk.scrollLeft,
    top: top - origin.top + desk.scrollTop,
    width,
    height,
    isUpright,
  });
  const found = findBranch(snapshot, parent);
  const children = listSiblings(snapshot, parent, slot);
  const rectOf = (id: string | undefined) => (id === undefined ? undefined : elementOf(id)?.getBoundingClientRect());
  const next = rectOf(children[index]?.id);
  const before = rectOf(children[index - 1]?.id);
  // A phone stacks nodes that are side by side on a desktop.
  const isUpright = getParentLevel(snapshot, parent)?.axis === "inline" && !isStacked(before, next);
  if (isUpright) {
    const beside = next ?? before;
    if (!beside) return undefined;
    return from((next ? next.left : beside.right) - 2, beside.top, 4, beside.height, true);
  }
  if (next) return from(next.left, next.top - 2, next.width, 4, false);
  if (before) return from(before.left, before.bottom - 2, before.width, 4, false);
  const whole = found
    ? rectOf(parent)
    : (desk.querySelector("[data-rows]") ?? desk.querySelector("[data-surface]"))?.getBoundingClientRect();
  return whole && from(whole.left + 8, whole.top + whole.height / 2 - 2, whole.width - 16, 4, false);
}

function isStacked(before: DOMRect | undefined, next: DOMRect | undefined): boolean {
  return before !== undefined && next !== undefined && next.top >= before.bottom - 1;
}
