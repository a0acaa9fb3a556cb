import { type RefObject, useLayoutEffect, useState } from "react";

/** Minimum number of pixels beside the document, both sides together: space for the toolbar. */
const SIDE_SPACE_PIXELS = 64;
/** Below this factor, text is unreadable and the canvas scrolls instead. */
const MIN_SCALE = 0.5;

/** Scale factor (at most 1) that fits the document into the canvas. */
export function useFitScale(desk: RefObject<HTMLElement | null>, width: number): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = desk;
    if (!current) return;
    const measure = (): void => {
      // Without a layout, the width is 0.
      if (current.clientWidth > 0) setRoom(current.clientWidth - SIDE_SPACE_PIXELS);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [desk]);
  return Math.max(MIN_SCALE, Math.min(1, Math.floor((room / width) * 100) / 100));
}
