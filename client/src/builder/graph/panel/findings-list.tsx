import { IconCircleCheck } from "@tabler/icons-react";
import { useSnapshot } from "../../collab/store/use-store";
import { showNode } from "../actions";
import { getNodeName, useGraphEditor } from "../editor";
import { listFindings } from "../model/findings";
import { describeFinding } from "./finding-text";
import classes from "./lists.module.css";

/** The findings of the graph, each with a link to its node. */
export function FindingsList() {
  const editor = useGraphEditor();
  const { store, t } = editor;
  const now = useSnapshot(store);
  const findings = listFindings(now);
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
            <button type="button" onClick={() => showNode(editor, finding.node)}>
              <strong>{getNodeName(editor, finding.node)}</strong>
              <span>{describeFinding(editor, finding)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
