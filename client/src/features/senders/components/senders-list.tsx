import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import type { MenuItem } from "@/ui/components/menu-item";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import type { CardContent } from "@/ui/table/data-cards";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable, type PageQuery } from "@/ui/table/paged-table";
import type { List } from "@/ui/table/use-list";
import { SendersTabs } from "./senders-tabs";

interface Props<Row> {
  readonly list: List;
  readonly page: PageQuery<Row>;
  /** Accessible name of the list. */
  readonly label: string;
  /** Number of rows, or the loading message. */
  readonly state: string;
  readonly search: string;
  readonly empty: { readonly drawing: ReactNode; readonly title: string; readonly text: string };
  readonly noMatch: { readonly title: string; readonly text: string };
  readonly add: { readonly label: string; readonly onAdd: () => void };
  /** Secondary actions beside the add button. */
  readonly actions?: ReactNode;
  readonly columns: readonly DataColumn<Row>[];
  /** Card of a row on a phone. */
  readonly card: (row: Row) => CardContent;
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Shown only with permission to edit. */
  readonly rowActions: (row: Row) => readonly MenuItem[];
}

/** List page of senders or domains, with tabs, search, paged table and empty state. */
export function SendersList<Row>(props: Props<Row>) {
  const { list, page, label, state, search, empty, noMatch, add, columns, rowId, rowName } = props;
  const { t } = useTranslation();
  const canEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const { address, change, isNarrowed } = list;
  const isBare = page.data?.total === 0 && !isNarrowed;
  const addButton = canEdit ? (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />} onClick={add.onAdd}>
      {add.label}
    </Button>
  ) : undefined;
  const clear = <Button onClick={list.clear}>{t("terms.clearSearch")}</Button>;
  return (
    <>
      <PageHead
        title={t("terms.emailSenders")}
        state={state}
        crumbs={[{ label: t("words.marketing") }, { label: t("terms.emailSenders") }]}
        actions={
          <>
            {canEdit ? props.actions : null}
            {isBare ? null : addButton}
          </>
        }
        tabs={<SendersTabs />}
      />
      {isBare ? null : (
        <ListSearch label={search} value={address.search} onSearch={(text) => change({ search: text })} />
      )}
      <PagedTable<Row>
        label={label}
        columns={columns}
        card={props.card}
        answer={page}
        address={address}
        onChange={change}
        view={list.view}
        rowId={rowId}
        rowName={rowName}
        rowActions={canEdit ? props.rowActions : undefined}
        empty={
          <EmptyState
            drawing={empty.drawing}
            {...(isNarrowed ? noMatch : { title: empty.title, text: empty.text })}
            action={isNarrowed ? clear : addButton}
          />
        }
      />
    </>
  );
}
