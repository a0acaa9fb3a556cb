import type * as Y from "yjs";
import { DocumentStore } from "../collab/store/document-store";
import { isEqual, type Plain } from "../collab/values";
import { type GraphSnapshot, readGraphSnapshot } from "./model/snapshot";
import { type GraphStructure, getPorts } from "./model/structure";

/** The store of a document whose nodes form a graph. */
export type GraphStore = DocumentStore<GraphSnapshot>;

/** A store that keeps the objects of unchanged nodes and edges, so that only changed ones render again. */
export function createGraphStore(doc: Y.Doc, structure: GraphStructure): GraphStore {
  return new DocumentStore(doc, {
    maps: ["edges"],
    read: (now) => readGraphSnapshot(now, structure),
    keep: (before, now) => ({
      ...now,
      nodes: reuseUnchanged(before.nodes, now.nodes),
      edges: reuseUnchanged(before.edges, now.edges),
    }),
    isStructure: (kind, setting) => getPorts(structure, kind)?.items === setting,
  });
}

function reuseUnchanged<Each>(
  before: ReadonlyMap<string, Each>,
  now: ReadonlyMap<string, Each>,
): ReadonlyMap<string, Each> {
  const all = new Map(
    [...now].map(([id, value]): [string, Each] => {
      const old = before.get(id);
      return [id, old !== undefined && isEqual(old as Plain, value as Plain) ? old : value];
    }),
  );
  const isSame = all.size === before.size && [...all].every(([id, value]) => before.get(id) === value);
  return isSame ? before : all;
}
