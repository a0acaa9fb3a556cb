/** Settings as the server describes them: a JSON schema that names the control of each property. */

import type { GroupStart, GroupStarts } from "../collab/groups";
import { listItems, MAX_ITEMS } from "../collab/items";
import { isName } from "../collab/names";
import { isGroup, isReference, isRich, type Plain, type Reference, type Settings } from "../collab/values";
import { extractPlainText } from "./rich-plain-text";

/** A JSON schema, as far as settings use it, with references resolved. */
export interface Schema {
  readonly type?: string;
  readonly default?: Plain;
  readonly enum?: readonly Plain[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly control?: string;
  readonly tab?: string;
  /** Name of its heading. */
  readonly part?: string;
  /** The document-wide setting that an empty value inherits. */
  readonly inherits?: string;
  /** Whether it can contain merge tags. */
  readonly tags?: boolean;
  /** For rich text: `line` is one paragraph with marks, `blocks` paragraphs, headings, lists and quotes. */
  readonly holds?: string;
  readonly unit?: string;
  /** For a reference: the kinds of nodes and of roots that it can lead to. */
  readonly targets?: { readonly kinds: readonly string[]; readonly roots: readonly string[] };
  /** Values of other settings for which it is shown; `notEmpty` for any value except an empty one. */
  readonly visibleWhen?: Readonly<Record<string, readonly Plain[] | "notEmpty">>;
}

/** One setting. */
export interface Field {
  readonly name: string;
  readonly control: string;
  /** Name of the panel that shows it. */
  readonly tab: string;
  readonly schema: Schema;
  /** The values to choose from; empty for other controls. */
  readonly choices: readonly string[];
  /** The settings of a group, or of an item of a list. */
  readonly inside: readonly Field[];
}

/** The settings that a schema describes, in its order. */
export function buildFields({ properties }: Schema): readonly Field[] {
  return Object.entries(properties ?? {}).flatMap(([name, schema]): Field[] => {
    const { control } = schema;
    if (control === undefined) return [];
    const tab = schema.tab ?? "settings";
    const choices = (schema.enum ?? []).filter((each) => typeof each === "string");
    return [{ name, control, tab, schema, choices, inside: buildFields(schema.items ?? schema) }];
  });
}

/** The fields to show for these settings. A hidden field keeps its stored value. */
export function visibleFields(fields: readonly Field[], settings: Settings): readonly Field[] {
  return fields.filter(({ schema }) =>
    Object.entries(schema.visibleWhen ?? {}).every(([name, values]) => {
      const value = settings[name] ?? null;
      return values === "notEmpty" ? !isEmpty(value) : values.includes(value);
    }),
  );
}

/**
 * Whether a rendered value is an empty text, an empty list, or a missing reference. A number or a switch is never empty.
 */
function isEmpty(value: Plain): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === "" || (isRich(value) && extractPlainText(value).trim() === "");
}

/** The settings of a new node or root. */
export function buildDefaults({ properties }: Schema): Settings {
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, { default: start }]) =>
      start === undefined ? [] : [[name, start]],
    ),
  );
}

/**
 * Stored settings as they are rendered. Defaults replace missing and invalid values. A list is an array of its valid
 * items, each with its `id` and `order`.
 */
export function resolveValues({ properties }: Schema, stored: Settings): Settings {
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]): [string, Plain] => {
      const value = stored[name];
      if (schema.control === "group")
        return [name, resolveValues(schema, isGroup(value ?? null) ? (value as Settings) : {})];
      if (schema.control === "list") return [name, resolveItems(schema, value)];
      if (schema.control === "node") return [name, parseReference(value)];
      return [name, value !== undefined && isValidValue(schema, value) ? value : (schema.default ?? null)];
    }),
  );
}

/** The id that a stored reference names; null if it is none. */
function parseReference(stored: Plain | undefined): string | null {
  if (!isReference(stored ?? null)) return null;
  const { $node, ...others } = stored as Reference & Settings;
  return isName($node) && Object.keys(others).length === 0 ? $node : null;
}

function resolveItems({ items = {}, maxItems, default: start }: Schema, stored: Plain | undefined): readonly Plain[] {
  return listItems(isGroup(stored ?? null) ? stored : start)
    .slice(0, maxItems ?? MAX_ITEMS)
    .filter(({ settings }) => areValidValues(items, settings))
    .map(({ id, order, settings }) => ({ ...resolveValues(items, settings), id, order }));
}

/** Whether no stored setting of an item is invalid. */
function areValidValues({ properties = {} }: Schema, stored: Settings): boolean {
  return Object.entries(stored).every(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema === undefined || isValidValue(schema, value);
  });
}

/** How the groups and lists of a schema are created, each with its default items. */
export function buildGroupStarts({ properties }: Schema): GroupStarts {
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, schema]): readonly (readonly [string, GroupStart])[] => {
      if (schema.control === "group") return [[name, { content: {}, inside: buildGroupStarts(schema) }]];
      if (schema.control !== "list") return [];
      const start = schema.default ?? null;
      return [[name, { content: isGroup(start) ? start : {}, inside: {} }]];
    }),
  );
}

/** Whether a value can be rendered. The server checks more, and renders the default for values that it rejects. */
function isValidValue(schema: Schema, value: Plain): boolean {
  const { type, enum: values, control, pattern, minimum, maximum, maxItems, items = {}, default: start } = schema;
  if (control === "node") return value === null || parseReference(value) !== null;
  if (control === "group") return isGroup(value) && areValidValues(schema, value);
  if (control === "list") {
    const inside = listItems(value).slice(0, maxItems ?? MAX_ITEMS);
    return isGroup(value) && inside.every(({ settings }) => areValidValues(items, settings));
  }
  if (values) return values.includes(value);
  switch (type) {
    case "string":
      return typeof value === "string" && (pattern === undefined || new RegExp(pattern).test(value));
    case "integer":
    case "number":
      return (
        typeof value === "number" &&
        value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
        value <= (maximum ?? Number.POSITIVE_INFINITY)
      );
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value) && (!isFourSides(start) || isFourSides(value));
    default:
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}

/** Pixels at the top, right, bottom and left. */
export function isFourSides(value: Plain | undefined): value is readonly [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === "number");
}
