import { Fragment } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { useSnapshot } from "../../collab/store/use-store";
import { nameOf, useEditor } from "../editor";
import { find } from "../model/places";
import { select } from "../selection";
import classes from "./trail.module.css";

/** The path of a node from the document down; a click selects an ancestor. */
export function Trail({ id }: { readonly id: string }) {
  const editor = useEditor();
  const { registry, store, t } = editor;
  const snapshot = useSnapshot(store);
  const above: string[] = [];
  for (let here = find(snapshot, id); here; here = find(snapshot, here.parent)) above.unshift(here.branch.id);
  return (
    <nav className={classes.trail} aria-label={t("tree.panel.where")}>
      <button type="button" onClick={() => select(editor, null)}>
        {t(composedKey(`${registry.texts}.whole`))}
      </button>
      {above.map((each) => (
        <Fragment key={each}>
          <span aria-hidden="true">›</span>
          <button type="button" aria-current={each === id ? "true" : undefined} onClick={() => select(editor, each)}>
            {nameOf(editor, each)}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
