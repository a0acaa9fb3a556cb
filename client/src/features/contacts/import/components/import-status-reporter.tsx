import { useEffect, useMemo, useState } from "react";
import { type BackgroundWork, useReportWork } from "@/lib/background-work";
import { useTranslation } from "@/lib/i18n/translation";
import { ImportWorkPanel } from "../../components/import-work-panel";
import { type ContactImport, isImportActive, useImport } from "../imports-data";
import { useImportSpeed } from "../use-import-speed";

/** How long the header shows that an import is done. */
const DONE_MS = 8000;

/** Progress of an import or its undo in whole percent; 100 only when all rows are done. */
function computePercent(status: ContactImport): number {
  const { done, total } = (status.state === "UNDOING" ? status.undo : status) ?? status;
  return total <= 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}

/** Text of the header in each state of an import. */
const STATE_TEXTS = {
  PREPARED: "contacts.chip",
  RUNNING: "contacts.chip",
  DONE: "contacts.importDone",
  FAILED: "contacts.importFailed",
  UNDOING: "contacts.chipUndoing",
  UNDONE: "contacts.importUndone",
} as const;

/** Whether an import that was running on this page has just ended. */
function useJustEnded(running: string | undefined, current: string | undefined): boolean {
  const [watched, setWatched] = useState<string>();
  const justEnded = running === undefined && watched !== undefined && watched === current;
  useEffect(() => {
    if (running) setWatched(running);
  }, [running]);
  useEffect(() => {
    if (!justEnded) return;
    const timer = setTimeout(() => setWatched(undefined), DONE_MS);
    return () => clearTimeout(timer);
  }, [justEnded]);
  return justEnded;
}

/** Reports the import that is running or has just ended. Renders nothing. */
export function ImportStatusReporter() {
  const { t } = useTranslation();
  const status = useImport();
  const pace = useImportSpeed(status);
  const isRunning = isImportActive(status);
  const justEnded = useJustEnded(isRunning ? status?.importId : undefined, status?.importId);
  const work = useMemo((): BackgroundWork | undefined => {
    if (!status || !(isRunning || justEnded)) return undefined;
    const percent = computePercent(status);
    const hasFailed = status.state === "FAILED";
    return {
      id: `import:${status.importId}`,
      words: t(STATE_TEXTS[status.state], { percent }),
      percent,
      state: isRunning ? "running" : hasFailed ? "failed" : "done",
      panel: <ImportWorkPanel status={status} pace={pace} />,
    };
  }, [status, pace, isRunning, justEnded, t]);
  useReportWork(work);
  return null;
}
