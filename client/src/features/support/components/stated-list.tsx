import { NativeSelect } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import { type ListAddress, useListAddress } from "@/ui/table/list-address";
import { useDeskRoom } from "../support-data";
import { AdminList } from "./admin-list";

type List<Row> = ComponentProps<typeof AdminList<Row>>;

interface Props<Row> {
  readonly title: string;
  readonly searchLabel: string;
  /** What the head says of so many. */
  readonly totalWords: (total: number) => string;
  readonly defaultSort: string;
  readonly sorts: readonly string[];
  /** The states that narrow the list, with their words. */
  readonly states: readonly { readonly value: string; readonly label: string }[];
  readonly columns: readonly DataColumn<Row>[];
  readonly useRows: (address: ListAddress) => List<Row>["answer"];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly empty: List<Row>["empty"];
}

/** A page of the console that lists everything of a kind, by state and search; acts of others show at once. */
export function StatedList<Row>(props: Props<Row>) {
  const { title, searchLabel, totalWords, defaultSort, sorts, states, columns, useRows, rowId, rowName, empty } = props;
  const { t } = useTranslation();
  const [address, change] = useListAddress({ defaultSort, sorts, filterName: "state", size: 25 });
  const rows = useRows(address);
  useDeskRoom(() => void rows.refetch());
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
