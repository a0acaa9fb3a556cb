import { IconX } from "@tabler/icons-react";
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { disconnect, getEndNames } from "../actions";
import { useGraphEditor } from "../editor";
import classes from "./canvas.module.css";
import type { FlowEdge } from "./flow-edges";

/** A connection. While it is selected, a button deletes it. */
export function StepEdge({ id, data, selected, markerEnd, ...ends }: EdgeProps<FlowEdge>) {
  const editor = useGraphEditor();
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = ends;
  const [path, x, y] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 12,
  });
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={24} {...(markerEnd === undefined ? {} : { markerEnd })} />
      {selected && data && !editor.editing.isViewed ? (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={`${classes.disconnect} nodrag nopan`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            aria-label={editor.t("graph.connections.disconnect", getEndNames(editor, data.edge))}
            onClick={() => disconnect(editor, id)}
          >
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
}
