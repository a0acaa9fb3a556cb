import { IconCircleCheck } from "@tabler/icons-react";
import { useSnapshot } from "../../collab/store/use-store";
import { show } from "../acts";
import { nameOf, useGraphEditor } from "../editor";
import { findingsOf } from "../model/findings";
import classes from "./lists.module.css";
import { problemText } from "./problem-text";

/** The findings of the graph, each with a link to its node. */
export function FindingsList() {
  const editor = useGraphEditor();
  const { store, t } = editor;
  const now = useSnapshot(store);
  const findings = findingsOf(now);
  if (now.nodes.size === 0) return null;
  return (
    <section className={classes.section} aria-label={t("graph.findings.label")}>
      <h3>{t("graph.findings.label")}</h3>
      {findings.length === 0 ? (
        <p className={classes.fine}>
          <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" />
          {t("graph.findings.none")}
        </p>
      ) : null}
      <ul className={classes.findings}>
        {findings.map((finding) => (
          <li key={`${finding.node} ${finding.textKey} ${finding.port}`}>
            <button type="button" onClick={() => show(editor, finding.node)}>
              <strong>{nameOf(editor, finding.node)}</strong>
              <span>{problemText(editor, finding)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
