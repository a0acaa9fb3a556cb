import { IconLock } from "@tabler/icons-react";
import { useMemo } from "react";
import { useNodes, useSnapshot } from "../../collab/store/use-store";
import classes from "../../inspector/controls/panel.module.css";
import { useEditor } from "../editor";
import { FindingsList } from "../findings/findings-parts";
import { isLocked } from "../locks";
import { MoreMenu } from "./more-menu";
import { PanelFrame } from "./panel-frame";

/** The settings that several nodes of one kind have, or how many nodes of several kinds are selected. */
export function SeveralPanel({ ids }: { readonly ids: readonly string[] }) {
  const { registry, store, editing, t } = useEditor();
  const snapshot = useSnapshot(store);
  const identified = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const names = new Set(useNodes(store, identified).map((node) => node?.kind ?? ""));
  const [name = ""] = names;
  const kind = names.size === 1 ? registry.kinds.get(name) : undefined;
  const title = t("tree.blocks", { count: ids.length });
  const more = <MoreMenu ids={ids} />;
  if (!kind) {
    return (
      <>
        <header className={classes.title}>
          <h2>{title}</h2>
          {more}
        </header>
        <p className={classes.note}>{t("tree.panel.severalKinds", { count: ids.length })}</p>
        <FindingsList ids={ids} />
      </>
    );
  }
  const isDisabled = ids.some((id) => isLocked(editing, snapshot, id));
  return (
    <PanelFrame
      title={title}
      icon={<kind.icon size={16} stroke={1.7} />}
      targets={[{ type: "nodes", ids, kind }]}
      isDisabled={isDisabled}
      more={more}
    >
      <FindingsList ids={ids} />
      {isDisabled && !editing.isViewed ? (
        <div className={classes.locked} role="status">
          <IconLock size={16} stroke={1.7} aria-hidden="true" />
          {t("tree.say.oneIsLocked")}
        </div>
      ) : null}
    </PanelFrame>
  );
}
