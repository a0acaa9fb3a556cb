import { type NotificationData, Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ThemeProvider } from "../theme/theme-provider";
import { MOST_TOASTS, TOAST_MS, type ToastMode } from "../toasts";
import "@mantine/notifications/styles.layer.css";
import classes from "./toaster.module.css";

const ICONS = {
  warning: IconAlertTriangle,
  success: IconCircleCheck,
  info: IconInfoCircle,
  error: IconExclamationCircle,
} as const;

function modeOf(data: NotificationData): ToastMode {
  const mode: unknown = data["data-mode"];
  return mode === "success" || mode === "info" || mode === "error" ? mode : "warning";
}

function Toast({ data }: { readonly data: NotificationData }) {
  const { t } = useTranslation();
  const mode = modeOf(data);
  const Icon = ICONS[mode];
  return (
    <div className={classes.toast} data-mode={mode} role={mode === "error" || mode === "warning" ? "alert" : "status"}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <span>{data.message}</span>
      <button
        type="button"
        className={classes.close}
        aria-label={t("ui.close")}
        onClick={() => notifications.hide(data.id ?? "")}
      >
        <IconX size={14} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Where toasts show: at most three, each for five seconds. */
export function Toaster() {
  const { t } = useTranslation();
  return (
    <ThemeProvider>
      {/* The region is ours: the library's own boxes, one per corner, have no role that a name could stand on. */}
      <section aria-label={t("ui.notifications")}>
        <Notifications
          withinPortal={false}
          position="bottom-left"
          limit={MOST_TOASTS}
          autoClose={TOAST_MS}
          transitionDuration={140}
          renderNotification={(data) => <Toast data={data} />}
        />
      </section>
    </ThemeProvider>
  );
}
