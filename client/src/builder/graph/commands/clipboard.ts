/** Parts of a graph: nodes with the edges between them, as text and back. */
import { createRandomId } from "@/lib/api/ids";
import { getNodeSettings, getNodes } from "../../collab/maps";
import { isName } from "../../collab/names";
import { type Settings, toPlain } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { getEdges, isGraphPoint } from "../model/records";
import { readGraphSnapshot } from "../model/snapshot";
import { type GraphStructure, getLevel } from "../model/structure";
import { createNode, hasCapacityFor, type NodePiece } from "./nodes";

/** An edge between two nodes of a part, by their indexes. */
export interface PartEdge {
  readonly source: readonly [node: number, port: string];
  readonly target: readonly [node: number, port: string];
}

export interface GraphPart {
  readonly nodes: readonly NodePiece[];
  readonly edges: readonly PartEdge[];
}

/** Prefix of a copied part, to recognize it among other clipboard text. */
const CLIPBOARD_PREFIX = "application/vnd.dashboard.graph+json;";
/** Pixels between a node and its copy, in both directions. */
const COPY_OFFSET = 32;

/** The visible nodes among these, with the edges between them. */
export function buildPart({ doc, structure }: GraphEditing, ids: Iterable<string>): GraphPart {
  const now = readGraphSnapshot(doc, structure);
  const chosen = [...new Set(ids)].filter((id) => now.nodes.has(id));
  const indexes = new Map(chosen.map((id, index) => [id, index]));
  const nodes = chosen.flatMap((id): readonly NodePiece[] => {
    const [node, stored] = [now.nodes.get(id), getNodes(doc).get(id)];
    if (!node || !stored) return [];
    const condition = stored.get("condition");
    return [
      {
        level: node.level,
        kind: node.kind,
        settings: toPlain(getNodeSettings(stored)) as Settings,
        ...(condition === undefined ? {} : { condition: toPlain(condition) as Settings }),
        at: node.at,
      },
    ];
  });
  const edges = [...now.edges.values()].flatMap(({ source, target }): readonly PartEdge[] => {
    const [from, into] = [indexes.get(source[0]), indexes.get(target[0])];
    return from === undefined || into === undefined ? [] : [{ source: [from, source[1]], target: [into, target[1]] }];
  });
  return { nodes, edges };
}

/** A part as clipboard text, which any document of the same editor accepts. Undefined if no node of it is visible. */
export function buildClipboardText(editing: GraphEditing, editor: string, ids: Iterable<string>): string | undefined {
  const part = buildPart(editing, ids);
  return part.nodes.length === 0 ? undefined : CLIPBOARD_PREFIX + JSON.stringify({ editor, part });
}

/** The part in a clipboard text; undefined if the text is no part of this editor. */
export function parsePart(text: string, editor: string, structure: GraphStructure): GraphPart | undefined {
  if (!text.startsWith(CLIPBOARD_PREFIX)) return undefined;
  try {
    const { editor: from, part }: { editor: unknown; part: unknown } = JSON.parse(text.slice(CLIPBOARD_PREFIX.length));
    return from === editor && isPart(part, structure) ? part : undefined;
  } catch {
    return undefined;
  }
}

/** Inserts a part beside its position. Returns the new ids; undefined if the document is full or read-only. */
export function paste(editing: GraphEditing, { nodes, edges }: GraphPart): readonly string[] | undefined {
  const { doc, history, structure, isViewed = false } = editing;
  const now = readGraphSnapshot(doc, structure);
  if (isViewed || nodes.length === 0 || !hasCapacityFor(now, { nodes: nodes.length, edges: edges.length }))
    return undefined;
  return history.act(() => {
    const ids = nodes.map((node) =>
      createNode(doc, { ...node, at: [node.at[0] + COPY_OFFSET, node.at[1] + COPY_OFFSET] }),
    );
    for (const { source, target } of edges) {
      getEdges(doc).set(createRandomId(), {
        source: [ids[source[0]], source[1]],
        target: [ids[target[0]], target[1]],
      });
    }
    return ids;
  });
}

/** Copies visible nodes with the edges between them. Returns the new ids. */
export function duplicate(editing: GraphEditing, ids: Iterable<string>): readonly string[] | undefined {
  return paste(editing, buildPart(editing, ids));
}

/** Whether a value is a part that the structure allows. The clipboard is untrusted. */
function isPart(value: unknown, structure: GraphStructure): value is GraphPart {
  if (!isRecord(value)) return false;
  const { nodes, edges } = value;
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return false;
  if (nodes.length > structure.limits.nodes || edges.length > structure.limits.edges) return false;
  const isEnd = (end: unknown): boolean =>
    Array.isArray(end) && end.length === 2 && Object.hasOwn(nodes, String(end[0])) && isName(end[1]);
  return (
    nodes.every((node: unknown) => isPiece(node, structure)) &&
    edges.every((edge: unknown) => isRecord(edge) && isEnd(edge.source) && isEnd(edge.target))
  );
}

function isPiece(value: unknown, structure: GraphStructure): boolean {
  if (!isRecord(value)) return false;
  const { level, kind, settings, condition, at } = value;
  if (!getLevel(structure, level) || !isName(kind) || !isRecord(settings) || !isGraphPoint(at)) return false;
  return condition === undefined || isRecord(condition);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
