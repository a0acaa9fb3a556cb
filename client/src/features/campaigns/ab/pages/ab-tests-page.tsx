import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { HeldNotice } from "@/features/delivery/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { hiddenAtFirst } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useListAddress } from "@/ui/table/list-address";
import { ListOptions } from "@/ui/table/list-options";
import { ListSearch } from "@/ui/table/list-search";
import { useListView } from "@/ui/table/list-view";
import { Pager } from "@/ui/table/pager";
import { toast } from "@/ui/toasts";
import { CAMPAIGN_STATUSES } from "../../campaigns-data";
import classes from "../../components/campaign-list.module.css";
import { CampaignsDrawing } from "../../components/campaigns-drawing";
import { rowActions } from "../../row-actions";
import { useCallOff } from "../../use-cancel-schedule";
import { useLiveList } from "../../use-live-list";
import { useMay } from "../../use-may";
import { abColumns } from "../ab-columns";
import { type AbTestRow, useAbTests, useDuplicateTest, usePauseTest, useResumeTest } from "../ab-data";

const NewCampaignDialog = lazy(async () => ({
  default: (await import("../../components/new-campaign-dialog")).NewCampaignDialog,
}));
const DeleteCampaignDialog = lazy(async () => ({
  default: (await import("../../components/delete-campaign-dialog")).DeleteCampaignDialog,
}));

/** In the address: the dialog of a new campaign stands open. */
const NEW = "new";

type Open = { readonly kind: "new" } | { readonly kind: "delete"; readonly campaign: AbTestRow };

/** All A/B tests of the team. */
export function AbTestsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  // The palette leads here with the dialog open.
  const [params, setParams] = useSearchParams();
  const columns = useMemo(() => abColumns(t), [t]);
  const [view, setView] = useListView("ab-tests", hiddenAtFirst(columns));
  const [address, change] = useListAddress({ defaultSort: "-createdAt", filterName: "status", size: view.size });
  const page = useAbTests(address);
  const [open, setOpen] = useState<Open>();
  const live = useLiveList();
  const duplicate = useDuplicateTest();
  const pause = usePauseTest();
  const resume = useResumeTest();
  const { callOff } = useCallOff();

  const total = page.data?.total ?? 0;
  const totalWords = `${integer(total)}${page.data?.totalIsExact === false ? "+" : ""}`;
  const isNarrowed = address.search !== "" || address.filter !== undefined;
  const isBare = page.data !== undefined && total === 0;
  const sending = page.data?.items.filter(({ status }) => status === "SENDING").length ?? 0;

  const onError = (failure: unknown): void =>
    toast("warning", isFailure(failure) ? describeFailure(failure, t) : t("errors.serverException"));
  const actsOf = (campaign: AbTestRow) => ({
    onDuplicate: () =>
      duplicate.mutate(campaign.id, {
        onSuccess: ({ id, name }) => {
          toast("success", t("campaigns.duplicated", { name }));
          void navigate(`/ab-tests/${id}/edit`);
        },
        onError,
      }),
    onPause: () => pause.mutate(campaign.id, { onSuccess: () => toast("info", t("campaigns.paused")), onError }),
    onResume: () => resume.mutate(campaign.id, { onSuccess: () => toast("info", t("campaigns.resumed")), onError }),
    onCallOff: () => callOff(campaign),
    onDelete: () => setOpen({ kind: "delete", campaign }),
  });

  function closeNew(): void {
    setOpen(undefined);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(NEW);
        return after;
      },
      { replace: true },
    );
  }

  const newButton = may("edit") ? (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen({ kind: "new" })}
    >
      {t("abTests.new")}
    </Button>
  ) : undefined;

  return (
    <>
      <PageHead
        title={t("abTests.title")}
        state={
          page.data
            ? [
                t("abTests.total", { count: total, total: totalWords }),
                ...(sending > 0 ? [t("campaigns.sendingNow", { count: sending, total: integer(sending) })] : []),
              ]
            : t("abTests.loading")
        }
        crumbs={[{ label: t("campaigns.group") }, { label: t("abTests.title") }]}
        actions={isBare && !isNarrowed ? undefined : newButton}
      />
      <HeldNotice />
      {isBare && !isNarrowed ? null : (
        <ListSearch
          label={t("campaigns.search")}
          value={address.search}
          onSearch={(search) => change({ search })}
          after={
            <>
              {isNarrowed && page.data ? (
                <span role="status">{t("campaigns.match", { total: totalWords })}</span>
              ) : null}
              <ListOptions columns={columns} view={view} onChange={setView} />
            </>
          }
        >
          <NativeSelect
            size="sm"
            aria-label={t("campaigns.status")}
            value={address.filter ?? ""}
            onChange={(event) => change({ filter: event.currentTarget.value || undefined })}
            data={[
              { value: "", label: t("campaigns.anyStatus") },
              ...CAMPAIGN_STATUSES.map((value) => ({ value, label: t(`campaigns.statuses.${value}`) })),
            ]}
          />
        </ListSearch>
      )}
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : isBare ? (
        <EmptyState
          drawing={<CampaignsDrawing />}
          title={isNarrowed ? t("abTests.noMatch") : t("abTests.emptyTitle")}
          text={isNarrowed ? t("campaigns.noMatchHelp") : t("abTests.emptyText")}
          action={
            isNarrowed ? (
              <Button onClick={() => change({ search: "", filter: undefined })}>{t("campaigns.clearFilters")}</Button>
            ) : (
              newButton
            )
          }
        />
      ) : (
        <div className={classes.list} {...live.watch}>
          {live.news > 0 ? (
            <div className={classes.news} role="status">
              <button type="button" className={classes.pill} onClick={live.show}>
                {t("campaigns.news", { count: live.news, total: integer(live.news) })}
              </button>
            </div>
          ) : null}
          <DataTable<AbTestRow>
            label={t("abTests.title")}
            columns={columns}
            hidden={view.hidden}
            rows={page.data?.items ?? []}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            status={page.isPending ? "loading" : "ready"}
            isStale={page.isPlaceholderData === true}
            isDense={view.isDense}
            sort={address.sort}
            onSort={(sort) => change({ sort })}
            rowActions={(campaign) => rowActions(campaign, actsOf(campaign), may, t)}
          />
          {page.data ? (
            <Pager
              page={address.page}
              size={address.size}
              total={total}
              totalIsExact={page.data.totalIsExact ?? true}
              onPage={(next) => change({ page: next })}
              onSize={(size) => {
                setView({ size });
                change({ size });
              }}
            />
          ) : null}
        </div>
      )}
      <Suspense fallback={null}>
        {may("edit") && (open?.kind === "new" || params.has(NEW)) ? (
          <NewCampaignDialog kind="abTest" onClose={closeNew} />
        ) : null}
        {open?.kind === "delete" ? (
          <DeleteCampaignDialog campaign={open.campaign} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
