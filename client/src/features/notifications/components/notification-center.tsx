import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import {
  NOTIFICATIONS_PER_STEP,
  useDismiss,
  useMarkAllRead,
  useMarkRead,
  useNotifications,
  useRestore,
} from "../notifications-data";
import classes from "./notification-center.module.css";
import { NotificationRow } from "./notification-row";

interface Props {
  readonly unread: number;
  readonly onClose: () => void;
  /** False within a sheet, which has its own title. */
  readonly isTitled: boolean;
}

const SKELETONS = [72, 88, 64, 80, 58, 76];

/** The list of notifications and its actions: read, dismiss, undo, load more. */
export function NotificationCenter({ unread, onClose, isTitled }: Props) {
  const { t } = useTranslation();
  const [size, setSize] = useState(NOTIFICATIONS_PER_STEP);
  const [gone, setGone] = useState<readonly string[]>([]);
  const list = useNotifications(size);
  const read = useMarkRead();
  const readAll = useMarkAllRead();
  const dismiss = useDismiss();
  const restore = useRestore();
  const undo = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const items = list.data?.items ?? [];
  const total = list.data?.total ?? 0;

  // The focused row is gone, so the focus moves to the button that restores it.
  useEffect(() => {
    if (gone.length > 0) undo.current?.focus();
  }, [gone]);

  // The clicked button disappears, and Escape works only inside the focus.
  const keepFocus = () => body.current?.focus();
  const dismissItems = (ids: readonly string[] | undefined) => dismiss.mutate(ids, { onSuccess: setGone });

  return (
    <>
      <div className={classes.head} data-titled={isTitled || undefined}>
        {isTitled ? <h2>{t("ui.notifications")}</h2> : null}
        {unread > 0 ? (
          <button
            type="button"
            className={classes.act}
            onClick={() => {
              readAll.mutate();
              keepFocus();
            }}
          >
            {t("notifications.readAll")}
          </button>
        ) : null}
        {items.length > 0 ? (
          <button type="button" className={classes.act} onClick={() => dismissItems(undefined)}>
            {t("notifications.dismissAll")}
          </button>
        ) : null}
      </div>
      <div ref={body} className={classes.body} tabIndex={-1}>
        {list.isPending ? (
          <div aria-busy="true" role="status" aria-label={t("notifications.loading")}>
            {SKELETONS.map((width) => (
              <div key={width} className={classes.skeleton}>
                <span style={{ inlineSize: `${width}%` }} />
                <span style={{ inlineSize: `${width - 30}%` }} />
              </div>
            ))}
          </div>
        ) : list.isError ? (
          <Box p="md">
            <LoadFailed failure={list.error} onRetry={() => void list.refetch()} />
          </Box>
        ) : items.length === 0 ? (
          <Stack gap={4} py={48} px="xl" ta="center">
            <Box component="strong" fw={500}>
              {t("notifications.emptyTitle")}
            </Box>
            <Text size="sm" c="dimmed">
              {t("notifications.empty")}
            </Text>
          </Stack>
        ) : (
          <Box component="ol" m={0} p={0} style={{ listStyle: "none" }}>
            {items.map((item) => (
              <NotificationRow
                key={item.notificationId}
                item={item}
                onRead={() => {
                  if (!item.read) read.mutate(item.notificationId);
                }}
                onFollow={onClose}
                onDismiss={() => dismissItems([item.notificationId])}
              />
            ))}
          </Box>
        )}
        {items.length < total ? (
          <Group gap="sm" wrap="nowrap" justify="center" fz="xs" py="sm" px="md" c="dimmed">
            <Button
              loading={list.isPlaceholderData}
              onClick={() => setSize((before) => before + NOTIFICATIONS_PER_STEP)}
            >
              {t("words.loadMore")}
            </Button>
            <span className="figures">{t("notifications.shown", { shown: items.length, total })}</span>
          </Group>
        ) : null}
      </div>
      <div role="status">
        {gone.length > 0 ? (
          <Group
            gap="xs"
            wrap="nowrap"
            justify="space-between"
            fz="sm"
            py={6}
            pe={10}
            ps="md"
            bg="var(--sunken)"
            style={{ borderBlockStart: "1px solid var(--line)" }}
          >
            <span>{t("notifications.dismissed", { count: gone.length })}</span>
            <button
              ref={undo}
              type="button"
              className={classes.act}
              onClick={() => {
                restore.mutate(gone);
                setGone([]);
                keepFocus();
              }}
            >
              {t("words.undo")}
            </button>
          </Group>
        ) : null}
      </div>
    </>
  );
}
