/** Problems of a visible graph that do not make it invalid, but unfinished. */
import type { Finding } from "../../inspector/findings";
import { buildEndKey, getInputs, getOutputs } from "./graph";
import { findReachable } from "./rules";
import type { GraphSnapshot } from "./snapshot";

/** A finding of a node, or of one of its ports. */
export interface GraphFinding extends Finding {
  /** The port without an edge; undefined for a node. */
  readonly port?: string;
}

/** Required ports without an edge, and nodes with inputs that no node without inputs leads to. */
export function listFindings({ structure, nodes, edges }: GraphSnapshot): readonly GraphFinding[] {
  const used = {
    source: new Set([...edges.values()].map(({ source }) => buildEndKey(source))),
    target: new Set([...edges.values()].map(({ target }) => buildEndKey(target))),
  };
  const entries = [...nodes].filter(([, node]) => getInputs(structure, node).length === 0).map(([id]) => id);
  const reached = findReachable(edges.values(), entries);
  return [...nodes].flatMap(([id, node]): readonly GraphFinding[] => {
    const open = [
      ...getInputs(structure, node).filter(({ name }) => !used.target.has(buildEndKey([id, name]))),
      ...getOutputs(structure, node).filter(({ name }) => !used.source.has(buildEndKey([id, name]))),
    ].filter(({ isRequired }) => isRequired);
    const ports = open.map(
      ({ name }): GraphFinding => ({ node: id, severity: "warning", textKey: "graph.findings.port", port: name }),
    );
    const hasOpenInput = getInputs(structure, node).some(({ name }) => open.some((port) => port.name === name));
    return reached.has(id) || hasOpenInput
      ? ports
      : [{ node: id, severity: "warning", textKey: "graph.findings.unreachable" }, ...ports];
  });
}
