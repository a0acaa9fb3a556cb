export type ToastMode = "warning" | "success" | "info" | "error";
export type ToastIcon = "triangle" | "tick" | "info" | "exclamation";
export type IconPosition = "left" | "right";

/** What a toast offers to do about its message: a place to go to, or an act. */
export interface ToastAction {
  readonly label: string;
  readonly to?: string;
  readonly run?: () => void;
}

/** A toast as it waits or shows (SHELL-196). */
export interface Toast {
  readonly id: string;
  readonly icon: ToastIcon;
  readonly mode: ToastMode;
  readonly message: string;
  readonly iconPosition: IconPosition;
  readonly action?: ToastAction;
}

/** A toast closes automatically after this time (ACT-40). */
export const TOAST_MS = 5000;
/** More wait until one of these leaves (ACT-39, ACT-49). */
export const MOST_TOASTS = 3;

/** What may be said of a toast besides its message. */
export interface ToastLook {
  /** The identity of a toast that must not be taken for an earlier one with the same message. */
  readonly id?: string;
  readonly icon?: ToastIcon;
  readonly iconPosition?: IconPosition;
  readonly action?: ToastAction | undefined;
}

/** What a mode looks like where nothing else is said. */
const ICON_OF: Readonly<Record<ToastMode, ToastIcon>> = {
  warning: "triangle",
  success: "tick",
  info: "info",
  error: "exclamation",
};

/** The toast of a message; the message itself is its identity (ACT-38) where no other is given. */
export function toastOf(
  mode: ToastMode,
  message: string,
  { id = message, icon = ICON_OF[mode], iconPosition = "left", action }: ToastLook = {},
): Toast {
  return { id, icon, mode, message, iconPosition, ...(action ? { action } : {}) };
}
