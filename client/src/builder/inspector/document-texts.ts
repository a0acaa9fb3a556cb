import { isGroup, isRich, type Plain, type Settings } from "../collab/values";
import { wordsOf } from "./rich-words";
import type { Field } from "./schema";

const TEXT_CONTROLS: ReadonlySet<string> = new Set(["line", "lines", "rich", "code"]);

/** The texts of settings in the order of their fields, without empty ones. Merge tags become “…”. */
export function textsIn(fields: readonly Field[], settings: Settings): readonly string[] {
  return fields.flatMap(({ name, control, inside }) => {
    const value = settings[name] ?? null;
    if (control === "group") return isGroup(value) ? textsIn(inside, value) : [];
    const text = TEXT_CONTROLS.has(control) ? textOf(value).trim() : "";
    return text === "" ? [] : [text];
  });
}

function textOf(value: Plain): string {
  if (typeof value === "string") return value;
  return isRich(value) ? value.$rich.map(wordsOf).join("\n") : "";
}
