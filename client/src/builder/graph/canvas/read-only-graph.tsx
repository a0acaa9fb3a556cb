import "@xyflow/react/dist/base.css";
import { ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { useId, useMemo } from "react";
import type * as Y from "yjs";
import { useGraphEditor } from "../editor";
import { GraphEditorProvider } from "../editor-provider";
import { createGraphStore } from "../graph-store";
import classes from "./canvas.module.css";
import { GraphDecorationsContext, NO_GRAPH_DECORATIONS } from "./decorations";
import { buildFlowEdges } from "./flow-edges";
import { buildFlowNodes } from "./flow-nodes";
import { StepEdge } from "./step-edge";
import { StepNode } from "./step-node";

const NODE_TYPES = { step: StepNode };
const EDGE_TYPES = { step: StepEdge };
const FIT_VIEW_OPTIONS = { maxZoom: 1, padding: 0.1 } as const;
const PRO_OPTIONS = { hideAttribution: true } as const;

/** A state of a document, read-only. */
export function ReadOnlyGraph({ doc }: { readonly doc: Y.Doc }) {
  const editor = useGraphEditor();
  const { structure } = editor.registry;
  const id = useId();
  const still = useMemo(() => ({ ...editor, store: createGraphStore(doc, structure) }), [editor, doc, structure]);
  const { nodes, edges } = useMemo(() => {
    const now = still.store.snapshot();
    return { nodes: [...buildFlowNodes([], now.nodes, [])], edges: [...buildFlowEdges([], now.edges, [])] };
  }, [still]);
  return (
    <GraphEditorProvider editor={still}>
      <GraphDecorationsContext value={NO_GRAPH_DECORATIONS}>
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
              fitViewOptions={FIT_VIEW_OPTIONS}
              minZoom={0.05}
              proOptions={PRO_OPTIONS}
            />
          </div>
        </ReactFlowProvider>
      </GraphDecorationsContext>
    </GraphEditorProvider>
  );
}
