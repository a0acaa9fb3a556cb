import { Box, Button, Flex, Text } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { DATE_LONG } from "@/lib/constants";
import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LoadFailed } from "@/ui/components/load-failed";
import { PlainSelect } from "@/ui/components/plain-select";
import { GROUPS, type Group, isGroup, type TimelineItem, useTimeline } from "../timeline-data";
import { NoteComposer } from "./note-composer";
import classes from "./timeline.module.css";
import { TimelineEntry } from "./timeline-entry";

interface Props {
  readonly contactId: number;
  readonly canWrite: boolean;
}

const SKELETON_ROWS = [62, 48, 70, 40, 56];
const SHOW_PARAM = "show";
const ALL_GROUPS = "everything";

interface Day {
  readonly day: string;
  readonly items: readonly TimelineItem[];
}

function groupByDay(items: readonly TimelineItem[]): readonly Day[] {
  const days = new Map<string, TimelineItem[]>();
  for (const item of items) {
    const day = formatDate(item.at, DATE_LONG);
    const dayItems = days.get(day);
    if (dayItems) dayItems.push(item);
    else days.set(day, [item]);
  }
  return [...days].map(([day, found]) => ({ day, items: found }));
}

/** Events of a contact, newest first, updated live; optionally filtered by kind. */
export function Timeline({ contactId, canWrite }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const shown = search.get(SHOW_PARAM);
  const group = isGroup(shown) ? shown : undefined;
  const list = useTimeline(contactId, group);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const retry = () => void list.refetch();

  function choose(value: Group | typeof ALL_GROUPS): void {
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === ALL_GROUPS) next.delete(SHOW_PARAM);
        else next.set(SHOW_PARAM, value);
        return next;
      },
      { replace: true },
    );
  }

  return (
    <Card
      title={t("terms.timeline")}
      isFlush
      isRegion
      aside={
        <PlainSelect<Group | typeof ALL_GROUPS>
          label={t("person.show")}
          icon={<IconFilter size={14} stroke={1.7} aria-hidden="true" />}
          value={group ?? ALL_GROUPS}
          options={[
            { value: ALL_GROUPS, label: t("person.groups.everything") },
            ...(Object.keys(GROUPS) as Group[]).map((value) => ({ value, label: t(`person.groups.${value}`) })),
          ]}
          onChange={choose}
        />
      }
    >
      {canWrite ? <NoteComposer contactId={contactId} /> : null}
      {list.isError && !list.data ? <LoadFailed failure={list.error} onRetry={retry} /> : null}
      {list.isPending ? (
        <div aria-busy="true" className={classes.list}>
          {SKELETON_ROWS.map((width) => (
            <Box
              key={width}
              h={14}
              my={14}
              mx="md"
              bdrs="var(--radius-bar)"
              bg="var(--sunken)"
              style={{ inlineSize: `${width}%` }}
            />
          ))}
        </div>
      ) : null}
      {list.data && items.length === 0 ? (
        <Text size="sm" py="lg" px="md" ta="center" c="var(--text2)">
          {t("person.nothing")}
        </Text>
      ) : null}
      {groupByDay(items).map(({ day, items: found }) => (
        <section key={day} aria-label={day}>
          <Text component="h3" size="xs" pt="sm" pb={4} px="md" fw={500} c="dimmed">
            {day}
          </Text>
          <ol className={classes.list}>
            {found.map((item) => (
              <TimelineEntry key={item.key} item={item} contactId={contactId} />
            ))}
          </ol>
        </section>
      ))}
      {list.hasNextPage ? (
        <Flex justify="center" pt="xs" pb="md" px="md">
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("person.earlier")}
          </Button>
        </Flex>
      ) : null}
    </Card>
  );
}
