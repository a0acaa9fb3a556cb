import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { Metric } from "@/ui/components/metric";
import { Panel } from "@/ui/components/panel";
import type { Totals } from "../health-status";

/** Totals of all marketing email in the period. */
export function MetricsRow({ totals }: { readonly totals: Totals }) {
  const { t } = useTranslation();
  const ofHanded = (part: number) =>
    t("delivery.ofHanded", { rate: formatPercentageOf(part, totals.handed), total: formatInteger(totals.handed) });
  return (
    <Panel>
      <Columns count={5} minWidth={150} isLined>
        <Metric
          label={t("terms.delivered")}
          value={formatInteger(totals.delivered)}
          base={ofHanded(totals.delivered)}
        />
        <Metric
          label={t("delivery.hardBounced")}
          value={formatInteger(totals.hardBounced)}
          base={ofHanded(totals.hardBounced)}
        />
        <Metric
          label={t("delivery.softBounced")}
          value={formatInteger(totals.softBounced)}
          base={ofHanded(totals.softBounced)}
        />
        <Metric
          label={t("delivery.classes.block")}
          value={formatInteger(totals.blocked)}
          base={ofHanded(totals.blocked)}
        />
        <Metric
          label={t("terms.spamComplaints")}
          value={formatInteger(totals.complained)}
          base={t("delivery.ofDelivered", {
            rate: formatPercentageOf(totals.complained, totals.delivered),
            total: formatInteger(totals.delivered),
          })}
        />
      </Columns>
    </Panel>
  );
}
