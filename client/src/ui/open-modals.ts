import { useEffect, useEffectEvent } from "react";
import { useFocusBack } from "./use-focus-back";

const open = new Set<() => void>();
/** Class of the body while a modal is open (SHELL-187). */
const BODY_CLASS = "modal-visible";

function show(): void {
  document.body.classList.toggle(BODY_CLASS, open.size > 0);
}

/** Registers an open modal while mounted, so that leaving the screen calls `onClose`. Returns the focus afterwards. */
export function useOpenModal(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useFocusBack();
  useEffect(() => {
    const entry = () => close();
    open.add(entry);
    show();
    return () => {
      open.delete(entry);
      show();
    };
  }, []);
}

/** Closes every modal over the screen (SHELL-131). */
export function closeModals(): void {
  for (const close of [...open]) close();
}
