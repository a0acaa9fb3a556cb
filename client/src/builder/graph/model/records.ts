/**
 * The document of a graph editor, as stored in Yjs.
 *
 * `nodes` maps an id to a node: its `level`, its `kind`, its position (`at`) and its `settings`; a deleted one is
 * marked `removed`. `edges` maps an id to an edge, which is a single value, so that a reconnection is atomic.
 */
import * as Y from "yjs";
import { listItemIds } from "../../collab/items";
import { isName } from "../../collab/names";
import { type Plain, toPlain } from "../../collab/values";
import { type GraphStructure, getLevel, getPorts } from "./structure";

/** Pixels from the origin of the canvas, as whole numbers if written by this client. */
export type GraphPoint = readonly [x: number, y: number];

/** Pixels from the origin, in each direction. */
export const MAX_COORDINATE = 1_000_000;

export interface GraphNode {
  /** A level of the editor's structure. It never changes. */
  readonly level: string;
  readonly kind: string;
  readonly at: GraphPoint;
  readonly isRemoved: boolean;
  /** Ids of the setting that lists further outputs. */
  readonly items: readonly string[];
}

export type End = readonly [node: string, port: string];

export interface Edge {
  readonly source: End;
  readonly target: End;
}

/** The edges of a document by id. */
export function getEdges(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap("edges");
}

/** A node as a plain value; undefined if it is invalid, as a third-party client might have stored it. */
export function readNode(node: unknown, structure: GraphStructure): GraphNode | undefined {
  if (!(node instanceof Y.Map)) return undefined;
  const [level, kind, at, settings] = [node.get("level"), node.get("kind"), node.get("at"), node.get("settings")];
  if (!getLevel(structure, level) || !isName(kind) || !isGraphPoint(at) || !(settings instanceof Y.Map))
    return undefined;
  const items = getPorts(structure, kind)?.items ?? null;
  return {
    level: level as string,
    kind,
    at,
    isRemoved: node.get("removed") === true,
    items: items === null ? [] : listItemIds(toPlain(settings.get(items))),
  };
}

/** An edge as a plain value; undefined if it is invalid. */
export function readEdge(value: unknown): Edge | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { source, target } = value as Readonly<Record<string, unknown>>;
  return isEnd(source) && isEnd(target) ? { source, target } : undefined;
}

export function isGraphPoint(value: unknown): value is GraphPoint {
  return Array.isArray(value) && value.length === 2 && value.every(isCoordinate);
}

/** The nearest position that a document can have. */
export function clampPoint([x, y]: GraphPoint): GraphPoint {
  const clamp = (value: number): number => Math.round(Math.min(Math.max(value, -MAX_COORDINATE), MAX_COORDINATE)) || 0;
  return [clamp(x), clamp(y)];
}

function isCoordinate(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) <= MAX_COORDINATE;
}

function isEnd(value: unknown): value is End {
  return Array.isArray(value) && value.length === 2 && value.every((each: Plain) => isName(each));
}
