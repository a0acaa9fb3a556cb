import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels at both sides of what is drawn, at least: the toolbar of what is selected has space there. */
const SIDES = 64;
/** Smaller than this nothing can be read: then one scrolls. */
const LEAST = 0.5;

/** By how much what is drawn is made smaller, so that it fits into the desk: 1 where there is room. */
export function useRoom(desk: RefObject<HTMLElement | null>, width: number): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = desk;
    if (!current) return;
    const measure = (): void => {
      // Without a layout there is nothing to fit into.
      if (current.clientWidth > 0) setRoom(current.clientWidth - SIDES);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [desk]);
  return Math.max(LEAST, Math.min(1, Math.floor((room / width) * 100) / 100));
}
