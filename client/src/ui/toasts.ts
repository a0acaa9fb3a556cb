import { notifications } from "@mantine/notifications";

export type ToastMode = "warning" | "success" | "info" | "error";

/** Each leaves by itself after this long (ACT-40). */
export const TOAST_MS = 5000;
/** More wait until one of these leaves (ACT-39, ACT-49). */
export const MOST_TOASTS = 3;

/** Shows `message` unless the same one is on screen or waiting (ACT-38): the message itself is its identity. */
export function toast(mode: ToastMode, message: string): void {
  notifications.show({ id: message, message, "data-mode": mode, autoClose: TOAST_MS });
}
