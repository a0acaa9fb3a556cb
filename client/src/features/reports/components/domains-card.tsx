import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatDateTime } from "@/lib/dates";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { SmallTable } from "@/ui/table/small-table";
import { type Base, formatBase } from "../bases";
import { findDomainFlags } from "../domain-flags";
import type { ReportRef } from "../report-ref";
import { type Rates, type ReportDomain, useDomains } from "../reports-data";
import classes from "./domains-card.module.css";
import { EmptyText, PartCard } from "./part-card";
import { formatPercent } from "./share-table";

interface Props {
  readonly of: ReportRef;
  /** Rates of the whole campaign, to compare each domain with. */
  readonly rates: Rates;
  readonly fileName: string;
}

const RATES = ["delivered", "bounced", "opened", "clicked", "complained"] as const;

/** Delivery results by recipient domain. A flag marks a domain with a problem. */
export function DomainsCard({ of, rates, fileName }: Props) {
  const { t } = useTranslation();
  const domains = useDomains(of);
  const title = t("reports.domains");
  const nameOf = ({ domain }: ReportDomain) => domain || t("reports.otherDomains");
  return (
    <PartCard
      title={title}
      query={domains}
      note={({ domains: count }) => t("reports.domainCount", { count, total: formatInteger(count) })}
      table={({ items, others }) => ({
        head: [t("reports.domain"), t("reports.sent"), ...RATES.map((name) => t(`reports.rates.${name}`))],
        rows: [...items, ...(others ? [others] : [])].map((row) => [
          nameOf(row),
          row.sent,
          ...RATES.map((name) => formatPercent(row.rates[name])),
        ]),
      })}
      fileName={`${fileName} ${title}`}
      loadingHeight={240}
      empty={({ items }) => (items.length === 0 ? <EmptyText>{t("reports.noDomains")}</EmptyText> : null)}
    >
      {({ items, others, areOpensCompared, opensComparedFrom }) => (
        <>
          <SmallTable layout="scroll" hasFigures aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t("reports.domain")}</th>
                <th scope="col">{t("reports.sent")}</th>
                {RATES.map((name) => (
                  <th key={name} scope="col">
                    {t(`reports.rates.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...items, ...(others ? [others] : [])].map((row) => (
                <Row key={row.domain} row={row} name={nameOf(row)} whole={rates} isOne={row.domain !== ""} />
              ))}
            </tbody>
          </SmallTable>
          {areOpensCompared ? null : (
            <Text size="xs" py="sm" px="md" c="var(--text2)" style={{ borderBlockStart: "1px solid var(--line)" }}>
              {opensComparedFrom
                ? t("reports.opensEarly", { at: formatDateTime(opensComparedFrom) })
                : t("reports.opensEarlySending")}
            </Text>
          )}
        </>
      )}
    </PartCard>
  );
}

interface RowProps {
  readonly row: ReportDomain;
  readonly name: string;
  readonly whole: Rates;
  /** False for the row that sums the smaller domains. */
  readonly isOne: boolean;
}

function Row({ row, name, whole, isOne }: RowProps) {
  const { t } = useTranslation();
  const flags = isOne ? findDomainFlags(row, whole.delivered) : [];
  const attempted: readonly [Base, number] = ["attempted", row.sent + row.failed];
  const delivered: readonly [Base, number] = ["delivered", row.delivered];
  const bases = {
    delivered: attempted,
    bounced: attempted,
    opened: delivered,
    clicked: delivered,
    complained: delivered,
  } as const;
  return (
    <tr data-flagged={flags.length > 0 || undefined}>
      <th scope="row">
        <bdi>{name}</bdi>
        {flags.map((flag) => (
          <span key={flag} className={classes.flag} data-bad={flag === "bounces" || flag === "complaints" || undefined}>
            <IconAlertTriangle size={13} stroke={1.9} aria-hidden="true" />
            {t(`reports.flags.${flag}`, {
              own: formatPercent(
                row.rates[flag === "complaints" ? "complained" : flag === "opens" ? "opened" : "delivered"],
              ),
              whole: formatPercent(whole[flag === "opens" ? "opened" : "delivered"]),
              bounced: formatPercent(row.rates.bounced),
            })}
          </span>
        ))}
      </th>
      <td>{formatInteger(row.sent)}</td>
      {RATES.map((one) => (
        <td
          key={one}
          title={t("reports.shareOf", { share: formatPercent(row.rates[one]), base: formatBase(...bases[one], t) })}
        >
          {formatPercentageOf(row.rates[one] * bases[one][1], bases[one][1])}
        </td>
      ))}
    </tr>
  );
}
