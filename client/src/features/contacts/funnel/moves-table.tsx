import { rate } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import table from "../components/plain-table.module.css";
import { durationWords } from "./durations";
import classes from "./funnel.module.css";
import type { StageFigures } from "./funnel-data";

interface Props {
  readonly stages: readonly StageFigures[];
  readonly nameOf: (stage: string) => string;
}

const FIGURES = ["came", "movedOn", "movedBack", "left"] as const;

function classOf(figure: (typeof FIGURES)[number]): string {
  return figure === "movedBack" ? `${table.number} ${table.spare}` : `${table.number}`;
}

/** Transitions of the period, by stage. */
export function MovesTable({ stages, nameOf }: Props) {
  const { t } = useTranslation();
  const last = stages.at(-1)?.stage;
  return (
    <table className={`${table.table} ${classes.moves}`} aria-label={t("funnel.moves")}>
      <thead>
        <tr>
          <th scope="col">{t("funnel.stage")}</th>
          {FIGURES.map((figure) => (
            <th key={figure} scope="col" className={classOf(figure)}>
              {t(`funnel.${figure}`)}
            </th>
          ))}
          <th scope="col" className={table.number}>
            {t("funnel.median")}
          </th>
          <th scope="col" className={table.number}>
            {t("funnel.conversion")}
          </th>
        </tr>
      </thead>
      <tbody>
        {stages.map((row) => (
          <tr key={row.stage}>
            <th scope="row">
              <bdi>{nameOf(row.stage)}</bdi>
            </th>
            {FIGURES.map((figure) => (
              <td key={figure} className={classOf(figure)} data-label={t(`funnel.${figure}`)}>
                {integer(row[figure])}
              </td>
            ))}
            <td className={table.number} data-label={t("funnel.median")}>
              {row.medianSeconds === null ? "–" : durationWords(row.medianSeconds, t)}
            </td>
            <td className={table.number} data-label={t("funnel.conversion")}>
              {row.stage === last ? "–" : rate(row.converted, row.entered)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
