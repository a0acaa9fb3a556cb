/** Settings as the server describes them: JSON schema whose properties say by which control they are changed. */
import { isGroup, type Plain, type Settings } from "../collab/values";

/** A JSON schema, as far as settings use it; references stand in place. */
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
  /** The heading under which it stands. */
  readonly part?: string;
  /** The setting of the whole that an empty value takes. */
  readonly inherits?: string;
  /** Merge tags may stand in it. */
  readonly tags?: boolean;
  /** Of rich text: one paragraph with its marks, or paragraphs, headings, lists and quotes. */
  readonly holds?: string;
  readonly unit?: string;
  /** Values of other settings for which it is shown. */
  readonly visibleWhen?: Readonly<Record<string, readonly Plain[]>>;
}

/** One setting. */
export interface Field {
  readonly name: string;
  readonly control: string;
  /** Name of the panel that shows it. */
  readonly tab: string;
  readonly schema: Schema;
  /** The values among which one chooses; none for other controls. */
  readonly choices: readonly string[];
  /** Of a list: the settings of one of its entries. Of a group: its settings. */
  readonly inside: readonly Field[];
}

/** The settings that a schema describes, in its order. */
export function fieldsOf({ properties }: Schema): readonly Field[] {
  return Object.entries(properties ?? {}).flatMap(([name, schema]): Field[] => {
    const { control } = schema;
    if (control === undefined) return [];
    const tab = schema.tab ?? "settings";
    const choices = (schema.enum ?? []).filter((each) => typeof each === "string");
    return [{ name, control, tab, schema, choices, inside: fieldsOf(schema.items ?? schema) }];
  });
}

/** The fields to show for these settings. A hidden field keeps its stored value. */
export function visibleFields(fields: readonly Field[], settings: Settings): readonly Field[] {
  return fields.filter(({ schema }) =>
    Object.entries(schema.visibleWhen ?? {}).every(([name, values]) => values.includes(settings[name] ?? null)),
  );
}

/** The settings with which something new begins. */
export function startOf({ properties }: Schema): Settings {
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, { default: start }]) =>
      start === undefined ? [] : [[name, start]],
    ),
  );
}

/** Stored settings as they are drawn: what is absent or of a form that the schema doesn't have is its default. */
export function valuesOf({ properties }: Schema, stored: Settings): Settings {
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]): [string, Plain] => {
      const value = stored[name];
      if (schema.control === "group")
        return [name, valuesOf(schema, isGroup(value ?? null) ? (value as Settings) : {})];
      return [name, value !== undefined && isOf(schema, value) ? value : (schema.default ?? null)];
    }),
  );
}

/** As far as a drawing would suffer: what the server refuses beyond it, it replaces by the default when it renders. */
function isOf({ type, enum: values, pattern, minimum, maximum, default: start }: Schema, value: Plain): boolean {
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
      return Array.isArray(value) && (!isFour(start) || isFour(value));
    default:
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}

/** Pixels at the top, right, bottom and left. */
export function isFour(value: Plain | undefined): value is readonly [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === "number");
}
