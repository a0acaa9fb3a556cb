import { Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { rate } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Columns } from "@/ui/components/columns";
import { Figure } from "@/ui/components/figure";
import { LoadFailed } from "@/ui/components/load-failed";
import { Panel } from "@/ui/components/panel";
import { ProgressBar } from "@/ui/components/progress-bar";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { dotOf, eventPath, formatEventTime, isBotEvent } from "../event-display";
import { useNewest } from "../events/events-data";
import type { OverviewDomain, TrxOverview } from "../shapes";
import classes from "./overview.module.css";
import { SettingsCard } from "./settings-card";

const LAST = 8;
const DOMAIN_DOTS: Readonly<Record<OverviewDomain["state"], StatusKind>> = {
  pending: "off",
  authenticated: "ok",
  breaking: "warn",
  broken: "bad",
};
const FIGURES = ["delivered", "deferred", "bounced", "opened"] as const;

/** Today's statistics, latest events and domain status. */
export function Today({ overview }: { readonly overview: TrxOverview }) {
  const { t } = useTranslation();
  const { today, domains, used, limit } = overview;
  return (
    <Stack gap="md">
      <Panel gap={0}>
        <Columns label={t("terms.today")} count={5} minWidth={168} isLined>
          <Figure
            label={t("terms.accepted")}
            value={integer(today.accepted)}
            base={t("transactional.overview.sinceMidnight")}
          />
          {FIGURES.map((name) => (
            <Figure
              key={name}
              label={t(`transactional.types.${name}`)}
              value={integer(today[name])}
              base={
                name === "opened"
                  ? t("transactional.overview.ofDelivered", { share: rate(today.opened, today.delivered) })
                  : t(`transactional.overview.${name === "deferred" ? "triedAgain" : "ofAccepted"}`, {
                      share: rate(today[name], today.accepted),
                    })
              }
            />
          ))}
        </Columns>
      </Panel>
      <div className={classes.pair}>
        <LastEvents />
        <Stack gap="md">
          <Card title={t("terms.domains")} aside={<Link to="/domain">{t("terms.allDomains")}</Link>} isFlush>
            {domains.length === 0 ? (
              <Text size="sm" py="lg" px="md" c="var(--text2)">
                {t("terms.noDomainsYet")}
              </Text>
            ) : (
              <ul className={classes.domains}>
                {domains.map((domain) => (
                  <li key={domain.domainId}>
                    <div>
                      <Link to={`/domain/${domain.domainId}`}>{domain.name}</Link>
                      <StatusDot kind={DOMAIN_DOTS[domain.state]}>
                        {t(`transactional.domainStates.${domain.state}`)}
                      </StatusDot>
                    </div>
                    <small>
                      {domain.sent > 0
                        ? t("transactional.overview.domainDay", {
                            count: domain.sent,
                            sent: integer(domain.sent),
                            delivered: rate(domain.delivered, domain.sent),
                            bounced: rate(domain.bounced, domain.sent),
                          })
                        : t("transactional.overview.domainQuiet")}
                    </small>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title={t("terms.thisMonth")}>
            <Stack gap="xs">
              {limit > 0 ? (
                <ProgressBar label={t("transactional.overview.messages")} done={Math.min(used, limit)} total={limit} />
              ) : (
                <Text size="sm" c="var(--text2)">
                  {t("transactional.overview.usedFree", { used: integer(used) })}
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

function LastEvents() {
  const { t } = useTranslation();
  const newest = useNewest({ q: "", window: "7d", from: undefined, to: undefined });
  const items = newest.data?.items.slice(0, LAST) ?? [];
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
        <ul className={classes.rows}>
          {items.map((event) => (
            <li key={event.id}>
              <Link to={eventPath(event)} title={formatDateTime(event.at, true)}>
                {formatEventTime(event.at, Date.now())}
              </Link>
              <StatusDot kind={dotOf(event.type, isBotEvent(event))}>
                {t(
                  isBotEvent(event)
                    ? composedKey(`transactional.machines.${event.type}`)
                    : `transactional.types.${event.type}`,
                )}
              </StatusDot>
              <bdi>{event.recipient}</bdi>
              <span dir="auto">{event.subject || t("transactional.noSubject")}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
