import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { SmallTable } from "@/ui/table/small-table";
import { formatDuration } from "./durations";
import type { StageMetrics } from "./funnel-data";

interface Props {
  readonly stages: readonly StageMetrics[];
  readonly nameOf: (stage: string) => string;
}

const METRICS = ["came", "movedOn", "movedBack", "left"] as const;

/** Moves into and out of each stage in the period. */
export function StageChangesTable({ stages, nameOf }: Props) {
  const { t } = useTranslation();
  const last = stages.at(-1)?.stage;
  return (
    <SmallTable layout="stack" hasFigures aria-label={t("funnel.moves")}>
      <thead>
        <tr>
          <th scope="col">{t("funnel.stage")}</th>
          {METRICS.map((figure) => (
            <th key={figure} scope="col" data-spare={figure === "movedBack" || undefined}>
              {t(`funnel.${figure}`)}
            </th>
          ))}
          <th scope="col">{t("funnel.median")}</th>
          <th scope="col">{t("funnel.conversion")}</th>
        </tr>
      </thead>
      <tbody>
        {stages.map((row) => (
          <tr key={row.stage}>
            <th scope="row">
              <bdi>{nameOf(row.stage)}</bdi>
            </th>
            {METRICS.map((figure) => (
              <td key={figure} data-spare={figure === "movedBack" || undefined} data-label={t(`funnel.${figure}`)}>
                {formatInteger(row[figure])}
              </td>
            ))}
            <td data-label={t("funnel.median")}>
              {row.medianSeconds === null ? "–" : formatDuration(row.medianSeconds, t)}
            </td>
            <td data-label={t("funnel.conversion")}>
              {row.stage === last ? "–" : formatPercentageOf(row.converted, row.entered)}
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  );
}
