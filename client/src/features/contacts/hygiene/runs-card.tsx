import { Button, Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { SmallTable } from "@/ui/table/small-table";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { isRunActive, type SunsetRun, useUndoRun } from "./hygiene-data";

interface Props {
  readonly runs: readonly SunsetRun[];
  readonly canEdit: boolean;
}

const DOTS: Readonly<Record<SunsetRun["state"], StatusKind>> = {
  RUNNING: "info",
  DONE: "ok",
  FAILED: "bad",
  UNDOING: "info",
  UNDONE: "off",
};

/** Daily runs of the sunset policy, each with its undo. */
export function RunsCard({ runs, canEdit }: Props) {
  const { t } = useTranslation();
  const undo = useUndoRun();
  return (
    <Card title={t("hygiene.runs")} isFlush>
      {runs.length === 0 ? (
        <Text size="sm" p="md" c="var(--text2)">
          {t("hygiene.noRuns")}
        </Text>
      ) : (
        <SmallTable layout="stack" aria-label={t("hygiene.runs")}>
          <thead>
            <tr>
              <th scope="col">{t("words.time")}</th>
              <th scope="col">{t("terms.action")}</th>
              <th scope="col" data-align="end">
                {t("hygiene.found")}
              </th>
              <th scope="col" data-align="end">
                {t("terms.changed")}
              </th>
              <th scope="col">{t("words.status")}</th>
              <th aria-hidden="true" />
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.runId}>
                <th scope="row">
                  <RelativeTime at={run.at} />
                </th>
                <td data-label={t("terms.action")}>
                  {run.isTrial ? t("hygiene.trial") : t(`hygiene.acts.${run.act}`)}
                </td>
                <td data-align="end" data-label={t("hygiene.found")}>
                  {formatInteger(run.found)}
                </td>
                <td data-align="end" data-label={t("terms.changed")}>
                  {run.isTrial ? "–" : formatInteger(run.changed)}
                </td>
                <td data-label={t("words.status")}>
                  <StatusDot kind={DOTS[run.state]}>
                    {t(`hygiene.states.${run.state}`, { by: run.undoneBy })}
                    {isRunActive(run) && run.found > 0
                      ? ` · ${formatInteger(run.done)} / ${formatInteger(run.found)}`
                      : null}
                  </StatusDot>
                </td>
                <td data-actions>
                  {canEdit && run.undoUntil ? (
                    <Button
                      size="xs"
                      variant="subtle"
                      loading={undo.isPending && undo.variables?.params.path.run_id === run.runId}
                      onClick={() =>
                        undo.mutate(
                          { params: { path: { run_id: run.runId } } },
                          {
                            onSuccess: () => toast("success", t("hygiene.undoing")),
                            onError: (error) => toastFailure(error, t),
                          },
                        )
                      }
                    >
                      {t("terms.undo")}
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Card>
  );
}
