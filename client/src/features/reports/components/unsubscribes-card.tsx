import { Text } from "@mantine/core";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { formatShare } from "../bases";
import { formatBotModeQuery, type ReportRef, reportPath } from "../report-ref";
import { type ReportMetrics, useUnsubscribes } from "../reports-data";
import { PartCard } from "./part-card";
import { formatPercent, ShareTable } from "./share-table";
import classes from "./unsubscribes-card.module.css";

interface Props {
  readonly of: ReportRef;
  readonly figures: ReportMetrics;
  readonly fileName: string;
}

/** Unsubscribes with their reasons, and spam complaints. */
export function UnsubscribesCard({ of, figures, fileName }: Props) {
  const { t } = useTranslation();
  const leaving = useUnsubscribes(of);
  const title = t("reports.leaving");
  const shareOf = (value: number) => formatShare(value, "delivered", figures.delivered, t);
  const recipientsPath = (state: string) => {
    const query = formatBotModeQuery(of.machines);
    return `${reportPath(of.type, of.id)}/recipients${query ? `${query}&` : "?"}state=${state}`;
  };
  return (
    <PartCard
      title={title}
      query={leaving}
      table={({ reasons, untold }) => ({
        head: [t("reports.reason"), t("reports.unsubscribed")],
        rows: [
          ...reasons.map(({ reason, count }) => [t(`reports.why.${reason}`), count]),
          ...(untold > 0 ? [[t("reports.untold"), untold]] : []),
        ],
      })}
      fileName={`${fileName} ${title}`}
      loadingHeight={200}
    >
      {({ unsubscribed, complained, reasons, untold }) => (
        <>
          <dl className={classes.sums}>
            <div>
              <dt>
                {t("reports.unsubscribed")}
                <small>{shareOf(unsubscribed)}</small>
              </dt>
              <dd>
                {unsubscribed > 0 ? (
                  <Link to={recipientsPath("unsubscribed")}>{formatInteger(unsubscribed)}</Link>
                ) : (
                  formatInteger(unsubscribed)
                )}
              </dd>
            </div>
            <div>
              <dt>
                {t("reports.complained")}
                <small>{shareOf(complained)}</small>
              </dt>
              <dd>
                {complained > 0 ? (
                  <Link to={recipientsPath("complained")}>{formatInteger(complained)}</Link>
                ) : (
                  formatInteger(complained)
                )}
              </dd>
            </div>
          </dl>
          {unsubscribed > 0 ? (
            <>
              <Text
                component="h3"
                size="sm"
                my={4}
                mx="md"
                pt="sm"
                fw={600}
                style={{ borderBlockStart: "1px solid var(--line)" }}
              >
                {t("reports.reason")}
              </Text>
              <ShareTable
                label={t("reports.reason")}
                counted={t("reports.unsubscribed")}
                colour={5}
                rows={[
                  ...reasons.map(({ reason, count }) => ({
                    key: reason,
                    name: t(`reports.why.${reason}`),
                    count,
                    share: count / unsubscribed,
                  })),
                  ...(untold > 0
                    ? [{ key: "untold", name: t("reports.untold"), count: untold, share: untold / unsubscribed }]
                    : []),
                ]}
              />
            </>
          ) : null}
          <Text size="xs" pt="xs" pb={14} px="md" c="dimmed" title={formatPercent(MAX_COMPLAINT_RATE)}>
            {t("reports.complaintHelp", { limit: formatPercent(MAX_COMPLAINT_RATE) })}
          </Text>
        </>
      )}
    </PartCard>
  );
}

/** Large mailbox providers reject email above this complaint rate. */
const MAX_COMPLAINT_RATE = 0.003;
