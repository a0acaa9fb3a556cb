import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { formatPlainSubject } from "@/lib/plain-subject";
import { EmptyState } from "@/ui/components/empty-state";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable } from "@/ui/table/paged-table";
import { useList } from "@/ui/table/use-list";
import { useActivity } from "../activity";
import { BatchBar, BatchState } from "../batches/batch-progress";
import { refreshBatches, useBatches } from "../batches/batches-data";
import { EventsIllustration } from "../components/events-illustration";
import type { Batch } from "../shapes";
import { useOnActivity } from "../use-on-activity";

/** Batches of messages with their progress (TRX-16). */
export function BatchesPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const list = useList("trxBatches", { defaultSort: "-createdAt", sorts: ["createdAt"] });
  const batches = useBatches(list.address);
  const { revision } = useActivity(() => refreshBatches(client));
  const total = batches.data?.total ?? 0;

  useOnActivity(revision, 0, () => refreshBatches(client));
  const isBare = batches.data?.total === 0 && !list.isNarrowed;

  const columns = useMemo<readonly DataColumn<Batch>[]>(
    () => [
      {
        id: "subject",
        header: t("terms.batch"),
        width: 280,
        least: 150,
        isFixed: true,
        text: ({ subject }) => subject || t("transactional.noSubject"),
        cell: ({ id, subject }) => (
          <Link to={`/batch-status/${id}`} dir="auto">
            {formatPlainSubject(subject) || t("transactional.noSubject")}
          </Link>
        ),
      },
      {
        id: "state",
        header: t("words.status"),
        width: 130,
        least: 110,
        cell: ({ state, scheduledAt }) => (
          <span title={state === "scheduled" && scheduledAt ? formatDateTime(scheduledAt) : undefined}>
            <BatchState state={state} />
          </span>
        ),
      },
      {
        id: "progress",
        header: t("transactional.batches.progress"),
        width: 260,
        cell: (batch) => <BatchBar batch={batch} />,
        isSecondary: true,
      },
      {
        id: "size",
        header: t("transactional.batches.size"),
        width: 100,
        align: "end",
        isSecondary: true,
        cell: ({ size }) => formatInteger(size),
      },
      {
        id: "key",
        header: t("transactional.message.facts.key"),
        width: 150,
        least: 96,
        isSecondary: true,
        text: ({ keyName }) => keyName ?? "",
        cell: ({ keyName }) => <span dir="auto">{keyName || "–"}</span>,
      },
      {
        id: "createdAt",
        header: t("transactional.batches.createdAt"),
        width: 120,
        least: 96,
        align: "end",
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t],
  );
  return (
    <>
      <PageHead
        title={t("trxMenu.batches")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("trxMenu.batches") }]}
        state={
          batches.data
            ? t("transactional.batches.total", { count: total, total: formatInteger(total) })
            : t("words.loading")
        }
      />
      {isBare ? null : (
        <ListSearch
          label={t("transactional.batches.search")}
          value={list.address.search}
          onSearch={(search) => list.change({ search })}
        />
      )}
      <PagedTable<Batch>
        label={t("trxMenu.batches")}
        columns={columns}
        answer={batches}
        address={list.address}
        onChange={list.change}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        empty={
          list.isNarrowed ? (
            <EmptyState
              drawing={<EventsIllustration />}
              title={t("transactional.batches.noMatch")}
              text={t("terms.searchForAnotherWordOrPartOfOne")}
              action={<Button onClick={list.clear}>{t("terms.clearSearch")}</Button>}
            />
          ) : (
            <EmptyState
              drawing={<EventsIllustration />}
              title={t("transactional.batches.emptyTitle")}
              text={t("transactional.batches.emptyText")}
            />
          )
        }
      />
    </>
  );
}
