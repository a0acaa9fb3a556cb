import "@xyflow/react/dist/base.css";
import { ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { useId, useMemo } from "react";
import type * as Y from "yjs";
import { useGraphEditor } from "../editor";
import { GraphEditorProvider } from "../editor-provider";
import { graphStore } from "../graph-store";
import { BesideContext, NOTHING_BESIDE_GRAPH } from "./beside";
import classes from "./canvas.module.css";
import { flowEdges } from "./flow-edges";
import { flowNodes } from "./flow-nodes";
import { StepEdge } from "./step-edge";
import { StepNode } from "./step-node";

const NODE_TYPES = { step: StepNode };
const EDGE_TYPES = { step: StepEdge };
const FIT = { maxZoom: 1, padding: 0.1 } as const;
const ATTRIBUTION = { hideAttribution: true } as const;

/** A state of a document, read-only. */
export function StillGraph({ doc }: { readonly doc: Y.Doc }) {
  const editor = useGraphEditor();
  const { structure } = editor.registry;
  const id = useId();
  const still = useMemo(() => ({ ...editor, store: graphStore(doc, structure) }), [editor, doc, structure]);
  const { nodes, edges } = useMemo(() => {
    const now = still.store.snapshot();
    return { nodes: [...flowNodes([], now.nodes, [])], edges: [...flowEdges([], now.edges, [])] };
  }, [still]);
  return (
    <GraphEditorProvider editor={still}>
      <BesideContext value={NOTHING_BESIDE_GRAPH}>
        <ReactFlowProvider>
          <div className={classes.still}>
            <ReactFlow
              id={id}
              className={classes.canvas ?? ""}
              defaultNodes={nodes}
              defaultEdges={edges}
              nodeTypes={NODE_TYPES}
              edgeTypes={EDGE_TYPES}
              nodesDraggable={false}
              nodesConnectable={false}
              nodesFocusable={false}
              edgesFocusable={false}
              elementsSelectable={false}
              deleteKeyCode={null}
              disableKeyboardA11y
              fitView
              fitViewOptions={FIT}
              minZoom={0.05}
              proOptions={ATTRIBUTION}
            />
          </div>
        </ReactFlowProvider>
      </BesideContext>
    </GraphEditorProvider>
  );
}
