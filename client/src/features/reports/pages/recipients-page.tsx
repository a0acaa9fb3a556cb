import { NativeSelect } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { DataTable } from "@/ui/table/data-table";
import { useListAddress } from "@/ui/table/list-address";
import { ListOptions } from "@/ui/table/list-options";
import { ListSearch } from "@/ui/table/list-search";
import { useListView } from "@/ui/table/list-view";
import { Pager } from "@/ui/table/pager";
import { RecipientsDrawing } from "../components/recipients-drawing";
import { ReportFrame } from "../components/report-frame";
import { recipientColumns } from "../recipient-columns";
import { RECIPIENT_STATES, type Recipient, useRecipients } from "../reports-data";

/** Who got the campaign, and what became of it. */
export function RecipientsPage() {
  const { id = "" } = useParams();
  return <ReportFrame id={id}>{() => <RecipientList id={id} />}</ReportFrame>;
}

function RecipientList({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const columns = useMemo(() => recipientColumns(t), [t]);
  const [view, setView] = useListView("campaignRecipients");
  const [address, change] = useListAddress({ defaultSort: "email", filterName: "state", size: view.size });
  const page = useRecipients(id, address);
  const total = page.data?.total ?? 0;
  return (
    <>
      <ListSearch
        label={t("reports.searchRecipients")}
        value={address.search}
        onSearch={(search) => change({ search })}
        after={<ListOptions columns={columns} view={view} onChange={setView} />}
      >
        <NativeSelect
          size="sm"
          aria-label={t("reports.state")}
          value={address.filter ?? ""}
          onChange={(event) => change({ filter: event.currentTarget.value || undefined })}
          data={[
            { value: "", label: t("reports.anyState") },
            ...RECIPIENT_STATES.map((value) => ({ value, label: t(`reports.states.${value}`) })),
          ]}
        />
      </ListSearch>
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <>
          <DataTable<Recipient>
            label={t("reports.recipients")}
            columns={columns}
            hidden={view.hidden}
            rows={page.data?.items ?? []}
            rowId={({ position }) => String(position)}
            rowName={({ email }) => email}
            status={page.isPending ? "loading" : "ready"}
            isStale={page.isPlaceholderData === true}
            isDense={view.isDense}
            empty={
              <EmptyState
                drawing={<RecipientsDrawing />}
                title={t("reports.noRecipients")}
                text={t("reports.noRecipientsHelp", { total: integer(total) })}
              />
            }
          />
          {page.data && total > 0 ? (
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
        </>
      )}
    </>
  );
}
