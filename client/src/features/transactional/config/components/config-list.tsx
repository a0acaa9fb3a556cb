import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable, type PageQuery } from "@/ui/table/paged-table";
import type { List } from "@/ui/table/use-list";
import { ConfigIllustration } from "./config-illustration";

interface Props<Row> {
  readonly noun: "domain" | "subaccount" | "apikey" | "webhook";
  readonly list: List;
  readonly page: PageQuery<Row>;
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Path of the create page and the permission it needs. */
  readonly add: { readonly to: string; readonly permission: string };
  readonly before?: ReactNode;
}

/** List page of one of the four resources, with search, paged table and empty state. */
export function ConfigList<Row>({ noun, list, page, columns, rowId, rowName, add, before }: Props<Row>) {
  const { t } = useTranslation();
  const canAdd = useMe()?.permissions.includes(add.permission) ?? false;
  const words = (key: string): string => t(toTextKey(`transactional.config.${noun}.${key}`));
  const isBare = page.data?.total === 0 && !list.isNarrowed;
  const addButton = canAdd ? (
    <Button
      component={Link}
      to={add.to}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
    >
      {words("add")}
    </Button>
  ) : undefined;
  const { total } = page.data ?? {};
  return (
    <>
      <PageHead
        title={words("title")}
        state={
          total === undefined
            ? page.error
              ? undefined
              : words("loading")
            : t(`transactional.config.${noun}.total`, { count: total, total: formatInteger(total) })
        }
        crumbs={[
          { label: t("shell.groups.transactional") },
          { label: t("words.configuration") },
          { label: words("title") },
        ]}
        actions={isBare ? undefined : addButton}
      />
      {before}
      {isBare ? null : (
        <ListSearch
          label={words("search")}
          value={list.address.search}
          onSearch={(text) => list.change({ search: text })}
        />
      )}
      <PagedTable<Row>
        label={words("title")}
        columns={columns}
        answer={page}
        address={list.address}
        onChange={list.change}
        view={list.view}
        rowId={rowId}
        rowName={rowName}
        empty={
          list.isNarrowed ? (
            <EmptyState
              drawing={<ConfigIllustration noun={noun} />}
              title={t("terms.noMatches")}
              text={t("terms.searchForAnotherWordOrPartOfOne")}
              action={<Button onClick={list.clear}>{t("terms.clearSearch")}</Button>}
            />
          ) : (
            <EmptyState
              drawing={<ConfigIllustration noun={noun} />}
              title={words("emptyTitle")}
              text={words("emptyText")}
              action={addButton}
            />
          )
        }
      />
    </>
  );
}
