import { Handle, type NodeProps, Position, useStore, useUpdateNodeInternals } from "@xyflow/react";
import { type CSSProperties, useContext, useEffect, useRef } from "react";
import { useNode } from "../../collab/store/use-store";
import { resolveValues } from "../../inspector/schema";
import { CommentCount } from "../../screen/comment-count";
import { getKindName, getPortName, getSummary, useGraphEditor } from "../editor";
import { getInputs, getOutputs } from "../model/graph";
import type { NamedPort } from "../model/structure";
import { GraphDecorationsContext } from "./decorations";
import { buildNameId, type FlowNode } from "./flow-nodes";
import classes from "./step-node.module.css";

/** A node on the canvas: its kind, summary, ports and marks. */
export function StepNode({ id, data, selected }: NodeProps<FlowNode>) {
  const editor = useGraphEditor();
  const { registry, store } = editor;
  const { findings } = useContext(GraphDecorationsContext);
  const view = useNode(store, id);
  const canvas = useStore(({ rfId }) => rfId);
  const kind = registry.kinds.get(data.node.kind);
  const { structure } = registry;
  const [inputs, outputs] = [getInputs(structure, data.node), getOutputs(structure, data.node)];
  usePortPositions(id, outputs);
  const summary = getSummary(editor, id);
  const Icon = kind?.icon;
  const hasFinding = findings.some(({ node }) => node === id);
  return (
    <div className={classes.node} data-node={id} data-selected={selected || undefined} data-group={kind?.group}>
      <Ports type="target" position={Position.Top} ports={inputs} />
      <div className={classes.head}>
        {Icon ? (
          <span className={classes.icon} aria-hidden="true">
            <Icon size={16} stroke={1.7} />
          </span>
        ) : null}
        <div id={buildNameId(canvas, id)} className={classes.text}>
          <strong>{getKindName(editor, data.node.kind)}</strong>{" "}
          {summary === "" ? null : <span dir="auto">{summary}</span>}
        </div>
        {hasFinding ? <span className={classes.finding} data-finding aria-hidden="true" /> : null}
      </div>
      {kind?.Content ? <kind.Content settings={resolveValues(kind.schema, view?.settings ?? {})} /> : null}
      {outputs.length > 1 ? (
        <ul className={classes.labels} aria-hidden="true">
          {outputs.map(({ name }) => (
            <li key={name}>{getPortName(editor, id, name)}</li>
          ))}
        </ul>
      ) : null}
      <Ports type="source" position={Position.Bottom} ports={outputs} />
      <NodeDecorations id={id} />
    </div>
  );
}

interface PortsProps {
  readonly type: "source" | "target";
  readonly position: Position;
  readonly ports: readonly NamedPort[];
}

/** The ports at one side. The keyboard has the list of connections instead. */
function Ports({ type, position, ports }: PortsProps) {
  return ports.map(({ name }, index) => (
    <Handle
      key={name}
      id={name}
      type={type}
      position={position}
      className={classes.port ?? ""}
      style={{ left: `${(100 * (index + 0.5)) / ports.length}%` }}
      aria-hidden="true"
    />
  ));
}

/** Edges are rendered to the measured positions of ports, which change with the ports that a setting lists. */
function usePortPositions(id: string, outputs: readonly NamedPort[]): void {
  const update = useUpdateNodeInternals();
  const names = outputs.map(({ name }) => name).join(" ");
  const measured = useRef(names);
  useEffect(() => {
    // A new node is measured together with all others; alone, it would be all that the first view fits.
    if (measured.current === names) return;
    measured.current = names;
    update(id);
  }, [update, id, names]);
}

/** Other users at the node, and its open comments. */
function NodeDecorations({ id }: { readonly id: string }) {
  const editor = useGraphEditor();
  const { comments, others } = useContext(GraphDecorationsContext);
  const here = others.filter(({ node }) => node === id);
  const count = comments.get(id) ?? 0;
  return (
    <>
      {here[0] ? (
        <span className={classes.other} style={{ "--other": here[0].colour } as CSSProperties}>
          <span>{here.map(({ name }) => name).join(", ")}</span>
        </span>
      ) : null}
      <CommentCount
        label={editor.t("graph.commands.comment")}
        count={count}
        className={`${classes.comments} nodrag nopan`}
        onClick={(event) => {
          event.stopPropagation();
          editor.actor.send({ type: "select", ids: [id] });
          editor.comment?.();
        }}
      />
    </>
  );
}
