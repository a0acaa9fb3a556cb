import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "@/features/session/public";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import type { MenuItem } from "@/ui/components/menu-item";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useListAddress } from "@/ui/table/list-address";
import { ListSearch } from "@/ui/table/list-search";
import { useListView } from "@/ui/table/list-view";
import { Pager } from "@/ui/table/pager";
import { SendersTabs } from "./senders-tabs";

/** Where a list of the area stands: its page and words, and how it is looked at. */
export function useSendersList(name: string) {
  const [view, setView] = useListView(name);
  const [address, change] = useListAddress({ defaultSort: "name", size: view.size });
  return { view, setView, address, change };
}

interface Loaded<Row> {
  readonly data:
    | { readonly items: readonly Row[]; readonly total: number; readonly totalIsExact?: boolean }
    | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

interface Props<Row> {
  readonly list: ReturnType<typeof useSendersList>;
  readonly page: Loaded<Row>;
  /** What the list is of, for who hears it. */
  readonly label: string;
  /** How many there are, or that they are being loaded. */
  readonly state: string;
  readonly search: string;
  readonly empty: { readonly drawing: ReactNode; readonly title: string; readonly text: string };
  readonly noMatch: { readonly title: string; readonly text: string };
  readonly add: { readonly label: string; readonly onAdd: () => void };
  /** Beside the button that adds, which is the one primary action. */
  readonly actions?: ReactNode;
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Of who may edit. */
  readonly rowActions: (row: Row) => readonly MenuItem[];
}

/** One of the area's two lists: head with tabs, search, table with its pages, and what stands there while it is empty. */
export function SendersList<Row>(props: Props<Row>) {
  const { list, page, label, state, search, empty, noMatch, add, columns, rowId, rowName } = props;
  const { t } = useTranslation();
  const mayEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const { view, setView, address, change } = list;
  const total = page.data?.total ?? 0;
  const isSearched = address.search !== "";
  const isEmpty = page.data !== undefined && total === 0;
  const isBare = isEmpty && !isSearched;
  const addButton = mayEdit ? (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />} onClick={add.onAdd}>
      {add.label}
    </Button>
  ) : undefined;
  const clear = <Button onClick={() => change({ search: "" })}>{t("senders.clearSearch")}</Button>;
  return (
    <>
      <PageHead
        title={t("senders.title")}
        state={state}
        crumbs={[{ label: t("senders.group") }, { label: t("senders.title") }]}
        actions={
          <>
            {mayEdit ? props.actions : null}
            {isBare ? null : addButton}
          </>
        }
        tabs={<SendersTabs />}
      />
      {isBare ? null : (
        <ListSearch label={search} value={address.search} onSearch={(text) => change({ search: text })} />
      )}
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : isEmpty ? (
        <EmptyState
          drawing={empty.drawing}
          {...(isSearched ? noMatch : { title: empty.title, text: empty.text })}
          action={isSearched ? clear : addButton}
        />
      ) : (
        <>
          <DataTable<Row>
            label={label}
            columns={columns}
            hidden={view.hidden}
            rows={page.data?.items ?? []}
            rowId={rowId}
            rowName={rowName}
            status={page.isPending ? "loading" : "ready"}
            isStale={page.isPlaceholderData}
            sort={address.sort}
            onSort={(sort) => change({ sort })}
            {...(mayEdit ? { rowActions: props.rowActions } : {})}
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
        </>
      )}
    </>
  );
}
