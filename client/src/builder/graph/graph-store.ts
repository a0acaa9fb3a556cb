import type * as Y from "yjs";
import { DocumentStore } from "../collab/store/document-store";
import { type Plain, same } from "../collab/values";
import { type GraphSnapshot, graphSnapshot } from "./model/snapshot";
import { type GraphStructure, portsOf } from "./model/structure";

/** The store of a document whose nodes form a graph. */
export type GraphStore = DocumentStore<GraphSnapshot>;

/** A store that keeps the objects of unchanged nodes and edges, so that only changed ones render again. */
export function graphStore(doc: Y.Doc, structure: GraphStructure): GraphStore {
  return new DocumentStore(doc, {
    maps: ["edges"],
    read: (now) => graphSnapshot(now, structure),
    keep: (before, now) => ({ ...now, nodes: reused(before.nodes, now.nodes), edges: reused(before.edges, now.edges) }),
    isStructure: (kind, setting) => portsOf(structure, kind)?.items === setting,
  });
}

function reused<Each>(before: ReadonlyMap<string, Each>, now: ReadonlyMap<string, Each>): ReadonlyMap<string, Each> {
  const all = new Map(
    [...now].map(([id, value]): [string, Each] => {
      const old = before.get(id);
      return [id, old !== undefined && same(old as Plain, value as Plain) ? old : value];
    }),
  );
  const isSame = all.size === before.size && [...all].every(([id, value]) => before.get(id) === value);
  return isSame ? before : all;
}
