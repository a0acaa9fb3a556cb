import { Select } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { composedKey } from "@/lib/i18n/translation";
import { useSnapshot } from "../../collab/store/use-store";
import type { ControlProps } from "../../inspector/controls/control-props";
import classes from "../../inspector/controls/panel.module.css";
import { isEligible } from "../../inspector/references";
import type { Schema } from "../../inspector/schema";
import { type Editor, nameOf, useEditor } from "../editor";
import { walk } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import { drawnSettings, targetsOf } from "../registry";

/** A reference to a node or root, chosen from those that are eligible. */
export function NodeControl({ field, label, value, onChange }: ControlProps) {
  const editor = useEditor();
  const { t } = editor;
  const snapshot = useSnapshot(editor.store);
  const isDisabled = editor.editing.isViewed ?? false;
  return (
    <div className={classes.field}>
      <Select
        label={label}
        size="xs"
        searchable
        clearable
        disabled={isDisabled}
        data={optionsFor(editor, snapshot, field.schema)}
        value={typeof value === "string" ? value : null}
        placeholder={t("tree.references.none")}
        nothingFoundMessage={t("tree.references.notFound")}
        onChange={(id) => onChange(id === null ? null : { $node: id })}
        comboboxProps={{ shadow: "none" }}
      />
    </div>
  );
}

function optionsFor(editor: Editor, snapshot: Snapshot, schema: Schema): { value: string; label: string }[] {
  const targets = targetsOf(snapshot);
  const ids = [...snapshot.roots, ...[...walk(snapshot)].map(({ branch }) => branch.id)];
  return ids
    .filter((id) => isEligible(schema, id, targets))
    .map((id) => ({
      value: id,
      label: snapshot.tree.has(id) ? rootLabel(editor, snapshot, id) : nodeLabel(editor, id),
    }));
}

function rootLabel({ registry, t }: Editor, { names, rootSettings }: Snapshot, id: string): string {
  const kind = t(composedKey(`${registry.texts}.rootKinds.${rootSettings.get(id)?.kind}`));
  return [kind, names.get(id)].filter(Boolean).join(": ");
}

function nodeLabel(editor: Editor, id: string): string {
  const { registry, store } = editor;
  const node = store.node(id);
  const kind = registry.kinds.get(node?.kind ?? "");
  const summary = node && kind?.summary?.(drawnSettings(kind, node.settings));
  return [nameOf(editor, id), summary].filter(Boolean).join(": ");
}
