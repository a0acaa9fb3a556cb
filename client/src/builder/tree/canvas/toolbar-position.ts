/** The position of a node's toolbar: beside the document if there is space, else inside the node. */

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom" | "width" | "height">;

interface ToolbarLayout {
  /** The scrolled canvas. */
  readonly area: Box;
  /** Width of the canvas in pixels, without its scroll bar. */
  readonly room: number;
  /** The document on the canvas. */
  readonly surface: Box;
  readonly node: Box;
  readonly bar: Box;
}

export interface ToolbarPosition {
  /** Pixels from the upper left of the visible canvas. */
  readonly left: number;
  readonly top: number;
  /** Height of the area in which the toolbar moves to stay visible. */
  readonly height: number;
  /** Space above the toolbar while the whole area is visible. */
  readonly before: number;
  /** Pixels beside the document, for the name of the node. */
  readonly width: number;
  readonly side: "left" | "right" | "inside";
}

const GAP = 4;
/** At least one button stays beside the node when the toolbar moves along it. */
const BUTTON = 32;
/** Pixels below the document that do not make the canvas longer. */
const BELOW = 64;

export function computeToolbarPosition({ area, room, surface, node, bar }: ToolbarLayout): ToolbarPosition {
  const [width, tall] = [Math.min(bar.width, bar.height), Math.max(bar.width, bar.height)];
  const needed = width + 2 * GAP;
  const hasLeft = surface.left - area.left >= needed;
  const hasRight = area.left + room - surface.right >= needed;
  if (!hasLeft && !hasRight) return computeInsidePosition({ area, room, node, bar });
  // The side that is nearer to the node; the right one for a node as wide as the document.
  const isNearLeft = node.left - surface.left < surface.right - node.right;
  const isLeft = hasLeft && (isNearLeft || !hasRight);
  const beyond = tall - BUTTON;
  const top = node.top - beyond;
  const bottom = Math.min(node.top + Math.max(BUTTON, node.height) + beyond, surface.bottom + BELOW);
  return {
    left: (isLeft ? surface.left - GAP - width : surface.right + GAP) - area.left,
    top: top - area.top,
    height: bottom - top,
    before: Math.max(0, Math.min(beyond, bottom - top - tall)),
    width: (isLeft ? surface.left - area.left : area.left + room - surface.right) - 2 * GAP,
    side: isLeft ? "left" : "right",
  };
}

/** At the right end of the node, along its upper edge. */
function computeInsidePosition({ area, room, node, bar }: Omit<ToolbarLayout, "surface">): ToolbarPosition {
  const width = Math.max(bar.width, bar.height);
  const right = Math.min(node.right, area.left + room);
  return {
    left: Math.max(0, right - GAP - width - area.left),
    top: node.top - area.top + GAP,
    height: Math.max(0, node.height - 2 * GAP),
    before: 0,
    width: 0,
    side: "inside",
  };
}
