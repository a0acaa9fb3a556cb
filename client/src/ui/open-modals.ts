import { useEffect, useEffectEvent } from "react";
import { useReturnFocus } from "./use-return-focus";

const openModals = new Set<() => void>();
/** Class of the body while a modal is open (SHELL-187). */
const BODY_CLASS = "modal-visible";

function updateBodyClass(): void {
  document.body.classList.toggle(BODY_CLASS, openModals.size > 0);
}

/** Registers an open modal while mounted, so that leaving the screen calls `onClose`. Returns the focus afterwards. */
export function useOpenModal(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useReturnFocus();
  useEffect(() => {
    const entry = () => close();
    openModals.add(entry);
    updateBodyClass();
    return () => {
      openModals.delete(entry);
      updateBodyClass();
    };
  }, []);
}

/** Closes every modal over the screen (SHELL-131). */
export function closeModals(): void {
  for (const close of [...openModals]) close();
}
