import { IconBell } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { usePolling } from "@/lib/socket/polling";
import { IconButton } from "@/ui/components/icon-button";
import { useLatestNotification } from "../latest-notification";
import { refetchVisible, useAlert } from "../notifications-data";
import classes from "./notification-bell.module.css";

const loadPanel = async () => ({ default: (await import("./notification-panel")).NotificationPanel });
const Panel = lazy(loadPanel);

/** Higher numbers of unread notifications are shown as "more". */
const MAX_BADGE_COUNT = 99;

export function formatBadge(unread: number): string {
  return unread > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : String(unread);
}

/** Bell in the header: the number of unread notifications, and their list, which loads on demand. */
export function NotificationBell() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const unread = useAlert()?.unread ?? 0;
  const latest = useLatestNotification();
  const bell = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  usePolling(() => refetchVisible(client));

  // Mantine returns the focus only from the second opening on, and the list mounts open, under another bell.
  useEffect(() => {
    if (isOpen || !isNeeded) return;
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.closest("[role=dialog]")) bell.current?.focus({ preventScroll: true });
  }, [isOpen, isNeeded]);

  function toggle(): void {
    setNeeded(true);
    setOpen((before) => !before);
  }

  const trigger = (
    <IconButton
      ref={bell}
      className={classes.bell ?? ""}
      label={unread > 0 ? t("notifications.bell", { unread: formatBadge(unread) }) : t("ui.notifications")}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={() => void loadPanel()}
      onClick={toggle}
    >
      <IconBell size={18} stroke={1.7} aria-hidden="true" />
      {unread > 0 ? (
        <span className={classes.badge} aria-hidden="true">
          {formatBadge(unread)}
        </span>
      ) : null}
    </IconButton>
  );
  return (
    <div className={classes.place}>
      {isNeeded ? (
        <Suspense fallback={trigger}>
          <Panel trigger={trigger} isOpen={isOpen} onOpenChange={setOpen} unread={unread} />
        </Suspense>
      ) : (
        trigger
      )}
      <span className="said" role="status" aria-live="polite">
        {latest}
      </span>
    </div>
  );
}
