import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { PausedNotice } from "@/features/delivery/public";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { useAddressParams } from "@/lib/use-address-params";
import { EmptyState } from "@/ui/components/empty-state";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import type { CardContent } from "@/ui/table/data-cards";
import { readPositive } from "@/ui/table/list-address";
import { ListOptions } from "@/ui/table/list-options";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable, type PageQuery } from "@/ui/table/paged-table";
import type { List } from "@/ui/table/use-list";
import { CAMPAIGN_STATUSES, type CampaignRow } from "../campaigns-data";
import { buildRowActions, type RowHandlers } from "../row-actions";
import { useCategoryCounts } from "../schedule-data";
import { CATEGORY_PARAM, useCategoryFilter } from "../use-category-filter";
import { useLiveList } from "../use-live-list";
import classes from "./campaign-list.module.css";
import { CampaignsIllustration } from "./campaigns-illustration";

const NewCampaignDialog = lazy(async () => ({
  default: (await import("./new-campaign-dialog")).NewCampaignDialog,
}));
const DeleteCampaignDialog = lazy(async () => ({
  default: (await import("./delete-campaign-dialog")).DeleteCampaignDialog,
}));

/** Parameter of the URL that opens the dialog of a new campaign, for the contacts of a segment if it names one. */
const NEW_PARAM = "new";
const SEGMENT_PARAM = "segment";
const NONE: readonly string[] = [];

type Open = { readonly kind: "new" } | { readonly kind: "delete"; readonly campaign: CampaignRow };

interface Props<Row> {
  readonly kind: CampaignRow["kind"];
  readonly list: List;
  readonly page: PageQuery<Row>;
  readonly columns: readonly DataColumn<Row>[];
  /** Card of a row on a phone. */
  readonly card: (campaign: Row) => CardContent;
  /** Row menu actions except delete. */
  readonly handlersOf: (campaign: Row) => Omit<RowHandlers, "onDelete">;
  readonly tabs?: ReactNode;
}

/** List page of one kind of campaign, with search, live table and the create and delete dialogs. */
export function CampaignList<Row extends CampaignRow>({
  kind,
  list,
  page,
  columns,
  card,
  handlersOf,
  tabs,
}: Props<Row>) {
  const { t } = useTranslation();
  const can = useCan();
  // The command palette links here with the dialog open.
  const [params, setParams] = useAddressParams();
  const [open, setOpen] = useState<Open>();
  const live = useLiveList();
  const { address, change, view, setView } = list;
  const categories = useCategoryCounts().data?.items ?? NONE;
  const [category, setCategory] = useCategoryFilter();
  const isNarrowed = list.isNarrowed || category !== undefined;

  const area = kind === "abTest" ? "abTests" : "campaigns";
  const total = page.data?.total ?? 0;
  const totalWords = `${formatInteger(total)}${page.data?.totalIsExact === false ? "+" : ""}`;
  const isEmpty = page.data?.total === 0;
  const isBare = isEmpty && !isNarrowed;
  const sending = page.data?.items.filter(({ status }) => status === "SENDING").length ?? 0;

  function closeNew(): void {
    setOpen(undefined);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(NEW_PARAM);
        after.delete(SEGMENT_PARAM);
        return after;
      },
      { replace: true },
    );
  }

  function clear(): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ["search", "status", "page", CATEGORY_PARAM]) after.delete(name);
        return after;
      },
      { replace: true },
    );
  }

  const newButton = can("campaign.edit") ? (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen({ kind: "new" })}
    >
      {t(`${area}.new`)}
    </Button>
  ) : undefined;

  return (
    <>
      <PageHead
        title={t(`${area}.title`)}
        state={
          page.data
            ? [
                t(`${area}.total`, { count: total, total: totalWords }),
                ...(sending > 0 ? [t("campaigns.sendingNow", { count: sending, total: formatInteger(sending) })] : []),
              ]
            : t(`${area}.loading`)
        }
        crumbs={[{ label: t("words.marketing") }, { label: t(`${area}.title`) }]}
        actions={isBare ? undefined : newButton}
        tabs={tabs}
      />
      <PausedNotice />
      {isBare ? null : (
        <ListSearch
          label={t("campaigns.search")}
          value={address.search}
          onSearch={(search) => change({ search })}
          after={
            <>
              {isNarrowed && page.data ? (
                <span role="status">{t("words.totalMatch", { total: totalWords })}</span>
              ) : null}
              <ListOptions columns={columns} view={view} onChange={setView} />
            </>
          }
        >
          <NativeSelect
            size="sm"
            aria-label={t("words.status")}
            value={address.filter ?? ""}
            onChange={(event) => change({ filter: event.currentTarget.value || undefined })}
            data={[
              { value: "", label: t("words.anyStatus") },
              ...CAMPAIGN_STATUSES.map((value) => ({ value, label: t(`campaigns.statuses.${value}`) })),
            ]}
          />
          {categories.length > 0 || category ? (
            <NativeSelect
              size="sm"
              aria-label={t("terms.category")}
              value={category ?? ""}
              onChange={(event) => setCategory(event.currentTarget.value || undefined)}
              data={[
                { value: "", label: t("campaigns.anyCategory") },
                ...[...new Set([...categories, ...(category ? [category] : [])])].map((value) => ({
                  value,
                  label: value,
                })),
              ]}
            />
          ) : null}
        </ListSearch>
      )}
      {isEmpty ? (
        <EmptyState
          drawing={<CampaignsIllustration />}
          title={t(isNarrowed ? `${area}.noMatch` : `${area}.emptyTitle`)}
          text={isNarrowed ? t("campaigns.noMatchHelp") : t(`${area}.emptyText`)}
          action={isNarrowed ? <Button onClick={clear}>{t("words.clearFilters")}</Button> : newButton}
        />
      ) : (
        <div className={classes.list} {...live.watch}>
          {live.news > 0 ? (
            <div className={classes.news} role="status">
              <button type="button" className={classes.pill} onClick={live.show}>
                {t("campaigns.news", { count: live.news, total: formatInteger(live.news) })}
              </button>
            </div>
          ) : null}
          <PagedTable<Row>
            label={t(`${area}.title`)}
            columns={columns}
            card={card}
            answer={page}
            address={address}
            onChange={change}
            view={view}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            rowActions={(campaign) =>
              buildRowActions(
                campaign,
                { ...handlersOf(campaign), onDelete: () => setOpen({ kind: "delete", campaign }) },
                can,
                t,
              )
            }
          />
        </div>
      )}
      <Suspense fallback={null}>
        {can("campaign.edit") && (open?.kind === "new" || params.has(NEW_PARAM)) ? (
          <NewCampaignDialog
            kind={kind}
            category={category}
            segmentId={kind === "email" ? readPositive(params.get(SEGMENT_PARAM)) : undefined}
            onClose={closeNew}
          />
        ) : null}
        {open?.kind === "delete" ? (
          <DeleteCampaignDialog campaign={open.campaign} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
