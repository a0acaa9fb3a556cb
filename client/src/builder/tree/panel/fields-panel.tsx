import { useMemo } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { useGlobals, useNode, useSnapshot } from "../../collab/store/use-store";
import classes from "../../inspector/controls/panel.module.css";
import { Fields } from "../../inspector/fields";
import { resolveValues } from "../../inspector/schema";
import { useEditor } from "../editor";
import { type PanelProps, resolveRoot, resolveSettings } from "../registry";
import { createNodeChange, createRootChange } from "./setting-changes";
import { SharedFields } from "./shared-fields";

/** The settings of a node, a root or the document whose schema names this tab. */
export function FieldsPanel({ target, tab }: PanelProps & { readonly tab: string }) {
  const editor = useEditor();
  const { registry, store, t } = editor;
  const stored = useGlobals(store);
  const globals = useMemo(() => resolveValues(registry.globals, stored), [registry, stored]);
  const node = useNode(store, target.type === "node" ? target.id : "");
  const snapshot = useSnapshot(store);
  if (target.type === "nodes") {
    return <SharedFields ids={target.ids} kind={target.kind} tab={tab} globals={globals} />;
  }
  if (target.type === "root") {
    const { id, kind } = target;
    if (!kind) return null;
    return (
      <section aria-label={t(toTextKey(`${registry.texts}.rootKinds.${kind.name}`))}>
        <h3 className={classes.part}>{t(toTextKey(`${registry.texts}.rootKinds.${kind.name}`))}</h3>
        <Fields
          fields={kind.fields}
          tab={tab}
          settings={resolveRoot(registry, snapshot, id).settings}
          globals={globals}
          onChange={createRootChange(editor, id)}
        />
      </section>
    );
  }
  if (target.type === "document") {
    return (
      <Fields
        fields={registry.globalFields}
        tab={tab}
        settings={globals}
        globals={globals}
        onChange={createNodeChange(editor, null)}
      />
    );
  }
  const { id, kind } = target;
  const settings = resolveSettings(kind, node?.settings ?? {}, snapshot);
  return (
    <Fields
      fields={kind.fields}
      tab={tab}
      settings={settings}
      globals={globals}
      contrast={kind.contrast?.(settings, globals)}
      onChange={createNodeChange(editor, id)}
    />
  );
}
