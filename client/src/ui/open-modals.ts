import { useEffect, useEffectEvent } from "react";
import { useFocusBack } from "./use-focus-back";

const open = new Set<() => void>();
/** Style of the page while something stands over it (SHELL-187). */
const BODY_CLASS = "modal-visible";

function show(): void {
  document.body.classList.toggle(BODY_CLASS, open.size > 0);
}

/** Counts a modal as open while it is shown, so that leaving the screen closes it by `onClose`; gives the focus back. */
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

/** Closes everything that stands over the screen (SHELL-131). */
export function closeModals(): void {
  for (const close of [...open]) close();
}
