/** Problems of a drawn graph that do not make it invalid, but unfinished. */
import type { Finding } from "../../inspector/findings";
import { inputsOf, keyOf, outputsOf } from "./graph";
import { reachableFrom } from "./rules";
import type { GraphSnapshot } from "./snapshot";

/** A finding of a node, or of one of its ports. */
export interface GraphFinding extends Finding {
  /** The port without an edge; undefined for a node. */
  readonly port?: string;
}

/** Required ports without an edge, and nodes with inputs that no node without inputs leads to. */
export function findingsOf({ structure, nodes, edges }: GraphSnapshot): readonly GraphFinding[] {
  const used = {
    source: new Set([...edges.values()].map(({ source }) => keyOf(source))),
    target: new Set([...edges.values()].map(({ target }) => keyOf(target))),
  };
  const entries = [...nodes].filter(([, node]) => inputsOf(structure, node).length === 0).map(([id]) => id);
  const reached = reachableFrom(edges.values(), entries);
  return [...nodes].flatMap(([id, node]): readonly GraphFinding[] => {
    const open = [
      ...inputsOf(structure, node).filter(({ name }) => !used.target.has(keyOf([id, name]))),
      ...outputsOf(structure, node).filter(({ name }) => !used.source.has(keyOf([id, name]))),
    ].filter(({ isRequired }) => isRequired);
    const ports = open.map(
      ({ name }): GraphFinding => ({ node: id, severity: "warning", textKey: "graph.findings.port", port: name }),
    );
    const hasOpenInput = inputsOf(structure, node).some(({ name }) => open.some((port) => port.name === name));
    return reached.has(id) || hasOpenInput
      ? ports
      : [{ node: id, severity: "warning", textKey: "graph.findings.unreachable" }, ...ports];
  });
}
