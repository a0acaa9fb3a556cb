import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { SmallTable } from "@/ui/table/small-table";
import type { Pause } from "../health-data";
import { formatPercent } from "../health-status";

/** Past pauses of marketing email, with the person who resumed each. */
export function PausesCard({ pauses }: { readonly pauses: readonly Pause[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("delivery.pauses")} isFlush>
      <SmallTable layout="scroll" aria-label={t("delivery.pauses")}>
        <thead>
          <tr>
            <th scope="col">{t("delivery.when")}</th>
            <th scope="col">{t("terms.reason")}</th>
            <th scope="col">{t("delivery.wentOn")}</th>
          </tr>
        </thead>
        <tbody>
          {pauses.map((pause) => (
            <tr key={pause.at}>
              <th scope="row">{formatDateTime(pause.at)}</th>
              <td>
                {t(`delivery.pausedWhy.${pause.reason}`, {
                  counted: formatInteger(pause.counted),
                  sent: formatInteger(pause.sent),
                  limit: formatPercent(pause.threshold),
                })}
              </td>
              <td>
                {pause.resumedAt ? formatDateTime(pause.resumedAt) : "–"}
                {" · "}
                {pause.byOperator ? t("delivery.bySupport") : <bdi>{pause.resumedBy}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Card>
  );
}
