import { Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Columns } from "@/ui/components/columns";
import { DividedList } from "@/ui/components/divided-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { Metric } from "@/ui/components/metric";
import { Panel } from "@/ui/components/panel";
import { ProgressBar } from "@/ui/components/progress-bar";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { buildEventPath, formatEventTime, getStatusKind, isBotEvent } from "../event-display";
import { useNewestEvents } from "../events/events-data";
import type { OverviewDomain, TrxOverview } from "../shapes";
import classes from "./overview.module.css";
import { SettingsCard } from "./settings-card";

const MAX_LATEST_EVENTS = 8;
const DOMAIN_DOTS: Readonly<Record<OverviewDomain["state"], StatusKind>> = {
  pending: "off",
  authenticated: "ok",
  breaking: "warn",
  broken: "bad",
};
const METRICS = ["delivered", "deferred", "bounced", "opened"] as const;

/** Today's statistics, latest events and domain status. */
export function Today({ overview }: { readonly overview: TrxOverview }) {
  const { t } = useTranslation();
  const { today, domains, used, limit } = overview;
  return (
    <Stack gap="md">
      <Panel gap={0}>
        <Columns label={t("terms.today")} count={5} minWidth={168} isLined>
          <Metric
            label={t("terms.accepted")}
            value={formatInteger(today.accepted)}
            base={t("transactional.overview.sinceMidnight")}
          />
          {METRICS.map((name) => (
            <Metric
              key={name}
              label={t(`transactional.types.${name}`)}
              value={formatInteger(today[name])}
              base={
                name === "opened"
                  ? t("transactional.overview.ofDelivered", {
                      share: formatPercentageOf(today.opened, today.delivered),
                    })
                  : t(`transactional.overview.${name === "deferred" ? "triedAgain" : "ofAccepted"}`, {
                      share: formatPercentageOf(today[name], today.accepted),
                    })
              }
            />
          ))}
        </Columns>
      </Panel>
      <div className={classes.pair}>
        <LatestEvents />
        <Stack gap="md">
          <Card title={t("terms.domains")} aside={<Link to="/domain">{t("terms.allDomains")}</Link>} isFlush>
            {domains.length === 0 ? (
              <Text size="sm" py="lg" px="md" c="var(--text2)">
                {t("terms.noDomainsYet")}
              </Text>
            ) : (
              <DividedList className={classes.domains ?? ""}>
                {domains.map((domain) => (
                  <Stack component="li" key={domain.domainId} gap={4} px="md" py={10} fz="sm">
                    <Group gap="sm" justify="space-between" wrap="nowrap" miw={0}>
                      <Link to={`/domain/${domain.domainId}`}>{domain.name}</Link>
                      <StatusDot kind={DOMAIN_DOTS[domain.state]}>
                        {t(`transactional.domainStates.${domain.state}`)}
                      </StatusDot>
                    </Group>
                    <Text span size="xs" c="dimmed" className="figures">
                      {domain.sent > 0
                        ? t("transactional.overview.domainDay", {
                            count: domain.sent,
                            sent: formatInteger(domain.sent),
                            delivered: formatPercentageOf(domain.delivered, domain.sent),
                            bounced: formatPercentageOf(domain.bounced, domain.sent),
                          })
                        : t("transactional.overview.domainQuiet")}
                    </Text>
                  </Stack>
                ))}
              </DividedList>
            )}
          </Card>
          <Card title={t("terms.thisMonth")}>
            <Stack gap="xs">
              {limit > 0 ? (
                <ProgressBar label={t("transactional.overview.messages")} done={Math.min(used, limit)} total={limit} />
              ) : (
                <Text size="sm" c="var(--text2)">
                  {t("transactional.overview.usedFree", { used: formatInteger(used) })}
                </Text>
              )}
            </Stack>
          </Card>
          <SettingsCard />
        </Stack>
      </div>
    </Stack>
  );
}

function LatestEvents() {
  const { t } = useTranslation();
  const newest = useNewestEvents({ q: "", window: "7d", from: undefined, to: undefined });
  const items = newest.data?.items.slice(0, MAX_LATEST_EVENTS) ?? [];
  return (
    <Card
      title={t("transactional.overview.last")}
      aside={<Link to="/events">{t("transactional.overview.allEvents")}</Link>}
      isFlush
    >
      {newest.isLoadingError ? (
        <LoadFailed failure={newest.error} onRetry={() => void newest.refetch()} />
      ) : items.length === 0 ? (
        <Text size="sm" py="lg" px="md" c="var(--text2)">
          {t(newest.data ? "transactional.overview.nothing" : "words.loading")}
        </Text>
      ) : (
        <DividedList className={classes.rows ?? ""}>
          {items.map((event) => (
            <li key={event.id}>
              <Link to={buildEventPath(event)} title={formatDateTime(event.at, true)}>
                {formatEventTime(event.at, Date.now())}
              </Link>
              <StatusDot kind={getStatusKind(event.type, isBotEvent(event))}>
                {t(
                  isBotEvent(event)
                    ? toTextKey(`transactional.machines.${event.type}`)
                    : `transactional.types.${event.type}`,
                )}
              </StatusDot>
              <bdi>{event.recipient}</bdi>
              <span dir="auto">{event.subject || t("transactional.noSubject")}</span>
            </li>
          ))}
        </DividedList>
      )}
    </Card>
  );
}
