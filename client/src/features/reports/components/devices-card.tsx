import { Box, Flex } from "@mantine/core";
import { Link } from "react-router";
import { formatPercentage } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { formatKind } from "../format-kind";
import { formatBotModeQuery, type ReportRef, reportPath } from "../report-ref";
import { useBrowsers, useDevices } from "../reports-data";
import classes from "./devices-card.module.css";

const COLOURS = [1, 2, 3, 5, 6] as const;
const MAX_PROGRAMS = 5;

function formatPercent(share: number): string {
  return formatPercentage(share * 100, 1);
}

/** Devices and email clients of the opens. */
export function DevicesCard({ of }: { readonly of: ReportRef }) {
  const { t } = useTranslation();
  const devices = useDevices(of, "opens");
  const programs = useBrowsers(of, "opens").data?.clients.slice(0, MAX_PROGRAMS) ?? [];
  const items = devices.data?.items ?? [];
  const nameOf = (name: string) => formatKind(name, t);
  return (
    <section className={classes.card} aria-label={t("reports.devicesTitle")}>
      <header>
        <h2>{t("reports.devicesTitle")}</h2>
        {devices.data ? <span>{t("reports.ofOpens", { total: formatInteger(devices.data.total) })}</span> : null}
      </header>
      {devices.isLoadingError ? (
        <LoadFailed failure={devices.error} onRetry={() => void devices.refetch()} />
      ) : devices.data === undefined ? (
        <Box mih={120} aria-hidden="true" />
      ) : items.length === 0 ? (
        <p>{t("reports.noOpens")}</p>
      ) : (
        <>
          <Flex gap={2} bdrs="var(--radius-bar)" h={8} mb="xs" style={{ overflow: "hidden" }} aria-hidden="true">
            {items.map(({ name, share }, index) => (
              <div key={name} style={{ inlineSize: `${share * 100}%`, background: getColour(name, index) }} />
            ))}
          </Flex>
          <dl>
            {items.map(({ name, count, share }, index) => (
              <div key={name}>
                <dt>
                  <i style={{ background: getColour(name, index) }} />
                  {nameOf(name)}
                </dt>
                <dd>{formatInteger(count)}</dd>
                <dd>{formatPercent(share)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {programs.length > 0 ? (
        <>
          <h3>{t("reports.clients")}</h3>
          <dl>
            {programs.map(({ name, count, share }) => (
              <div key={name}>
                <dt>{nameOf(name)}</dt>
                <dd>{formatInteger(count)}</dd>
                <dd>{formatPercent(share)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {items.length > 0 ? (
        <Link className={classes.more} to={`${reportPath(of.type, of.id)}/audience${formatBotModeQuery(of.machines)}`}>
          {t("reports.allAudience")}
        </Link>
      ) : null}
    </section>
  );
}

function getColour(name: string, index: number): string {
  return `var(--chart-${name === "other" ? 6 : (COLOURS[index] ?? 6)})`;
}
