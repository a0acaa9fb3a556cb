import { useMemo } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { useGlobals, useNode, useSnapshot } from "../../collab/store/use-store";
import classes from "../../inspector/controls/panel.module.css";
import { Fields } from "../../inspector/fields";
import { valuesOf } from "../../inspector/schema";
import { useEditor } from "../editor";
import { drawnRoot, drawnSettings, type PanelProps } from "../registry";
import { changeOf, rootChangeOf } from "./change";
import { FieldsOfSeveral } from "./fields-of-several";

/** The settings of a node, a root or the document whose schema names this tab. */
export function FieldsPanel({ target, tab }: PanelProps & { readonly tab: string }) {
  const editor = useEditor();
  const { registry, store, t } = editor;
  const stored = useGlobals(store);
  const globals = useMemo(() => valuesOf(registry.globals, stored), [registry, stored]);
  const node = useNode(store, target.type === "node" ? target.id : "");
  const snapshot = useSnapshot(store);
  if (target.type === "nodes") {
    return <FieldsOfSeveral ids={target.ids} kind={target.kind} tab={tab} globals={globals} />;
  }
  if (target.type === "root") {
    const { id, kind } = target;
    if (!kind) return null;
    return (
      <section aria-label={t(composedKey(`${registry.texts}.rootKinds.${kind.name}`))}>
        <h3 className={classes.part}>{t(composedKey(`${registry.texts}.rootKinds.${kind.name}`))}</h3>
        <Fields
          fields={kind.fields}
          tab={tab}
          settings={drawnRoot(registry, snapshot, id).settings}
          globals={globals}
          onChange={rootChangeOf(editor, id)}
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
        onChange={changeOf(editor, null)}
      />
    );
  }
  const { id, kind } = target;
  const settings = drawnSettings(kind, node?.settings ?? {}, snapshot);
  return (
    <Fields
      fields={kind.fields}
      tab={tab}
      settings={settings}
      globals={globals}
      contrast={kind.contrast?.(settings, globals)}
      onChange={changeOf(editor, id)}
    />
  );
}
