import { useMemo } from "react";
import { useNodes, useSnapshot } from "../../collab/store/use-store";
import { isEqual, type Settings } from "../../collab/values";
import { Fields } from "../../inspector/fields";
import type { Field } from "../../inspector/schema";
import { useEditor } from "../editor";
import { type Kind, resolveSettings } from "../registry";
import { createChangeOfAll } from "./setting-changes";

interface Props {
  readonly ids: readonly string[];
  readonly kind: Kind;
  readonly tab: string;
  readonly globals: Settings;
}

/**
 * The settings of several nodes of one kind, without text edited on the canvas, and without lists: their items have
 * ids of their own in each node.
 */
export function SharedFields({ ids, kind, tab, globals }: Props) {
  const editor = useEditor();
  const identified = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const nodes = useNodes(editor.store, identified);
  const snapshot = useSnapshot(editor.store);
  const all = nodes.map((node) => resolveSettings(kind, node?.settings ?? {}, snapshot));
  const settings = all[0] ?? {};
  const fields = kind.fields.filter(isShared);
  return (
    <Fields
      fields={fields}
      tab={tab}
      settings={settings}
      globals={globals}
      mixed={findMixed(fields, all)}
      onChange={createChangeOfAll(editor, ids, kind)}
    />
  );
}

/** Whether a setting can be changed in several nodes at a time. */
function isShared({ control, inside }: Field): boolean {
  return control !== "rich" && control !== "list" && inside.every(isShared);
}

function findMixed(fields: readonly Field[], all: readonly Settings[]): ReadonlySet<string> {
  const names = fields.map(({ name }) => name);
  return new Set(names.filter((name) => all.some((each) => !isEqual(each[name], all[0]?.[name]))));
}
