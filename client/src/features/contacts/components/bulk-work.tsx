import { lazy, useEffect, useEffectEvent, useMemo } from "react";
import { useCan } from "@/features/session/public";
import { type BackgroundWork, useReportWork } from "@/lib/background-work";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { type BulkAction, useBulkActionEvents, useBulkActions, useDismissEndedAction } from "../bulk-data";

const BulkWorkPanel = lazy(async () => ({ default: (await import("./bulk-work-panel")).BulkWorkPanel }));

/** How long the header shows the result of an ended action. */
const ENDED_MS = 8000;

function BulkActionReporter({ bulk }: { readonly bulk: BulkAction }) {
  const { t } = useTranslation();
  const isRunning = bulk.state === "RUNNING";
  const dismiss = useDismissEndedAction();
  const leave = useEffectEvent(() => dismiss(bulk.bulkId));
  useBulkActionEvents(isRunning ? bulk.bulkId : undefined);
  useEffect(() => {
    if (isRunning) return;
    const timer = setTimeout(() => leave(), ENDED_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  const work = useMemo((): BackgroundWork => {
    const { bulkId, kind, state, done, total, changed } = bulk;
    const percent = total ? Math.min(100, Math.floor((done / total) * 100)) : undefined;
    const what = t(toTextKey(`contacts.bulk.running.${kind}`));
    const ended = t(toTextKey(`contacts.bulk.ended.${kind}`), { count: changed, total: formatInteger(changed) });
    const running = percent === undefined ? what : t("contacts.bulk.chip", { what, percent });
    return {
      id: `bulk:${bulkId}`,
      words: state === "RUNNING" ? running : state === "FAILED" ? t("contacts.bulk.failed") : ended,
      percent: state === "RUNNING" ? percent : 100,
      state: state === "RUNNING" ? "running" : state === "FAILED" ? "failed" : "done",
      panel: <BulkWorkPanel bulk={bulk} what={what} ended={ended} />,
    };
  }, [bulk, t]);
  useReportWork(work);
  return null;
}

function BulkActionReporters() {
  return useBulkActions().map((bulk) => <BulkActionReporter key={bulk.bulkId} bulk={bulk} />);
}

/** Reports bulk actions to the header, for users who can see contacts. Renders nothing. */
export function BulkWork() {
  return useCan()("contact.view") ? <BulkActionReporters /> : null;
}
