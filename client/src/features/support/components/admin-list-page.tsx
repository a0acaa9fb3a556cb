import { NativeSelect } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import { type ListAddress, useListAddress } from "@/ui/table/list-address";
import { useAuditLogRoom } from "../support-data";
import { AdminList } from "./admin-list";

type AdminListProps<Row> = ComponentProps<typeof AdminList<Row>>;

interface Props<Row> {
  readonly title: string;
  readonly searchLabel: string;
  /** Text of the head for a number of rows. */
  readonly totalWords: (total: number) => string;
  readonly defaultSort: string;
  readonly sorts: readonly string[];
  /** States to filter by, with their labels. */
  readonly states: readonly { readonly value: string; readonly label: string }[];
  readonly columns: readonly DataColumn<Row>[];
  readonly useRows: (address: ListAddress) => AdminListProps<Row>["answer"];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly empty: AdminListProps<Row>["empty"];
}

/** A console page of all records of a kind, with search and a filter by state. Actions of others appear immediately. */
export function AdminListPage<Row>(props: Props<Row>) {
  const { title, searchLabel, totalWords, defaultSort, sorts, states, columns, useRows, rowId, rowName, empty } = props;
  const { t } = useTranslation();
  const [address, change] = useListAddress({ defaultSort, sorts, filterName: "state", size: 25 });
  const rows = useRows(address);
  useAuditLogRoom(() => void rows.refetch());
  return (
    <>
      <PageHead
        title={title}
        state={rows.data ? totalWords(rows.data.total) : rows.error ? undefined : t("words.loading")}
        crumbs={[{ label: t("words.supportConsole") }, { label: title }]}
      />
      <AdminList<Row>
        label={title}
        searchLabel={searchLabel}
        filters={
          <NativeSelect
            size="sm"
            aria-label={t("words.status")}
            value={address.filter ?? ""}
            onChange={(event) => change({ filter: event.currentTarget.value || undefined })}
            data={[{ value: "", label: t("words.anyStatus") }, ...states]}
          />
        }
        columns={columns}
        answer={rows}
        address={address}
        onChange={change}
        rowId={rowId}
        rowName={rowName}
        empty={empty}
        isNarrowed={address.search !== "" || address.filter !== undefined}
        onClear={() => change({ search: "", filter: undefined })}
      />
    </>
  );
}
