import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { SmallTable } from "@/ui/table/small-table";
import type { CallStats } from "../calls";

/** API calls of this tab by kind, largest total duration first. */
export function CallsCard({ calls }: { readonly calls: readonly CallStats[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("diagnostics.calls")} isFlush>
      <SmallTable layout="scroll" hasFigures aria-label={t("diagnostics.calls")}>
        <thead>
          <tr>
            <th scope="col">{t("diagnostics.call")}</th>
            <th scope="col">{t("terms.count")}</th>
            <th scope="col">{t("terms.median")}</th>
            <th scope="col">{t("diagnostics.slowest")}</th>
            <th scope="col">{t("terms.failed")}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ path, count, median, slowest, failed }) => (
            <tr key={path}>
              <th scope="row" className="mono">
                {path}
              </th>
              <td>{formatInteger(count)}</td>
              <td>{t("diagnostics.milliseconds", { figure: formatInteger(median) })}</td>
              <td>{t("diagnostics.milliseconds", { figure: formatInteger(slowest) })}</td>
              <td style={failed > 0 ? { color: "var(--bad)" } : undefined}>{formatInteger(failed)}</td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Card>
  );
}
