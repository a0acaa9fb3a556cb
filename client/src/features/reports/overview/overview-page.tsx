import { Box, Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { AdviceList, groupByCampaign, useAdvice } from "@/features/advice/public";
import { BotModeChoice, readBotMode } from "@/features/home/public";
import { buildSpan, readRange, writeRange } from "@/lib/date-range";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { saveFile } from "@/lib/save-file";
import { useAddressParams } from "@/lib/use-address-params";
import { ActionMenu } from "@/ui/components/action-menu";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { DateRangePicker } from "@/ui/dates/date-range-picker";
import { listHiddenByDefault } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useListAddress } from "@/ui/table/list-address";
import { ListOptions } from "@/ui/table/list-options";
import { ListSearch } from "@/ui/table/list-search";
import { useListView } from "@/ui/table/list-view";
import { Pager } from "@/ui/table/pager";
import { toastFailure } from "@/ui/toast-failure";
import { overviewColumns } from "./columns";
import { OverviewIllustration } from "./components/overview-illustration";
import { TotalsTable } from "./components/totals-table";
import { TrendChart } from "./components/trend-chart";
import { fetchOverviewFile, OVERVIEW_SORTS, type OverviewRow, useOverview } from "./overview-data";

const NO_ADVICE: readonly never[] = [];
/** Query parameter of the category filter; its empty value selects campaigns without a category. */
const CATEGORY_PARAM = "category";

/** All campaigns of a period: over time, by category and in a table. */
export function OverviewPage() {
  const { t } = useTranslation();
  const [params, setParams] = useAddressParams();
  const period = readRange(params, Date.now());
  const span = buildSpan(period, Date.now());
  const machines = readBotMode(params);
  const category = params.get(CATEGORY_PARAM) ?? undefined;
  const advice = useAdvice(true);
  const flags = useMemo(() => groupByCampaign(advice.data?.items ?? NO_ADVICE), [advice.data]);
  const columns = useMemo(() => overviewColumns(t, machines, flags), [t, machines, flags]);
  const [view, setView] = useListView("overview", listHiddenByDefault(columns));
  const [address, change] = useListAddress({ defaultSort: "-startedAt", sorts: OVERVIEW_SORTS, size: view.size });
  const overviewQuery = { ...span, category, search: address.search, sort: address.sort, machines };
  const overview = useOverview(overviewQuery, address.page, address.size);
  const [isMaking, setMaking] = useState(false);
  const { data } = overview;
  const isNarrowed = address.search !== "" || category !== undefined;
  const isBare = data !== undefined && data.total === 0 && !isNarrowed;

  /** Updates the URL and returns to the first page. */
  function updateParams(next: Readonly<Record<string, string | undefined>>): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("page");
        for (const [name, value] of Object.entries(next)) {
          if (value === undefined) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { preventScrollReset: true },
    );
  }

  async function download(format: "csv" | "xlsx"): Promise<void> {
    setMaking(true);
    try {
      saveFile(await fetchOverviewFile(overviewQuery, format), `campaigns.${format}`);
    } catch (failure) {
      toastFailure(failure, t);
    } finally {
      setMaking(false);
    }
  }

  return (
    <>
      <PageHead
        title={t("words.campaignReports")}
        state={[
          t("overview.state"),
          ...(data ? [t("terms.campaignsCount", { count: data.total, total: formatInteger(data.total) })] : []),
          ...(data?.retentionDays ? [t("terms.dataKeptForDaysDays", { days: data.retentionDays })] : []),
        ]}
        actions={
          <Group gap="xs">
            <BotModeChoice
              value={machines}
              onChange={(next) => updateParams({ machines: next === "include" ? next : undefined })}
            />
            <DateRangePicker
              label={t("terms.period")}
              range={period}
              rules={{ retentionDays: data?.retentionDays }}
              onChange={(next) => {
                const { range, from, to } = Object.fromEntries(writeRange(next)) as Record<string, string | undefined>;
                updateParams({ range, from, to });
              }}
            />
            <ActionMenu
              trigger={
                <Button leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />} loading={isMaking}>
                  {t("terms.download")}
                </Button>
              }
              items={[
                { id: "csv", label: t("overview.csv"), onClick: () => void download("csv") },
                { id: "xlsx", label: t("overview.xlsx"), onClick: () => void download("xlsx") },
              ]}
            />
          </Group>
        }
      />
      {overview.isLoadingError ? (
        <LoadFailed failure={overview.error} onRetry={() => void overview.refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : isBare ? (
        <EmptyState
          drawing={<OverviewIllustration />}
          title={t(period.preset === "all" ? "terms.noCampaignsSentYet" : "overview.noneThen")}
          text={t(period.preset === "all" ? "overview.emptyText" : "overview.noneThenText")}
          action={
            period.preset === "all" ? (
              <Button component={Link} to="/campaigns" variant="filled">
                {t("terms.goToCampaigns")}
              </Button>
            ) : (
              <Button onClick={() => updateParams({ range: undefined, from: undefined, to: undefined })}>
                {t("overview.showAll")}
              </Button>
            )
          }
        />
      ) : (
        <PageBody isStale={overview.isPlaceholderData}>
          <TrendChart overview={data} />
          <AdviceList most={3} />
          <TotalsTable
            overview={data}
            machines={machines}
            chosen={category}
            onChoose={(next) => updateParams({ category: next })}
          />
          <div>
            <ListSearch
              label={t("overview.search")}
              value={address.search}
              onSearch={(search) => change({ search })}
              after={<ListOptions columns={columns} view={view} onChange={setView} />}
            />
            <DataTable<OverviewRow>
              label={t("words.campaignReports")}
              columns={columns}
              hidden={view.hidden}
              rows={data.items}
              rowId={({ id }) => id}
              rowName={({ name }) => name}
              status="ready"
              isStale={overview.isPlaceholderData}
              isDense={view.isDense}
              sort={address.sort}
              onSort={(sort) => change({ sort })}
              empty={t("overview.noMatch")}
            />
            <Pager
              rows={data.items.length}
              page={address.page}
              size={address.size}
              total={data.total}
              totalIsExact
              onPage={(next) => change({ page: next })}
              onSize={(size) => {
                setView({ size });
                change({ size });
              }}
            />
          </div>
        </PageBody>
      )}
    </>
  );
}

/** Placeholder cards of the final height while the data loads. */
function Skeleton() {
  return (
    <PageBody aria-hidden="true">
      {[300, 180, 440].map((height) => (
        <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" key={height} style={{ blockSize: height }} />
      ))}
    </PageBody>
  );
}
