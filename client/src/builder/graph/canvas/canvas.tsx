import "@xyflow/react/dist/base.css";
import { useSelector } from "@xstate/react";
import { Background, Controls, MiniMap, ReactFlow, ReactFlowProvider, SelectionMode } from "@xyflow/react";
import { type FocusEvent, useRef } from "react";
import { select } from "../actions";
import { useGraphEditor } from "../editor";
import classes from "./canvas.module.css";
import { type GraphDecorations, GraphDecorationsContext } from "./decorations";
import { useFlowEdges } from "./flow-edges";
import { applySelection, CANVAS_ID, useFlowNodes } from "./flow-nodes";
import { SelectionToolbar } from "./selection-toolbar";
import { StepEdge } from "./step-edge";
import { StepNode } from "./step-node";
import { useCanvasLabels } from "./use-canvas-labels";
import { useConnectionHandlers } from "./use-connection-handlers";
import { useDrop } from "./use-drop";
import { usePointer } from "./use-pointer";
import { useRevealSelection } from "./use-reveal-selection";

const NODE_TYPES = { step: StepNode };
const EDGE_TYPES = { step: StepEdge };
const FIT_VIEW_OPTIONS = { maxZoom: 1, padding: 0.15 } as const;
const PRO_OPTIONS = { hideAttribution: true } as const;
const MAP_SIZE = { width: 144, height: 104 } as const;
/** Pixels around a port in which a connection snaps to it. */
const CONNECTION_RADIUS = 28;
/** Pixels that the pointer moves before a node does. */
const DRAG_THRESHOLD = 3;

/** The graph of a document, edited by mouse, touch and keys. */
export function GraphCanvas({ beside }: { readonly beside: GraphDecorations }) {
  return (
    <ReactFlowProvider>
      <GraphDecorationsContext value={beside}>
        <Flow />
      </GraphDecorationsContext>
    </ReactFlowProvider>
  );
}

function Flow() {
  const editor = useGraphEditor();
  const { actor, editing, t } = editor;
  const canEdit = !editing.isViewed;
  const canvas = useRef<HTMLDivElement>(null);
  const { nodes, onNodesChange } = useFlowNodes(editor);
  const edges = useFlowEdges(editor);
  const labels = useCanvasLabels(t);
  const connecting = useConnectionHandlers(editor);
  const isMarquee = useRef(false);
  const { isPointer, onPointerDownCapture } = usePointer();
  useRevealSelection(editor, canvas, isPointer);
  useDrop(editor, canvas);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const single = selected.length === 1 && nodes.some(({ id }) => id === selected[0]) ? selected[0] : undefined;

  function selectFocused({ target }: FocusEvent): void {
    const id = target.classList.contains("react-flow__node") ? target.getAttribute("data-id") : null;
    if (id === null || isPointer.current || actor.getSnapshot().context.selected.includes(id)) return;
    select(editor, [id]);
  }

  return (
    <ReactFlow
      ref={canvas}
      id={CANVAS_ID}
      className={classes.canvas ?? ""}
      tabIndex={0}
      aria-label={t("graph.canvas")}
      aria-description={t("graph.canvasHelp")}
      data-canvas
      onFocus={selectFocused}
      onPointerDownCapture={onPointerDownCapture}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={onNodesChange}
      onEdgesChange={(changes) => {
        // The selection rectangle is for nodes; it would also select their edges.
        if (!isMarquee.current) applySelection(editor, changes);
      }}
      onSelectionStart={() => {
        isMarquee.current = true;
      }}
      onSelectionEnd={() => {
        isMarquee.current = false;
      }}
      {...connecting}
      nodesDraggable={canEdit}
      nodesConnectable={canEdit}
      edgesReconnectable={canEdit}
      edgesFocusable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      panActivationKeyCode={null}
      selectionKeyCode="Shift"
      selectionMode={SelectionMode.Partial}
      defaultMarkerColor={null}
      multiSelectionKeyCode={["Shift", "Meta", "Control"]}
      connectionRadius={CONNECTION_RADIUS}
      nodeDragThreshold={DRAG_THRESHOLD}
      minZoom={0.2}
      maxZoom={1.5}
      panOnScroll
      zoomOnDoubleClick={false}
      fitView
      fitViewOptions={FIT_VIEW_OPTIONS}
      proOptions={PRO_OPTIONS}
      ariaLabelConfig={labels}
    >
      <Background gap={20} size={1.5} />
      <Controls showInteractive={false} fitViewOptions={FIT_VIEW_OPTIONS} />
      <MiniMap pannable zoomable style={MAP_SIZE} nodeBorderRadius={12} />
      {single === undefined ? null : <SelectionToolbar key={single} id={single} />}
      {nodes.length === 0 ? (
        <div className={classes.empty}>
          <p>{t("graph.empty.title")}</p>
          {canEdit ? <p>{t("graph.empty.text")}</p> : null}
        </div>
      ) : null}
    </ReactFlow>
  );
}
