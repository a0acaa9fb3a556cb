import { IconLock } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { useNode, useSnapshot } from "../../collab/store/use-store";
import classes from "../../inspector/controls/panel.module.css";
import { toggleLock } from "../actions";
import { useEditor, useShownRoot } from "../editor";
import { FindingsList } from "../findings/findings-parts";
import { isLocked } from "../locks";
import { filterOutermost } from "../selection";
import { MoreMenu } from "./more-menu";
import { PanelFrame } from "./panel-frame";
import { SeveralPanel } from "./several-panel";
import { Trail } from "./trail";

/** The panels of the selected nodes, or of the document and its shown root when nothing is selected. */
export function Panel() {
  const { actor, store } = useEditor();
  const snapshot = useSnapshot(store);
  const selection = useSelector(actor, ({ context }) => context.selection);
  const ids = useMemo(() => filterOutermost(snapshot, selection), [snapshot, selection]);
  const [id] = ids;
  return <div className={classes.panel}>{id === undefined ? <DocumentPanel /> : panelOf(id)}</div>;

  function panelOf(first: string) {
    return ids.length > 1 ? <SeveralPanel key={ids.join(" ")} ids={ids} /> : <NodePanel key={first} id={first} />;
  }
}

function DocumentPanel() {
  const editor = useEditor();
  const { editing, registry, store, t } = editor;
  const root = useShownRoot(editor);
  const kind = registry.roots.get(useSnapshot(store).rootSettings.get(root)?.kind ?? "");
  return (
    <PanelFrame
      title={t(toTextKey(`${registry.texts}.whole`))}
      targets={[{ type: "root", id: root, kind }, { type: "document" }]}
      isDisabled={editing.isViewed ?? false}
    >
      <FindingsList ids={["", root]} />
    </PanelFrame>
  );
}

function NodePanel({ id }: { readonly id: string }) {
  const editor = useEditor();
  const { registry, store, editing, t } = editor;
  const node = useNode(store, id);
  const snapshot = useSnapshot(store);
  const kind = registry.kinds.get(node?.kind ?? "");
  if (!node || !kind) return <DocumentPanel />;
  const isClosed = isLocked(editing, snapshot, id);
  return (
    <PanelFrame
      title={t(toTextKey(`${registry.texts}.kinds.${kind.name}.name`))}
      icon={<kind.icon size={16} stroke={1.7} />}
      targets={[{ type: "node", id, kind }]}
      isDisabled={isClosed}
      more={<MoreMenu ids={[id]} />}
      foot={<Trail id={id} />}
    >
      <FindingsList ids={[id]} />
      {isClosed && !editing.isViewed ? (
        <div className={classes.locked} role="status">
          <IconLock size={16} stroke={1.7} aria-hidden="true" />
          <p>{t(node.isLocked ? "tree.panel.locked" : "tree.panel.lockedAbove")}</p>
          {node.isLocked ? (
            <PlainButton onClick={() => toggleLock(editor, [id])}>{t("tree.commands.lockOff")}</PlainButton>
          ) : null}
        </div>
      ) : null}
    </PanelFrame>
  );
}
