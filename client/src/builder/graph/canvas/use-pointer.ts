import { useCallback, useRef } from "react";

/** Whether the pointer is pressed on the canvas, or was just released: then nothing may move below it. */
export function usePointer() {
  const isPointer = useRef(false);
  const onPointerDownCapture = useCallback(() => {
    isPointer.current = true;
    const listening = new AbortController();
    const end = (): void => {
      listening.abort();
      // The click comes after the release, and still belongs to the pointer.
      requestAnimationFrame(() => {
        isPointer.current = false;
      });
    };
    for (const name of ["pointerup", "pointercancel"]) {
      window.addEventListener(name, end, { signal: listening.signal });
    }
  }, []);
  return { isPointer, onPointerDownCapture };
}
