/** The nodes of the canvas, which keep their objects until their own content changes. */

import { useSelector } from "@xstate/react";
import { applyNodeChanges, type Node, type NodeChange } from "@xyflow/react";
import { useCallback, useState } from "react";
import { useSnapshot } from "../../collab/store/use-store";
import { select } from "../actions";
import { moveNodes } from "../commands/nodes";
import type { GraphEditor } from "../editor";
import { sortInReadingOrder } from "../model/paths";
import type { GraphNode, GraphPoint } from "../model/records";

export type FlowNode = Node<{ readonly node: GraphNode }, "step">;

interface FlowNodesState {
  readonly stored: ReadonlyMap<string, GraphNode>;
  readonly selected: readonly string[];
  readonly nodes: readonly FlowNode[];
}

/** Id of the canvas, with which the ids of its elements start. */
export const CANVAS_ID = "graph";

/** Id of the element with a node's name, in the canvas with this id. */
export function buildNameId(canvas: string, node: string): string {
  return `${canvas}-${node}-name`;
}

/** The canvas nodes of stored nodes, in reading order. A node that is being dragged keeps its position. */
export function buildFlowNodes(
  before: readonly FlowNode[],
  stored: ReadonlyMap<string, GraphNode>,
  selected: readonly string[],
): readonly FlowNode[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const chosen = new Set(selected);
  return sortInReadingOrder(stored).flatMap((id): readonly FlowNode[] => {
    const node = stored.get(id);
    return node ? [buildFlowNode(known.get(id), id, node, chosen.has(id))] : [];
  });
}

function buildFlowNode(old: FlowNode | undefined, id: string, node: GraphNode, selected: boolean): FlowNode {
  const position = old?.dragging ? old.position : { x: node.at[0], y: node.at[1] };
  const isSame =
    old !== undefined &&
    old.data.node === node &&
    old.selected === selected &&
    old.position.x === position.x &&
    old.position.y === position.y;
  if (isSame) return old;
  const data = old?.data.node === node ? old.data : { node };
  return {
    domAttributes: { "aria-labelledby": buildNameId(CANVAS_ID, id) },
    ...old,
    id,
    type: "step",
    position,
    selected,
    data,
  };
}

/** The canvas nodes of an editor. A finished drag is stored as one undo step. */
export function useFlowNodes(editor: GraphEditor) {
  const { actor, editing, store } = editor;
  const { nodes: stored } = useSnapshot(store);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const [flow, setFlow] = useState(
    (): FlowNodesState => ({ stored, selected, nodes: buildFlowNodes([], stored, selected) }),
  );
  let current = flow;
  if (flow.stored !== stored || flow.selected !== selected) {
    current = { stored, selected, nodes: buildFlowNodes(flow.nodes, stored, selected) };
    setFlow(current);
  }
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const local = changes.filter(({ type }) => type === "position" || type === "dimensions");
      if (local.length > 0) setFlow((now) => ({ ...now, nodes: applyNodeChanges(local, [...now.nodes]) }));
      applySelection(editor, changes);
      const dropped = changes.flatMap((change): readonly (readonly [string, GraphPoint])[] =>
        change.type === "position" && change.dragging === false && change.position
          ? [[change.id, [change.position.x, change.position.y]]]
          : [],
      );
      if (dropped.length === 0) return;
      moveNodes(editing, new Map(dropped));
      // Also without a change: the dragged nodes return to their stored positions.
      setFlow((now) => {
        const { nodes } = store.snapshot();
        return { ...now, stored: nodes, nodes: buildFlowNodes(now.nodes, nodes, now.selected) };
      });
    },
    [editor, editing, store],
  );
  return { nodes: current.nodes as FlowNode[], onNodesChange };
}

interface SelectionChange {
  readonly type: string;
  readonly id?: string;
  readonly selected?: boolean;
}

/** Applies the changes of the selection that the canvas reports, for nodes or edges. */
export function applySelection(editor: GraphEditor, changes: readonly SelectionChange[]): void {
  const chosen = changes.filter(({ type }) => type === "select");
  if (chosen.length === 0) return;
  const next = new Set(editor.actor.getSnapshot().context.selected);
  for (const { id = "", selected = false } of chosen) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  select(editor, [...next]);
}
