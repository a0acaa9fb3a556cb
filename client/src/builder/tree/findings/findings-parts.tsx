import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useRef } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { type Finding, findWorstSeverity, type Severity } from "../../inspector/findings";
import { type Editor, useEditor } from "../editor";
import { select } from "../selection";
import { listNodesWithFindings } from "./document-findings";
import classes from "./findings.module.css";
import { useFindings, useFindingsForNode } from "./findings-context";

const ICONS = { error: IconCircleX, warning: IconAlertTriangle } as const;

export function formatFinding({ t }: Pick<Editor, "t">, { textKey, values }: Finding): string {
  return t(toTextKey(textKey), values);
}

/** The sign of a node with findings; nothing without any. */
export function FindingsIcon({ id }: { readonly id: string }) {
  const editor = useEditor();
  const findings = useFindingsForNode(id);
  const severity = findWorstSeverity(findings);
  if (!severity) return null;
  const label = findings.map((each) => formatFinding(editor, each)).join(" ");
  return <SeverityIcon severity={severity} label={label} />;
}

function SeverityIcon({ severity, label }: { readonly severity: Severity; readonly label?: string }) {
  const Icon = ICONS[severity];
  const said = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return <Icon size={14} stroke={1.9} className={classes.sign} data-severity={severity} {...said} />;
}

/** The findings of these nodes, roots or the document. */
export function FindingsList({ ids }: { readonly ids: readonly string[] }) {
  const editor = useEditor();
  const byNode = useFindings();
  const findings = ids.flatMap((id) => byNode.get(id) ?? []);
  if (findings.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={editor.t("tree.findings.label")}>
      {findings.map((finding) => (
        <li key={[finding.node, finding.textKey, ...Object.values(finding.values ?? {})].join(" ")}>
          <SeverityIcon severity={finding.severity} />
          <span>{formatFinding(editor, finding)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The number of findings, and the way to the next node that has one. */
export function FindingsBar() {
  const editor = useEditor();
  const { actor, store, t } = editor;
  const byNode = useFindings();
  const selected = useSelector(actor, ({ context }) => context.selected);
  // A root and the document are not selected.
  const latest = useRef("");
  const count = [...byNode.values()].flat().length;
  if (count === 0) return null;
  function goToNext(): void {
    const snapshot = store.snapshot();
    const ids = listNodesWithFindings(snapshot, byNode);
    const next = ids[(ids.indexOf(selected ?? latest.current) + 1) % ids.length];
    if (next === undefined) return;
    latest.current = next;
    if (snapshot.tree.has(next)) actor.send({ type: "show", root: next });
    select(editor, next === "" || snapshot.tree.has(next) ? null : next);
    editor.say((byNode.get(next) ?? []).map((each) => formatFinding(editor, each)).join(" "));
  }
  return (
    <div className={classes.bar}>
      <SeverityIcon severity={findWorstSeverity([...byNode.values()].flat()) ?? "warning"} />
      <span role="status">{t("tree.findings.count", { count })}</span>
      <PlainButton onClick={goToNext}>{t("tree.findings.next")}</PlainButton>
    </div>
  );
}
