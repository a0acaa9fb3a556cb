import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { getGlobals, getNodeSettings, getNodes } from "../../collab/maps";
import { type Plain, type Settings, toPlain, toSharedMap } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { type Edge, type End, type GraphPoint, getEdges } from "../model/records";
import { findConflict } from "../model/rules";
import { readGraphSnapshot } from "../model/snapshot";
import { buildStep, createEditing, listEdgeLabels } from "../tests/flow";
import { connect, reconnect } from "./edges";
import { addNode, moveNodes, remove, updateNode } from "./nodes";
import { setCondition, updateGlobals } from "./settings";

interface StoredNode {
  readonly kind: string;
  readonly at: GraphPoint;
  readonly settings: Settings;
}

type Command = { readonly refused?: string } & (
  | ({ readonly command: "addNode" } & StoredNode)
  | { readonly command: "moveNode"; readonly node: string; readonly at: GraphPoint }
  | { readonly command: "removeNode"; readonly node: string }
  | { readonly command: "updateSettings"; readonly node: string; readonly changes: Settings }
  | { readonly command: "setCondition"; readonly node: string; readonly condition: Settings | null }
  | { readonly command: "updateGlobals"; readonly changes: Settings }
  | ({ readonly command: "connect" } & Edge)
  | ({ readonly command: "reconnect"; readonly edge: string } & Edge)
  | { readonly command: "disconnect"; readonly source: End }
);

interface Case {
  readonly name: string;
  readonly nodes: Readonly<Record<string, StoredNode>>;
  readonly edges: Readonly<Record<string, readonly [source: string, port: string, target: string]>>;
  readonly commands: readonly Command[];
  /** Positions by label, and edges as labels of their nodes. */
  readonly visible: { readonly nodes: Plain; readonly edges: readonly string[] };
  readonly globals: Plain;
  /** By label. */
  readonly conditions: Plain;
}

const FILE = resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/graph-commands.json");
const CASES = JSON.parse(readFileSync(FILE, "utf8")) as readonly Case[];

function setUpCase({ nodes, edges }: Case): GraphEditing {
  const doc = new Y.Doc();
  for (const [id, { kind, at, settings }] of Object.entries(nodes)) {
    const { level } = buildStep(kind);
    getNodes(doc).set(id, new Y.Map<unknown>(Object.entries({ level, kind, at, settings: toSharedMap(settings) })));
  }
  for (const [id, [source, port, target]] of Object.entries(edges)) {
    getEdges(doc).set(id, { source: [source, port], target: [target, "in"] });
  }
  return createEditing(doc);
}

function runCommand(editing: GraphEditing, one: Command): boolean {
  const { nodes, edges } = readGraphSnapshot(editing.doc, editing.structure);
  const idOf = (label: string) => [...nodes.keys()].find((id) => getLabel(editing, id) === label) ?? label;
  const endOf = ([label, port]: End): End => [idOf(label), port];
  switch (one.command) {
    case "addNode":
      return addNode(editing, { ...buildStep(one.kind), settings: one.settings, at: one.at }) !== undefined;
    case "moveNode":
      return moveNodes(editing, new Map([[idOf(one.node), one.at]]));
    case "removeNode":
      return remove(editing, [idOf(one.node)]);
    case "updateSettings":
      return updateNode(editing, idOf(one.node), one.changes);
    case "setCondition":
      return setCondition(editing, idOf(one.node), one.condition);
    case "updateGlobals":
      updateGlobals(editing, one.changes);
      return true;
    case "connect":
    case "reconnect": {
      const edge = { source: endOf(one.source), target: endOf(one.target) };
      const replaced = one.command === "reconnect" ? one.edge : undefined;
      const conflict = findConflict(readGraphSnapshot(editing.doc, editing.structure), edge, replaced);
      const isMissing = !nodes.has(edge.source[0]) || !nodes.has(edge.target[0]);
      // The server tells a missing node from a missing port.
      expect(conflict === "missing" && !isMissing ? "port" : conflict).toBe(one.refused);
      return replaced === undefined ? connect(editing, edge) !== undefined : reconnect(editing, replaced, edge);
    }
    case "disconnect": {
      const [id, port] = endOf(one.source);
      return remove(
        editing,
        [...edges].filter(([, { source }]) => source[0] === id && source[1] === port).map(([edge]) => edge),
      );
    }
  }
}

function getLabel({ doc }: GraphEditing, id: string): string {
  const node = getNodes(doc).get(id);
  return String(node && getNodeSettings(node).get("label"));
}

test.each(CASES)("$name, as on the server", (each) => {
  const editing = setUpCase(each);

  for (const one of each.commands) expect(runCommand(editing, one)).toBe(one.refused === undefined);

  const { nodes } = readGraphSnapshot(editing.doc, editing.structure);
  const positions = [...nodes].map(([id, { at }]) => [getLabel(editing, id), at]);
  const conditions = [...nodes.keys()].flatMap((id) => {
    const condition = getNodes(editing.doc).get(id)?.get("condition");
    return condition === undefined ? [] : [[getLabel(editing, id), toPlain(condition)]];
  });
  expect(Object.fromEntries(positions)).toEqual(each.visible.nodes);
  expect(listEdgeLabels(editing)).toEqual(each.visible.edges);
  expect(toPlain(getGlobals(editing.doc))).toEqual(each.globals);
  expect(Object.fromEntries(conditions)).toEqual(each.conditions);
});
