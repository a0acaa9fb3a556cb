import { Select } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { toTextKey } from "@/lib/i18n/translation";
import { useSnapshot } from "../../collab/store/use-store";
import type { ControlProps } from "../../inspector/controls/control-props";
import classes from "../../inspector/controls/panel.module.css";
import { isEligible } from "../../inspector/references";
import type { Schema } from "../../inspector/schema";
import { type Editor, getNodeName, useEditor } from "../editor";
import type { Snapshot } from "../model/snapshot";
import { iterateBranches } from "../model/tree-positions";
import { getTargets, resolveSettings } from "../registry";

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
        data={buildOptions(editor, snapshot, field.schema)}
        value={typeof value === "string" ? value : null}
        placeholder={t("tree.references.none")}
        nothingFoundMessage={t("tree.references.notFound")}
        onChange={(id) => onChange(id === null ? null : { $node: id })}
        comboboxProps={{ shadow: "none" }}
      />
    </div>
  );
}

function buildOptions(editor: Editor, snapshot: Snapshot, schema: Schema): { value: string; label: string }[] {
  const targets = getTargets(snapshot);
  const ids = [...snapshot.roots, ...[...iterateBranches(snapshot)].map(({ branch }) => branch.id)];
  return ids
    .filter((id) => isEligible(schema, id, targets))
    .map((id) => ({
      value: id,
      label: snapshot.tree.has(id) ? formatRootLabel(editor, snapshot, id) : formatNodeLabel(editor, id),
    }));
}

function formatRootLabel({ registry, t }: Editor, { names, rootSettings }: Snapshot, id: string): string {
  const kind = t(toTextKey(`${registry.texts}.rootKinds.${rootSettings.get(id)?.kind}`));
  return [kind, names.get(id)].filter(Boolean).join(": ");
}

function formatNodeLabel(editor: Editor, id: string): string {
  const { registry, store } = editor;
  const node = store.node(id);
  const kind = registry.kinds.get(node?.kind ?? "");
  const summary = node && kind?.summary?.(resolveSettings(kind, node.settings));
  return [getNodeName(editor, id), summary].filter(Boolean).join(": ");
}
