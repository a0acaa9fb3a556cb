import { Fragment } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { useSnapshot } from "../../collab/store/use-store";
import { getNodeName, useEditor } from "../editor";
import { findBranch } from "../model/tree-positions";
import { select } from "../selection";
import classes from "./trail.module.css";

/** The path of a node from the document down; a click selects an ancestor. */
export function Trail({ id }: { readonly id: string }) {
  const editor = useEditor();
  const { registry, store, t } = editor;
  const snapshot = useSnapshot(store);
  const above: string[] = [];
  for (let here = findBranch(snapshot, id); here; here = findBranch(snapshot, here.parent))
    above.unshift(here.branch.id);
  return (
    <nav className={classes.trail} aria-label={t("tree.panel.where")}>
      <button type="button" onClick={() => select(editor, null)}>
        {t(toTextKey(`${registry.texts}.whole`))}
      </button>
      {above.map((each) => (
        <Fragment key={each}>
          <span aria-hidden="true">›</span>
          <button type="button" aria-current={each === id ? "true" : undefined} onClick={() => select(editor, each)}>
            {getNodeName(editor, each)}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
