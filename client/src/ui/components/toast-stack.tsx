import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { ThemeProvider } from "../theme/theme-provider";
import { MAX_TOASTS, TOAST_DURATION_MS, type Toast, type ToastAction, type ToastIcon } from "../toast";
import "@mantine/notifications/styles.layer.css";
import classes from "./toast-stack.module.css";

const ICONS: Readonly<Record<ToastIcon, typeof IconX>> = {
  triangle: IconAlertTriangle,
  tick: IconCircleCheck,
  info: IconInfoCircle,
  exclamation: IconExclamationCircle,
};

function Action({ action, onDone }: { readonly action: ToastAction; readonly onDone: () => void }) {
  if (action.to) {
    return (
      <Link className={classes.action} to={action.to} onClick={onDone}>
        {action.label}
      </Link>
    );
  }
  function onClick(): void {
    onDone();
    action.run?.();
  }
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      {action.label}
    </button>
  );
}

function ToastBox({ toast: { id, mode, icon, iconPosition, message, action } }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const Icon = ICONS[icon];
  const isUrgent = mode === "error" || mode === "warning";
  return (
    <div className={classes.toast} data-mode={mode} data-icon={iconPosition} role={isUrgent ? "alert" : "status"}>
      <Icon className={classes.icon ?? ""} size={16} stroke={1.7} aria-hidden="true" />
      <span>{message}</span>
      {action ? <Action action={action} onDone={() => hide(id)} /> : null}
      <button type="button" className={classes.close} aria-label={t("ui.close")} onClick={() => hide(id)}>
        <IconX size={14} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Adds a toast to the stack, or to its queue. */
export function show(toast: Toast): void {
  notifications.show({ id: toast.id, message: toast.message, "data-toast": toast });
}

/** Removes a toast from the stack, or from its queue. */
export function hide(id: string): void {
  notifications.hide(id);
}

export function clearToasts(): void {
  notifications.clean();
}

/** At most three toasts, each for five seconds. Loaded with the first one. */
export function ToastStack() {
  const { t } = useTranslation();
  return (
    <ThemeProvider>
      {/* A region of our own, because the library's containers (one per corner) have no role and cannot have a
          name. */}
      <section aria-label={t("ui.notifications")}>
        <Notifications
          withinPortal={false}
          // Over the header, where it covers no field or number.
          position="top-center"
          classNames={{ root: classes.stack ?? "" }}
          limit={MAX_TOASTS}
          autoClose={TOAST_DURATION_MS}
          transitionDuration={140}
          renderNotification={(data) => <ToastBox toast={data["data-toast"]} />}
        />
      </section>
    </ThemeProvider>
  );
}
