/** Where the toolbar of a node goes: beside the mail where there is space, else into the node. */

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom" | "width" | "height">;

interface Measured {
  /** The desk that is scrolled. */
  readonly area: Box;
  /** Pixels of the desk without its scroll bar. */
  readonly room: number;
  /** What is sent. */
  readonly surface: Box;
  readonly node: Box;
  readonly bar: Box;
}

export interface ToolbarSpot {
  /** From the upper left of what is seen of the desk. */
  readonly left: number;
  readonly top: number;
  /** Within this the toolbar may move so that it stays in sight. */
  readonly height: number;
  /** Space above the toolbar while all of it is in sight. */
  readonly before: number;
  /** Pixels beside the mail, for the name of the node. */
  readonly width: number;
  readonly side: "left" | "right" | "inside";
}

const GAP = 4;
/** Of a toolbar that moves along its node at least one button stays beside the node. */
const BUTTON = 32;
/** How far below the mail it may reach without making the desk longer. */
const BELOW = 64;

export function toolbarSpot({ area, room, surface, node, bar }: Measured): ToolbarSpot {
  const [width, tall] = [Math.min(bar.width, bar.height), Math.max(bar.width, bar.height)];
  const needed = width + 2 * GAP;
  const hasLeft = surface.left - area.left >= needed;
  const hasRight = area.left + room - surface.right >= needed;
  if (!hasLeft && !hasRight) return inside({ area, room, node, bar });
  // Of two sides the one to which the node is nearer; what is as wide as the mail has it at the right.
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

/** At the end of the node, along its upper edge. */
function inside({ area, room, node, bar }: Omit<Measured, "surface">): ToolbarSpot {
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
