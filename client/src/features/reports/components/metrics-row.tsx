import { Box } from "@mantine/core";
import { formatInteger, formatSigned } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { Metric } from "@/ui/components/metric";
import { ShareBar } from "@/ui/components/share-bar";
import { type Base, formatShare } from "../bases";
import { countReached } from "../metrics";
import type { BotMode } from "../report-ref";
import type { ReportMetrics } from "../reports-data";
import { useIncrease } from "../use-increase";

interface MetricCardProps {
  readonly label: string;
  readonly value: number;
  readonly base: number;
  readonly of: Base;
  /** Position in the chart palette. */
  readonly colour: 1 | 2 | 3;
}

function MetricCard({ label, value, base, of, colour }: MetricCardProps) {
  const { t } = useTranslation();
  const increase = useIncrease(value);
  return (
    <Box pb="sm">
      <Metric
        label={label}
        value={formatInteger(value)}
        base={formatShare(value, of, base, t)}
        live={increase === undefined ? undefined : formatSigned(increase)}
      />
      <Box px="md">
        <ShareBar share={base > 0 ? value / base : 0} colour={`var(--chart-${colour})`} />
      </Box>
    </Box>
  );
}

/** The four main metrics of a campaign, each with its base. */
export function MetricsRow({ figures, machines }: { readonly figures: ReportMetrics; readonly machines: BotMode }) {
  const { t } = useTranslation();
  const { recipients, sent, failed, inDoubt, delivered } = figures;
  const { opened, clicked } = countReached(figures, machines);
  const submitted = sent + failed + inDoubt;
  return (
    <Columns count={4} minWidth={168} isLined label={t("reports.figures")}>
      <MetricCard label={t("reports.sent")} value={sent} base={recipients} of="recipients" colour={1} />
      <MetricCard label={t("reports.delivered")} value={delivered} base={submitted} of="attempted" colour={1} />
      <MetricCard label={t("reports.opened")} value={opened} base={delivered} of="delivered" colour={2} />
      <MetricCard label={t("reports.clicked")} value={clicked} base={delivered} of="delivered" colour={3} />
    </Columns>
  );
}
