import { Box, Button, Checkbox, NativeSelect, Text } from "@mantine/core";
import type { Span } from "@/lib/date-range";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { ListSearch } from "@/ui/table/list-search";
import { Pager } from "@/ui/table/pager";
import { useList } from "@/ui/table/use-list";
import { GROUPINGS, type Grouping, useGroups } from "./analytics-data";
import { GroupsTable } from "./groups-table";

interface Props {
  readonly span: Span;
  readonly by: Grouping;
  readonly onBy: (by: Grouping) => void;
  readonly isCompared: boolean;
  readonly onCompare: (is: boolean) => void;
}

/** The list has no other order. */
const SORT = "-accepted";

/** Statistics by tag, subject, sender or domain, most messages first. */
export function GroupsList({ span, by, onBy, isCompared, onCompare }: Props) {
  const { t } = useTranslation();
  const list = useList("trxGroups", { defaultSort: SORT, sorts: [] });
  const { address } = list;
  const groups = useGroups({ span, isCompared, groupBy: by, address });
  const { data } = groups;
  return (
    <Box component="section" miw={0} aria-label={t("transactional.analytics.groups")}>
      <ListSearch
        label={t(`transactional.analytics.search.${by}`)}
        value={address.search}
        onSearch={(search) => list.change({ search })}
      >
        <NativeSelect
          size="sm"
          aria-label={t("transactional.analytics.groupBy")}
          value={by}
          onChange={({ currentTarget }) => {
            const chosen = GROUPINGS.find((name) => name === currentTarget.value);
            if (chosen) onBy(chosen);
          }}
          data={GROUPINGS.map((value) => ({ value, label: t(`transactional.analytics.by.${value}`) }))}
        />
        <Checkbox
          label={t("transactional.analytics.compare")}
          checked={isCompared}
          onChange={({ currentTarget }) => onCompare(currentTarget.checked)}
        />
      </ListSearch>
      {groups.isLoadingError ? (
        <LoadFailed failure={groups.error} onRetry={() => void groups.refetch()} />
      ) : data ? (
        <>
          <GroupsTable
            groups={data.items}
            by={by}
            isStale={groups.isPlaceholderData}
            empty={
              list.isNarrowed ? (
                <>
                  <p>{t("transactional.analytics.noMatch")}</p>
                  <Button onClick={list.clear}>{t("terms.clearSearch")}</Button>
                </>
              ) : data.total > 0 ? undefined : (
                <p>{t("transactional.analytics.nothing")}</p>
              )
            }
          />
          {data.others ? (
            <Text size="sm" mt="xs" mx="md" c="var(--text2)">
              {t("transactional.analytics.others", {
                count: data.others.accepted,
                total: formatInteger(data.others.accepted),
              })}
            </Text>
          ) : null}
          {data.total > 0 ? (
            <Pager
              rows={data.items.length}
              page={address.page}
              size={address.size}
              total={data.total}
              totalIsExact
              onPage={(page) => list.change({ page })}
              onSize={(size) => list.change({ size })}
            />
          ) : null}
        </>
      ) : (
        <Box bdrs="lg" h={220} bd="1px solid var(--line)" bg="var(--surface)" aria-hidden="true" />
      )}
    </Box>
  );
}
