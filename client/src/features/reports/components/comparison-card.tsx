import { Text } from "@mantine/core";
import { Link } from "react-router";
import { formatDate } from "@/lib/dates";
import { formatDecimal, getPercentageDigits } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { SmallTable } from "@/ui/table/small-table";
import { type Base, formatBase } from "../bases";
import { countReached } from "../metrics";
import { formatBotModeQuery, type ReportRef, reportPath } from "../report-ref";
import { type Compared, type ReportMetrics, useComparison } from "../reports-data";
import classes from "./comparison-card.module.css";
import { EmptyText, PartCard } from "./part-card";

interface Props {
  readonly of: ReportRef;
  readonly figures: ReportMetrics;
  readonly fileName: string;
}

/** Metrics where a lower value is better. */
const LOWER_IS_BETTER: ReadonlySet<string> = new Set(["bounced", "unsubscribed", "complained"]);
const PERCENT = 100;

/** Differences below one percentage point have two decimals. */
function formatPoints(share: number): string {
  const value = Math.abs(share * PERCENT);
  return formatDecimal(value, getPercentageDigits(value));
}

function formatPercent(share: number): string {
  return `${formatPoints(share)}%`;
}

/** Denominator of each rate. */
function getBase(rate: string, figures: ReportMetrics, opened: number): readonly [Base, number] {
  const { sent, failed, inDoubt, delivered } = figures;
  if (rate === "delivered" || rate === "bounced") return ["attempted", sent + failed + inDoubt];
  return rate === "clickedOfOpened" ? ["opened", opened] : ["delivered", delivered];
}

/** Compares each rate with the team's previous campaigns: their median and their range. */
export function ComparisonCard({ of, figures, fileName }: Props) {
  const { t } = useTranslation();
  const comparison = useComparison(of);
  const title = t("reports.compare.title");
  const { opened } = countReached(figures, of.machines);
  return (
    <PartCard
      title={title}
      query={comparison}
      note={({ former }) =>
        former.length > 0
          ? t("reports.compare.with", { count: former.length, total: formatInteger(former.length) })
          : null
      }
      table={({ items }) => ({
        head: [
          t("reports.rateName"),
          t("reports.compare.own"),
          t("reports.compare.median"),
          t("reports.compare.lowest"),
          t("reports.compare.highest"),
        ],
        rows: items.map(({ rate, own, median, lowest, highest }) => [
          t(toTextKey(`reports.rates.${rate}`)),
          formatPercent(own),
          formatPercent(median),
          formatPercent(lowest),
          formatPercent(highest),
        ]),
      })}
      fileName={`${fileName} ${title}`}
      loadingHeight={220}
      empty={({ items }) => (items.length === 0 ? <EmptyText>{t("reports.compare.none")}</EmptyText> : null)}
    >
      {({ items, former }) => (
        <>
          <SmallTable hasFigures className={classes.rates} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t("reports.rateName")}</th>
                <th scope="col">{t("reports.compare.own")}</th>
                <th scope="col">{t("reports.compare.median")}</th>
                <th scope="col" data-wide>
                  {t("reports.compare.range")}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.rate}>
                  <th scope="row">
                    {t(toTextKey(`reports.rates.${item.rate}`))}
                    <small>
                      {t("reports.ofBase", { base: formatBase(...getBase(item.rate, figures, opened), t) })}
                    </small>
                  </th>
                  <td>
                    {formatPercent(item.own)}
                    <Delta item={item} />
                  </td>
                  <td>{formatPercent(item.median)}</td>
                  <td data-wide>
                    <Range item={item} />
                  </td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
          <Text
            size="xs"
            lh="sm"
            pt={10}
            pb={14}
            px="md"
            c="dimmed"
            style={{ borderBlockStart: "1px solid var(--line)" }}
          >
            {t("reports.compare.former")}{" "}
            {former.map(({ id, name, startedAt }, index) => (
              <span key={id}>
                {index > 0 ? ", " : null}
                <Link
                  to={`${reportPath("email-marketing", id)}${formatBotModeQuery(of.machines)}`}
                  title={formatDate(startedAt)}
                >
                  <bdi>{name}</bdi>
                </Link>
              </span>
            ))}
          </Text>
        </>
      )}
    </PartCard>
  );
}

function Delta({ item: { rate, own, median } }: { readonly item: Compared }) {
  const { t } = useTranslation();
  const difference = own - median;
  // Equal after rounding counts as equal.
  if (formatPercent(own) === formatPercent(median)) return <small>{t("reports.compare.same")}</small>;
  const isGood = difference > 0 !== LOWER_IS_BETTER.has(rate);
  return (
    <small data-meaning={isGood ? "good" : "bad"}>
      {t(difference > 0 ? "reports.compare.more" : "reports.compare.less", { points: formatPoints(difference) })}
    </small>
  );
}

/** The range and median of previous campaigns, with this campaign marked. The text beside it repeats the values. */
function Range({ item: { own, median, lowest, highest } }: { readonly item: Compared }) {
  const { t } = useTranslation();
  const max = Math.max(own, highest) || 1;
  const at = (value: number) => `${(value / max) * 100}%`;
  return (
    <span
      className={classes.range}
      role="img"
      aria-label={t("reports.compare.between", { lowest: formatPercent(lowest), highest: formatPercent(highest) })}
      title={t("reports.compare.between", { lowest: formatPercent(lowest), highest: formatPercent(highest) })}
    >
      <i className={classes.span} style={{ insetInlineStart: at(lowest), inlineSize: at(highest - lowest) }} />
      <i className={classes.median} style={{ insetInlineStart: at(median) }} />
      <i className={classes.own} style={{ insetInlineStart: at(own) }} />
    </span>
  );
}
