/**
 * The kinds of an editor: what the server says of each (its settings, its group, the plan's feature that it needs)
 * joined with how it is drawn. The kernel knows kinds through this alone and names none.
 */
import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { Settings } from "../collab/values";
import type { Contrast } from "../inspector/contrast";
import type { Controls } from "../inspector/inspector";
import { type Field, fieldsOf, type Schema, startOf, valuesOf } from "../inspector/schema";
import type { Piece } from "./model/pieces";
import { levelOf, type Structure, wrapPath } from "./model/structure";

/** As what the document is shown. */
export interface View {
  readonly device: "desktop" | "phone";
  readonly scheme: "light" | "dark";
}

export interface DrawProps {
  /** Every setting of its schema; absent or odd ones are the defaults. Rich text is `{ $rich }`. */
  readonly settings: Settings;
  /** Settings of the whole. */
  readonly globals: Settings;
  readonly view: View;
  /** Pixels that it has for itself. */
  readonly width: number;
  /** What lies in it, where it has one place. */
  readonly children?: ReactNode;
  /** What lies in each of its places, where it has several; one that is empty is absent. */
  readonly slots?: ReadonlyMap<string, ReactNode>;
  /** Draws the rich text of a setting, or its editor while somebody writes in it here. */
  readonly Rich: ComponentType<RichProps>;
}

export interface RichProps {
  readonly field: string;
  /** Shown here while it says nothing; nothing of it is sent. */
  readonly placeholder?: string;
  /** Pixels of its words. */
  readonly size?: number;
  readonly linkColour?: string;
}

export interface KindIconProps {
  readonly size?: number;
  readonly stroke?: number;
}

/** How a kind looks in the editor: one file of the editor's feature. */
export interface EditorKind {
  readonly name: string;
  readonly icon: ComponentType<KindIconProps>;
  readonly Draw: ComponentType<DrawProps>;
  /** Style of the box that the canvas puts around it. */
  readonly box?: (settings: Settings, width: number, view: View) => CSSProperties;
  /** Pixels that each thing in it has for itself; its own when absent. */
  readonly inner?: (settings: Settings, width: number, view: View, inside: readonly Settings[]) => readonly number[];
  /** What stands on what, when both are plain colours. */
  readonly contrast?: (settings: Settings, globals: Settings) => Contrast | undefined;
  /** Its first words, by which it is told from its like in the outline. */
  readonly summary?: (settings: Settings) => string;
}

/** What the server says of a kind. */
export interface KindRecord {
  readonly name: string;
  readonly level: string;
  readonly group: string;
  readonly feature?: string | null;
  readonly schema: Schema;
}

export interface EditorRecord {
  readonly structure: Structure;
  readonly globals: Schema;
  readonly kinds: readonly KindRecord[];
}

export interface Kind extends EditorKind {
  readonly level: string;
  readonly group: string;
  /** The plan's feature without which it is offered, but not put in. */
  readonly feature: string | undefined;
  readonly schema: Schema;
  readonly fields: readonly Field[];
}

/** What the whole is drawn in: its background, and what stands before and after what it holds. */
export interface WholeProps {
  readonly globals: Settings;
  readonly view: View;
  readonly children: ReactNode;
}

/** A part that is offered ready-made, drawn by the widths of what lies in it. */
export interface Preset {
  readonly name: string;
  /** Parts of the width. */
  readonly parts: readonly number[];
  readonly piece: Piece;
}

export interface EditorParts {
  readonly name: string;
  /** Key under which its texts stand: `<texts>.kinds.<kind>.name`, `<texts>.fields.<field>`, `<texts>.choices.<value>`. */
  readonly texts: string;
  readonly kinds: readonly EditorKind[];
  readonly Whole: ComponentType<WholeProps>;
  /** Pixels of what is drawn, and of those what lies in it has. */
  readonly surface: (globals: Settings, view: View) => { readonly width: number; readonly inner: number };
  readonly presets: readonly Preset[];
  /** The levels whose kinds are offered one by one. */
  readonly offers: readonly string[];
  /** Controls of its own, by the name that a schema gives. */
  readonly controls?: Controls;
}

export interface EditorRegistry extends Omit<EditorParts, "kinds"> {
  readonly structure: Structure;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly globals: Schema;
  readonly globalFields: readonly Field[];
}

/** Joins both sides of an editor; throws when one of them lacks a kind that the other has. */
export function registryOf(record: EditorRecord, { kinds, ...parts }: EditorParts): EditorRegistry {
  const drawn = new Map(kinds.map((kind) => [kind.name, kind]));
  const joined = record.kinds.map(({ name, level, group, feature, schema }): Kind => {
    const kind = drawn.get(name);
    if (!kind) throw new Error(`the kind ${name} has no drawing`);
    if (!levelOf(record.structure, level)) throw new Error(`the kind ${name} has no level`);
    return { ...kind, level, group, feature: feature ?? undefined, schema, fields: fieldsOf(schema) };
  });
  const known = new Map(joined.map((kind) => [kind.name, kind]));
  const unknown = kinds.find(({ name }) => !known.has(name));
  if (unknown) throw new Error(`the server does not know the kind ${unknown.name}`);
  return {
    ...parts,
    structure: record.structure,
    kinds: known,
    globals: record.globals,
    globalFields: fieldsOf(record.globals),
  };
}

/** What is put in when a kind is chosen. */
export function newPiece({ name, level, schema }: Kind): Piece {
  return { level, kind: name, settings: startOf(schema), children: [] };
}

/** The settings with which something of this kind is drawn. */
export function drawnSettings(kind: Kind, stored: Settings): Settings {
  return valuesOf(kind.schema, stored);
}

/** What something of a level gets around itself, with this in the innermost; undefined where it isn't wrapped. */
export function wrapAround(
  { structure, kinds }: EditorRegistry,
  level: string,
  inside: readonly Piece[],
): Piece | undefined {
  let piece: Piece | undefined;
  for (const name of [...wrapPath(structure, level)].reverse()) {
    const kind = [...kinds.values()].find((each) => each.level === name);
    if (!kind) return undefined;
    piece = { ...newPiece(kind), children: piece ? [piece] : inside };
  }
  return piece;
}
