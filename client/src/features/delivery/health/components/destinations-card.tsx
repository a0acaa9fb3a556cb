import { Text } from "@mantine/core";
import { RowFlag, useAdvice } from "@/features/advice/public";
import { useCan } from "@/features/session/public";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { SmallTable } from "@/ui/table/small-table";
import type { Destination } from "../health-data";

const COLUMNS = ["delivered", "hardBounced", "softBounced", "blocked", "complained"] as const;

/** Delivery results by recipient domain. */
export function DestinationsCard({ destinations }: { readonly destinations: readonly Destination[] }) {
  const { t } = useTranslation();
  const canView = useCan()("report.view");
  const advice = useAdvice(canView);
  const flagged = (advice.data?.items ?? []).filter(({ state, place }) => state === "open" && place === "destination");
  return (
    <Card title={t("delivery.destinations")} isFlush>
      {destinations.length === 0 ? (
        <Text size="sm" p="md" c="var(--text2)">
          {t("delivery.noDestinations")}
        </Text>
      ) : (
        <SmallTable layout="scroll" hasFigures aria-label={t("delivery.destinations")}>
          <thead>
            <tr>
              <th scope="col">{t("words.domain")}</th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {t(`delivery.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {destinations.map((row) => (
              <tr key={row.domain}>
                <th scope="row">
                  {row.domain ? <bdi>{row.domain}</bdi> : t("delivery.otherDomains")}{" "}
                  {row.domain ? <RowFlag items={flagged.filter(({ name }) => name === row.domain)} /> : null}
                </th>
                {COLUMNS.map((name) => (
                  <td key={name}>
                    {formatInteger(row[name])}
                    {name !== "delivered" && row[name] > 0
                      ? ` · ${formatPercentageOf(row[name], getDenominator(row, name))}`
                      : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Card>
  );
}

/** Denominator of a rate. */
function getDenominator(row: Destination, name: (typeof COLUMNS)[number]): number {
  const { delivered, hardBounced, softBounced, blocked } = row;
  return name === "complained" ? delivered : delivered + hardBounced + softBounced + blocked;
}
