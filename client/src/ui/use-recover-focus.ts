import { type RefObject, useEffect, useRef } from "react";

/** Focuses `box` if the focused element has disappeared, such as a form that its result replaces. */
export function useRecoverFocus<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) box.current?.focus();
  }, []);
  return box;
}
