import {
  IconAlertCircle,
  IconAlertTriangle,
  IconAt,
  IconBuilding,
  IconCreditCard,
  IconDeviceLaptop,
  IconFileImport,
  IconGauge,
  IconInfoCircle,
  IconSend,
  IconX,
} from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { RelativeTime } from "@/ui/components/relative-time";
import type { Notification } from "../notifications-data";
import classes from "./notification-row.module.css";

/** Icon by the first part of a notification's kind, before the dot. */
const ICONS: Readonly<Record<string, typeof IconSend>> = {
  import: IconFileImport,
  campaign: IconSend,
  sender: IconAt,
  quota: IconGauge,
  plan: IconCreditCard,
  team: IconBuilding,
  session: IconDeviceLaptop,
};

const LEVEL_ICONS: Readonly<Record<string, typeof IconSend>> = { alert: IconAlertCircle, warning: IconAlertTriangle };

interface Props {
  readonly item: Notification;
  readonly onRead: () => void;
  readonly onFollow: () => void;
  readonly onDismiss: () => void;
}

/** A notification. Clicking it opens its target, or marks it as read where there is none. */
export function NotificationRow({ item, onRead, onFollow, onDismiss }: Props) {
  const { t } = useTranslation();
  const { title, message, link, level, read, createdAt } = item;
  const Icon = LEVEL_ICONS[level] ?? ICONS[item.kind.split(".")[0] ?? ""] ?? IconInfoCircle;
  return (
    <li className={classes.row} data-level={level} data-unread={!read || undefined}>
      <span className={classes.icon}>
        <Icon size={16} stroke={1.7} aria-hidden="true" />
      </span>
      <div className={classes.words}>
        {link ? (
          <Link
            className={classes.title}
            to={link}
            onClick={() => {
              onRead();
              onFollow();
            }}
          >
            {title}
          </Link>
        ) : read ? (
          <span className={classes.title}>{title}</span>
        ) : (
          <button
            type="button"
            className={classes.title}
            title={t("notifications.markRead", { title })}
            onClick={onRead}
          >
            {title}
          </button>
        )}
        {read ? null : <span className="said">, {t("notifications.unread")}</span>}
        <p>{message}</p>
        <RelativeTime at={createdAt} />
      </div>
      <IconButton
        className={classes.dismiss ?? ""}
        size="row"
        label={t("notifications.dismiss", { title })}
        onClick={onDismiss}
      >
        <IconX size={15} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
