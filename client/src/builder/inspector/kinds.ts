/** Kinds of an editor: the server's definition of each, joined with its appearance in the client. */
import type { ComponentType } from "react";
import { hasReferences } from "./references";
import { buildFields, type Field, type Schema } from "./schema";

export interface KindIconProps {
  readonly size?: number;
  readonly stroke?: number;
}

/** The server's definition of a kind. */
export interface KindRecord {
  readonly name: string;
  readonly level: string;
  readonly group: string;
  readonly feature?: string | null;
  readonly schema: Schema;
}

export interface KindAppearance {
  readonly name: string;
  readonly icon: ComponentType<KindIconProps>;
}

/** The definition of a kind, without its appearance. */
export interface KindDefinition {
  readonly level: string;
  readonly group: string;
  /** Feature of the plan needed to insert the kind. Without the feature, the kind is listed but not inserted. */
  readonly feature: string | undefined;
  readonly schema: Schema;
  readonly fields: readonly Field[];
  /** Whether a setting refers to a node or root. */
  readonly hasReferences: boolean;
}

/** Joins both by name. Throws if one side lacks a kind of the other, or a kind has an unknown level. */
export function joinKinds<Look extends KindAppearance>(
  records: readonly KindRecord[],
  looks: readonly Look[],
  isLevel: (name: string) => boolean,
): ReadonlyMap<string, Look & KindDefinition> {
  const looksByName = new Map(looks.map((look) => [look.name, look]));
  const joined = records.map(({ name, level, group, feature, schema }): Look & KindDefinition => {
    const look = looksByName.get(name);
    if (!look) throw new Error(`the kind ${name} has no preview`);
    if (!isLevel(level)) throw new Error(`the kind ${name} has no level`);
    const definition = { level, group, feature: feature ?? undefined, schema };
    return { ...look, ...definition, fields: buildFields(schema), hasReferences: hasReferences(schema) };
  });
  const known = new Map(joined.map((kind) => [kind.name, kind]));
  const unknown = looks.find(({ name }) => !known.has(name));
  if (unknown) throw new Error(`the server does not know the kind ${unknown.name}`);
  return known;
}
