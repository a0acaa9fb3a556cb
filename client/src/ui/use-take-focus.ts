import { type RefObject, useEffect, useRef } from "react";

/** Takes the focus for `box` where what had it has gone, such as a form in whose place its answer stands. */
export function useTakeFocus<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) box.current?.focus();
  }, []);
  return box;
}
