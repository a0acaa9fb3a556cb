export type ToastMode = "warning" | "success" | "info" | "error";
export type ToastIcon = "triangle" | "tick" | "info" | "exclamation";
export type IconPosition = "left" | "right";

/** Action of a toast: a link or a callback. */
export interface ToastAction {
  readonly label: string;
  readonly to?: string;
  readonly run?: () => void;
}

/** A visible or waiting toast (SHELL-196). */
export interface Toast {
  readonly id: string;
  readonly icon: ToastIcon;
  readonly mode: ToastMode;
  readonly message: string;
  readonly iconPosition: IconPosition;
  readonly action?: ToastAction;
}

/** A toast closes automatically after this time (ACT-40). */
export const TOAST_DURATION_MS = 5000;
/** Maximum number of visible toasts; more wait (ACT-39, ACT-49). */
export const MAX_TOASTS = 3;

/** Optional properties of a toast. */
export interface ToastOptions {
  /** Distinguishes the toast from an earlier one with the same message. */
  readonly id?: string;
  readonly icon?: ToastIcon;
  readonly iconPosition?: IconPosition;
  readonly action?: ToastAction | undefined;
}

/** Default icon of each mode. */
const DEFAULT_ICONS: Readonly<Record<ToastMode, ToastIcon>> = {
  warning: "triangle",
  success: "tick",
  info: "info",
  error: "exclamation",
};

/** Builds the toast of a message. Without an `id` the message itself is its identity (ACT-38). */
export function buildToast(
  mode: ToastMode,
  message: string,
  { id = message, icon = DEFAULT_ICONS[mode], iconPosition = "left", action }: ToastOptions = {},
): Toast {
  return { id, icon, mode, message, iconPosition, ...(action ? { action } : {}) };
}
