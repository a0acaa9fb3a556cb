import { useSelector } from "@xstate/react";
import { type Edge as AnyFlowEdge, type EdgeMarkerType, MarkerType } from "@xyflow/react";
import { useState } from "react";
import { useSnapshot } from "../../collab/store/use-store";
import type { GraphEditor } from "../editor";
import type { Edge } from "../model/records";

export type FlowEdge = AnyFlowEdge<{ readonly edge: Edge }, "step">;

const ARROW: EdgeMarkerType = { type: MarkerType.ArrowClosed, width: 16, height: 16 };

interface FlowEdgesState {
  readonly stored: ReadonlyMap<string, Edge>;
  readonly selected: readonly string[];
  readonly edges: readonly FlowEdge[];
}

/** The canvas edges of stored edges. Unchanged ones keep their objects. */
export function buildFlowEdges(
  before: readonly FlowEdge[],
  stored: ReadonlyMap<string, Edge>,
  selected: readonly string[],
): readonly FlowEdge[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const chosen = new Set(selected);
  return [...stored].map(([id, edge]): FlowEdge => {
    const old = known.get(id);
    const isSelected = chosen.has(id);
    if (old?.data?.edge === edge && old.selected === isSelected) return old;
    return {
      id,
      type: "step",
      source: edge.source[0],
      sourceHandle: edge.source[1],
      target: edge.target[0],
      targetHandle: edge.target[1],
      selected: isSelected,
      markerEnd: ARROW,
      // Screen readers have the connections in the panel of each node.
      domAttributes: { "aria-hidden": true },
      data: { edge },
    };
  });
}

export function useFlowEdges({ actor, store }: GraphEditor): FlowEdge[] {
  const { edges: stored } = useSnapshot(store);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const [flow, setFlow] = useState(
    (): FlowEdgesState => ({ stored, selected, edges: buildFlowEdges([], stored, selected) }),
  );
  let current = flow;
  if (flow.stored !== stored || flow.selected !== selected) {
    current = { stored, selected, edges: buildFlowEdges(flow.edges, stored, selected) };
    setFlow(current);
  }
  return current.edges as FlowEdge[];
}
