import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Strip } from "@/ui/components/strip";
import { useAlert, useMarkRead } from "../notifications-data";

/** The newest unread alert above the screen, one at a time, until it is read (SHELL-224). */
export function TopAlert() {
  const { t } = useTranslation();
  const alert = useAlert()?.alert;
  const read = useMarkRead();
  if (!alert) return null;
  return (
    <div role="alert">
      <section aria-label={t("notifications.alert")}>
        <Strip
          kind="bad"
          isInset
          icon={<IconAlertCircle size={16} stroke={1.7} aria-hidden="true" />}
          actions={
            alert.link ? (
              <Link to={alert.link} onClick={() => read.mutate(alert.notificationId)}>
                {t("words.open")}
              </Link>
            ) : null
          }
          close={{ label: t("notifications.closeAlert"), onClick: () => read.mutate(alert.notificationId) }}
        >
          <strong>{alert.title}</strong> {alert.message}
        </Strip>
      </section>
    </div>
  );
}
