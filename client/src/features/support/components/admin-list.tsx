import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import type { MenuItem } from "@/ui/components/menu-item";
import type { DataColumn } from "@/ui/table/columns";
import type { ListAddress } from "@/ui/table/list-address";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable, type PageQuery } from "@/ui/table/paged-table";
import { ListIllustration } from "./list-illustration";

interface Props<Row> {
  readonly label: string;
  /** Label of the search field; without it there is no field. */
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  readonly after?: ReactNode;
  readonly columns: readonly DataColumn<Row>[];
  readonly answer: PageQuery<Row>;
  readonly address: ListAddress;
  readonly onChange: (change: Partial<ListAddress>) => void;
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly rowActions?: (row: Row) => readonly MenuItem[];
  readonly empty: { readonly title: string; readonly text: string };
  /** Whether a filter is active, which an empty list offers to clear. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

/** A list of the console with search, pages and states; its filters are in the address. */
export function AdminList<Row>(props: Props<Row>) {
  const { label, searchLabel, filters, after, columns, answer, address, onChange, rowId, rowName } = props;
  const { t } = useTranslation();
  const { isNarrowed } = props;
  return (
    <>
      {searchLabel ? (
        <ListSearch
          label={searchLabel}
          value={address.search}
          onSearch={(search) => onChange({ search })}
          after={after}
        >
          {filters}
        </ListSearch>
      ) : null}
      <PagedTable<Row>
        label={label}
        columns={columns}
        answer={answer}
        address={address}
        onChange={onChange}
        rowId={rowId}
        rowName={rowName}
        rowActions={props.rowActions}
        empty={
          <EmptyState
            drawing={<ListIllustration />}
            title={isNarrowed ? t("terms.noResults") : props.empty.title}
            text={isNarrowed ? t("support.noMatchHelp") : props.empty.text}
            action={isNarrowed ? <Button onClick={props.onClear}>{t("support.clear")}</Button> : undefined}
          />
        }
      />
    </>
  );
}
