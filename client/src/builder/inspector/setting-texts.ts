import { isGroup, isRich, type Plain, type Settings } from "../collab/values";
import { extractPlainText } from "./rich-plain-text";
import type { Field } from "./schema";

const TEXT_CONTROLS: ReadonlySet<string> = new Set(["line", "lines", "rich", "code"]);

/** The texts of settings in the order of their fields, without empty ones. Merge tags become “…”. */
export function listTexts(fields: readonly Field[], settings: Settings): readonly string[] {
  return fields.flatMap(({ name, control, inside }) => {
    const value = settings[name] ?? null;
    if (control === "group") return isGroup(value) ? listTexts(inside, value) : [];
    const text = TEXT_CONTROLS.has(control) ? toText(value).trim() : "";
    return text === "" ? [] : [text];
  });
}

function toText(value: Plain): string {
  if (typeof value === "string") return value;
  return isRich(value) ? value.$rich.map(extractPlainText).join("\n") : "";
}
