import { Box, Button, Flex, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Span } from "@/lib/date-range";
import { type DateRange, writeRange } from "@/lib/date-range";
import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { Panel } from "@/ui/components/panel";
import { useActivity } from "../activity";
import { HomeSkeleton } from "../components/home-skeleton";
import { OVERVIEW_KEY, overviewQuery } from "../overview-data";
import type { Analytics } from "../shapes";
import { useOnActivity } from "../use-on-activity";
import { refreshAnalytics, useAnalytics } from "./analytics-data";
import { MetricsRow } from "./metrics-row";

/** Minimum interval between two fetches while activity events arrive. */
const FETCH_MS = 5000;

interface Props {
  readonly period: DateRange;
  readonly span: Span;
}

/** SMTP statistics of a period on the home screen (TRX-76). */
export function HomeCard({ period, span }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const analytics = useAnalytics({ span });
  const { data } = analytics;
  const isQuiet = data?.figures.accepted === 0;
  // Distinguishes a quiet period from a team that has never sent.
  const overview = useQuery({ ...overviewQuery, enabled: isQuiet });
  const { revision } = useActivity(refresh);
  useOnActivity(revision, FETCH_MS, refresh);

  function refresh(): void {
    refreshAnalytics(client);
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
  }

  if (!analytics.isLoadingError && (!data || (isQuiet && overview.isPending))) return <HomeSkeleton />;
  const isFirst = isQuiet && overview.data !== undefined && overview.data.firstMessage?.sandbox !== false;
  const range = writeRange(period);
  range.set("range", period.preset);
  return (
    <Panel component="section" gap={0} aria-labelledby="smtp-figures">
      <Group
        component="header"
        gap="4px 12px"
        justify="space-between"
        py="sm"
        px="md"
        style={{ borderBlockEnd: "1px solid var(--line)" }}
      >
        <Text component="h2" size="sm" fw={600} id="smtp-figures">
          {t("transactional.analytics.title")}
        </Text>
        {data?.former && !isFirst ? (
          <Text component="small" size="xs" lh="sm" c="dimmed">
            {t("terms.comparedWithFromToTo", previousPeriod(data))}
          </Text>
        ) : null}
        <Flex component="p" gap="md" fz="sm" lh="sm" m={0} ms="auto">
          <Link to={`/analytics/smtp?${range}`}>{t("transactional.analytics.more")}</Link>
          <Link to="/events">{t("transactional.overview.allEvents")}</Link>
        </Flex>
      </Group>
      {!data ? (
        <LoadFailed failure={analytics.error} onRetry={() => void analytics.refetch()} />
      ) : isFirst ? (
        <Group gap="12px 24px" justify="space-between" p="md" mih={108}>
          <Box component="p" m={0} maw="60ch" c="var(--text2)">
            {t("transactional.analytics.first")}
          </Box>
          <Button component={Link} to="/trx-overview">
            {t("transactional.start.keyName")}
          </Button>
        </Group>
      ) : (
        <MetricsRow analytics={data} />
      )}
    </Panel>
  );
}

/** First and last day of the previous period. */
function previousPeriod({ from, to }: Analytics): { readonly from: string; readonly to: string } {
  const start = Date.parse(from);
  const lengthMs = Date.parse(to) - start;
  return { from: formatDate(start - lengthMs, "D MMM YYYY"), to: formatDate(start - 1000, "D MMM YYYY") };
}
