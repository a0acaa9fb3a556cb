import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { DATE_LONG } from "@/lib/constants";
import { formatDate, formatDateTime, getTimePattern } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { usePolling } from "@/lib/socket/polling";
import { CloseButton } from "@/ui/components/close-button";
import { PlainSelect } from "@/ui/components/plain-select";
import { type ActivityReference, ENTRIES_PER_STEP, refetchVisible, useActivity, WHOLE_TEAM } from "../activity-data";
import { getDay, groupByDay } from "../activity-days";
import { getActivityKeys, REFERENCES } from "../activity-text";
import classes from "./activity-panel.module.css";

const SKELETON_ROWS = [72, 88, 64, 80, 56];
const DAY_MS = 86_400_000;

/** The team's actions by day, newest first. */
export function ActivityPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [size, setSize] = useState(ENTRIES_PER_STEP);
  const [reference, setReference] = useState<ActivityReference>(WHOLE_TEAM);
  const list = useActivity(reference, size);
  const items = list.data?.items ?? [];
  const hasMore = items.length < (list.data?.total ?? 0);
  usePolling(() => refetchVisible(client));

  function sentence(item: (typeof items)[number]): string {
    const keys = getActivityKeys(item);
    if (!keys) return t("activity.unprocessed");
    const { name, fullname } = item;
    return t(keys.sentence, { fullname: fullname || t("terms.system"), name, reference: t(keys.noun) });
  }

  function dayName(day: string): string {
    if (day === getDay(Date.now())) return t("terms.today");
    if (day === getDay(Date.now() - DAY_MS)) return t("activity.yesterday");
    // Noon is on the same day in every team's time zone.
    return formatDate(`${day}T12:00:00+07:00`, DATE_LONG);
  }

  return (
    <aside className={classes.panel} aria-label={t("words.recentActivity")}>
      <Group justify="space-between" wrap="nowrap" pt="md" pb="xs" ps="md" pe="sm">
        <Text component="h2" size="sm" fw={600}>
          {t("words.recentActivity")}
        </Text>
        <CloseButton label={t("ui.close")} onClick={onClose} />
      </Group>
      <Box pb="xs" px="md">
        <PlainSelect
          label={t("activity.filter")}
          icon={<IconFilter size={14} stroke={1.7} aria-hidden="true" />}
          value={reference}
          options={[
            { value: WHOLE_TEAM, label: t("activity.everything") },
            ...REFERENCES.map((value) => ({ value, label: t(`activity.filters.${value}`) })),
          ]}
          onChange={(chosen) => {
            setReference(chosen);
            setSize(ENTRIES_PER_STEP);
          }}
        />
      </Box>
      {list.isPending ? (
        <div aria-busy="true">
          {SKELETON_ROWS.map((width) => (
            <Box my={14} mx="md" bdrs={6} h={12} bg="var(--line)" key={width} style={{ inlineSize: `${width}%` }} />
          ))}
        </div>
      ) : list.isError ? (
        <Text component="div" size="sm" my="lg" mx="md" c="dimmed" ta="center" role="alert">
          <p>{t("ui.loadFailed")}</p>
          <Button onClick={() => void list.refetch()}>{t("ui.retry")}</Button>
        </Text>
      ) : items.length === 0 ? (
        <Text size="sm" my="lg" mx="md" c="dimmed" ta="center">
          {t("activity.empty")}
        </Text>
      ) : (
        groupByDay(items).map(({ day, entries }) => (
          <section key={day} aria-label={dayName(day)}>
            <h3 className={classes.day}>{dayName(day)}</h3>
            <Stack component="ol" gap={0}>
              {entries.map(({ key, item }) => (
                <Stack
                  component="li"
                  key={key}
                  gap={2}
                  px="md"
                  py="xs"
                  fz="sm"
                  lh="sm"
                  style={{ borderBlockEnd: "1px solid var(--line)" }}
                >
                  {item.link ? (
                    <Link className={classes.sentence} to={item.link}>
                      {sentence(item)}
                    </Link>
                  ) : (
                    <span className={classes.sentence}>{sentence(item)}</span>
                  )}
                  <Text
                    component="time"
                    size="xs"
                    lh="sm"
                    c="dimmed"
                    className="figures"
                    dateTime={item.createdAt}
                    title={formatDateTime(item.createdAt, true)}
                  >
                    {formatDate(item.createdAt, getTimePattern())}
                  </Text>
                </Stack>
              ))}
            </Stack>
          </section>
        ))
      )}
      {hasMore ? (
        <Box my="sm" mx="md" flex="none">
          <Button loading={list.isPlaceholderData} onClick={() => setSize((before) => before + ENTRIES_PER_STEP)}>
            {t("words.loadMore")}
          </Button>
        </Box>
      ) : null}
    </aside>
  );
}
