/** Problems of a drawn graph that do not make it invalid, but unfinished. */
import { inputsOf, keyOf, outputsOf } from "./graph";
import { reachableFrom } from "./rules";
import type { GraphSnapshot } from "./snapshot";

export interface Finding {
  readonly node: string;
  readonly problem: "unconnected" | "unreachable";
  /** The port without an edge; undefined for a node. */
  readonly port?: string;
}

/** Required ports without an edge, and nodes with inputs that no node without inputs leads to. */
export function findingsOf({ structure, nodes, edges }: GraphSnapshot): readonly Finding[] {
  const used = {
    source: new Set([...edges.values()].map(({ source }) => keyOf(source))),
    target: new Set([...edges.values()].map(({ target }) => keyOf(target))),
  };
  const entries = [...nodes].filter(([, node]) => inputsOf(structure, node).length === 0).map(([id]) => id);
  const reached = reachableFrom(edges.values(), entries);
  return [...nodes].flatMap(([id, node]): readonly Finding[] => {
    const open = [
      ...inputsOf(structure, node).filter(({ name }) => !used.target.has(keyOf([id, name]))),
      ...outputsOf(structure, node).filter(({ name }) => !used.source.has(keyOf([id, name]))),
    ].filter(({ isRequired }) => isRequired);
    const ports = open.map(({ name }): Finding => ({ node: id, problem: "unconnected", port: name }));
    const hasOpenInput = inputsOf(structure, node).some(({ name }) => open.some((port) => port.name === name));
    return reached.has(id) || hasOpenInput ? ports : [{ node: id, problem: "unreachable" }, ...ports];
  });
}
