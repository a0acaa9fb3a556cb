/** The kinds of a graph editor: the server's definition of each, joined with its appearance. */
import type { ComponentType } from "react";
import type { Settings } from "../collab/values";
import type { Controls } from "../inspector/inspector";
import { joinKinds, type KindAppearance, type KindDefinition, type KindRecord } from "../inspector/kinds";
import { buildDefaults, buildFields, type Field, type Schema } from "../inspector/schema";
import type { NodePiece } from "./commands/nodes";
import type { GraphPoint } from "./model/records";
import { type GraphStructure, getLevel } from "./model/structure";

export interface GraphEditorRecord {
  readonly structure: GraphStructure;
  readonly globals: Schema;
  readonly kinds: readonly KindRecord[];
}

/** The appearance of a kind of node. */
export interface GraphKindAppearance extends KindAppearance {
  /** Short text shown below the kind's name. */
  readonly summary?: (settings: Settings) => string;
  /** The name of a port that a setting lists; the id of the item if absent. */
  readonly itemLabel?: (settings: Settings, item: string) => string;
  /** Content of the node below its name and summary. */
  readonly Content?: ComponentType<{ readonly settings: Settings }>;
}

export interface GraphKind extends GraphKindAppearance, KindDefinition {}

export interface GraphEditorParts {
  readonly name: string;
  /** Key prefix of its texts: `<texts>.kinds.<kind>.name`, `<texts>.ports.<port>`, `<texts>.fields.<field>`. */
  readonly texts: string;
  /** Prefix of the keys under which the browser stores unacknowledged updates. It ends with an underscore. */
  readonly storagePrefix: string;
  readonly kinds: readonly GraphKindAppearance[];
  /** Levels with kinds that the user can insert. */
  readonly offers: readonly string[];
  /** Controls of this editor, by the name that setting schemas use. */
  readonly controls?: Controls;
}

export interface GraphRegistry extends Omit<GraphEditorParts, "kinds"> {
  readonly structure: GraphStructure;
  readonly kinds: ReadonlyMap<string, GraphKind>;
  readonly globals: Schema;
  readonly globalFields: readonly Field[];
}

/** Joins the server's and the client's definitions. Throws if one side lacks a kind of the other. */
export function createGraphRegistry(record: GraphEditorRecord, { kinds, ...parts }: GraphEditorParts): GraphRegistry {
  const { globals, structure } = record;
  return {
    ...parts,
    structure,
    kinds: joinKinds(record.kinds, kinds, (level) => getLevel(structure, level) !== undefined),
    globals,
    globalFields: buildFields(globals),
  };
}

/** The node to insert for a chosen kind. */
export function buildNodePiece({ name, level, schema }: GraphKind, at: GraphPoint): NodePiece {
  return { level, kind: name, settings: buildDefaults(schema), at };
}
