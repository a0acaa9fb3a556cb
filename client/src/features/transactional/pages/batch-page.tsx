import { Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { throwIfMissing } from "@/lib/api/missing";
import { formatDateTime } from "@/lib/dates";
import { formatDecimal, formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import { DividedList } from "@/ui/components/divided-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { Panel } from "@/ui/components/panel";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot } from "@/ui/components/status-dot";
import { useActivity } from "../activity";
import { BatchBar, BatchState } from "../batches/batch-progress";
import { refreshBatches, useBatch } from "../batches/batches-data";
import { buildMessagePath, formatReply, getStatusKind } from "../event-display";
import { formatTerm } from "../events/search-terms";
import type { BatchDetail } from "../shapes";
import { useOnActivity } from "../use-on-activity";
import classes from "./batch-page.module.css";

const COUNTS = [
  "delivered",
  "waiting",
  "deferred",
  "bounced",
  "failed",
  "suppressed",
  "cancelled",
  "opened",
  "clicked",
] as const;

/** One batch with its progress and the outcome of its recipients. */
export function BatchPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const batch = throwIfMissing(useBatch(useParams().id ?? ""));
  const { data } = batch;
  const { revision } = useActivity(() => refreshBatches(client));

  useOnActivity(revision, 0, () => refreshBatches(client));

  return (
    <>
      <PageHead
        title={data?.subject || t("terms.batch")}
        crumbs={[
          { label: t("shell.groups.transactional") },
          { label: t("trxMenu.batches"), to: "/batch-status" },
          { label: t("terms.batch") },
        ]}
        state={
          data
            ? [
                <BatchState key="state" state={data.state} />,
                <span key="made">
                  {t("transactional.batches.made")} <RelativeTime at={data.createdAt} />
                </span>,
                ...(data.scheduledAt
                  ? [t("transactional.batches.sendsAt", { at: formatDateTime(data.scheduledAt) })]
                  : []),
                ...(data.keyName ? [<bdi key="key">{data.keyName}</bdi>] : []),
              ]
            : batch.isLoadingError
              ? undefined
              : t("words.loading")
        }
      />
      {batch.isLoadingError ? (
        <LoadFailed failure={batch.error} onRetry={() => void batch.refetch()} />
      ) : data ? (
        <Counts batch={data} />
      ) : (
        <Panel gap="sm" p="md" style={{ blockSize: 180 }} aria-hidden="true" />
      )}
    </>
  );
}

function Counts({ batch }: { readonly batch: BatchDetail }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Panel gap="sm" p="md">
        <BatchBar batch={batch} />
        {batch.perSecond > 0 ? (
          <Text size="xs" c="var(--text2)">
            {t("transactional.batches.perSecond", { rate: formatDecimal(batch.perSecond, 1) })}
          </Text>
        ) : null}
      </Panel>
      <DescriptionList layout="figures">
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`transactional.batches.counts.${name}`)}</dt>
            <dd>
              {formatInteger(batch[name])}{" "}
              <small>
                {name === "opened" || name === "clicked"
                  ? formatPercentageOf(batch[name], batch.delivered)
                  : formatPercentageOf(batch[name], batch.recipients)}
              </small>
            </dd>
          </div>
        ))}
      </DescriptionList>
      {batch.problems.length > 0 ? (
        <Card title={t("transactional.batches.problems")} isFlush>
          <DividedList className={classes.problems ?? ""}>
            {batch.problems.map((problem) => (
              <li key={`${problem.messageId} ${problem.email}`}>
                <Link to={buildMessagePath(problem)}>
                  <bdi>{problem.email}</bdi>
                </Link>
                <StatusDot kind={getStatusKind(problem.state)}>{t(`transactional.states.${problem.state}`)}</StatusDot>
                <code>{formatReply(problem)}</code>
              </li>
            ))}
          </DividedList>
        </Card>
      ) : null}
      {batch.tag ? (
        <p>
          <Link to={`/events?${new URLSearchParams({ q: formatTerm("tag", batch.tag) })}`}>
            {t("transactional.batches.events", { tag: batch.tag })}
          </Link>
        </p>
      ) : null}
    </Stack>
  );
}
