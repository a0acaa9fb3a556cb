import { useMemo } from "react";
import { useGlobals, useSnapshot } from "../../collab/store/use-store";
import { resolveValues } from "../../inspector/schema";
import { useEditor } from "../editor";
import { resolveRoot, type View } from "../registry";
import classes from "./canvas.module.css";
import { NodeBox } from "./node-box";
import { RenderContext } from "./render-context";

interface Props {
  readonly root: string;
  readonly view: View;
  /** Whether it is read-only, without selection and drags. */
  readonly isStill?: boolean;
}

/** A root of the document, rendered in its final look. */
export function Surface({ root, view, isStill = false }: Props) {
  const { store, registry, t } = useEditor();
  const snapshot = useSnapshot(store);
  const stored = useGlobals(store);
  const globals = useMemo(() => resolveValues(registry.globals, stored), [registry, stored]);
  const context = useMemo(() => ({ view, globals, isStill }), [view, globals, isStill]);
  const whole = useMemo(() => resolveRoot(registry, snapshot, root), [registry, snapshot, root]);
  const { inner } = registry.surface(globals, view, whole);
  const rows = snapshot.tree.get(root) ?? [];
  const { Whole } = registry;
  return (
    <RenderContext value={context}>
      <Whole globals={globals} root={whole} view={view}>
        {rows.map((branch) => (
          <NodeBox key={branch.id} branch={branch} width={inner} axis={registry.structure.root.axis} />
        ))}
        {rows.length === 0 ? (
          <div className={classes.empty}>
            <p>{t("tree.empty.title")}</p>
            <p>{t("tree.empty.text")}</p>
          </div>
        ) : null}
      </Whole>
    </RenderContext>
  );
}
