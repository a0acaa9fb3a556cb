import { useMemo } from "react";
import { useGlobals, useNode } from "../../collab/store/use-store";
import { Fields } from "../../inspector/fields";
import { valuesOf } from "../../inspector/schema";
import { useEditor } from "../editor";
import { drawnSettings, type PanelProps } from "../registry";
import { changeOf } from "./change";

/** The settings of a node or of the whole document whose schema names this tab. */
export function FieldsPanel({ target, tab }: PanelProps & { readonly tab: string }) {
  const editor = useEditor();
  const { registry, store } = editor;
  const stored = useGlobals(store);
  const globals = useMemo(() => valuesOf(registry.globals, stored), [registry, stored]);
  const node = useNode(store, target.type === "node" ? target.id : "");
  if (target.type !== "node") {
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
  const settings = drawnSettings(kind, node?.settings ?? {});
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
