import type * as Y from "yjs";
import { isGroup, isRich, type Plain, type Settings } from "../collab/values";
import { wordsOf } from "../inspector/rich-words";
import type { Field } from "../inspector/schema";
import { walk } from "./model/places";
import type { EditorRegistry } from "./registry";
import { treeStore } from "./tree-store";

const TEXT_CONTROLS: ReadonlySet<string> = new Set(["line", "lines", "rich", "code"]);

/** The plain text of a document: its blocks in reading order, then the settings of the whole. Merge tags become “…”. */
export function textOfDocument(doc: Y.Doc, registry: EditorRegistry): string {
  const store = treeStore(doc, registry.structure);
  const blocks = [...walk(store.snapshot())].flatMap(({ branch }) =>
    listTexts(registry.kinds.get(branch.kind)?.fields ?? [], store.node(branch.id)?.settings ?? {}),
  );
  const whole = listTexts(registry.globalFields, store.globals());
  return [...blocks, ...whole].join("\n\n");
}

function listTexts(fields: readonly Field[], settings: Settings): readonly string[] {
  return fields.flatMap(({ name, control, inside }) => {
    const value = settings[name] ?? null;
    if (control === "group") return isGroup(value) ? listTexts(inside, value) : [];
    const text = TEXT_CONTROLS.has(control) ? textOf(value).trim() : "";
    return text === "" ? [] : [text];
  });
}

function textOf(value: Plain | undefined): string {
  if (typeof value === "string") return value;
  return value !== undefined && isRich(value) ? value.$rich.map(wordsOf).join("\n") : "";
}
