import { lazy, Suspense, useSyncExternalStore } from "react";
import { isStackRequested, loadStack, onStackRequested } from "../toasts";

const ToastStack = lazy(async () => ({ default: (await loadStack()).ToastStack }));

/** Renders the toasts. Its code loads with the first one. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onStackRequested, isStackRequested);
  return <Suspense fallback={null}>{isWanted ? <ToastStack /> : null}</Suspense>;
}
