import { type RefObject, useLayoutEffect, useState } from "react";

const GAP = 8;
const EDGE = 8;

interface FloatingPosition {
  readonly left: number;
  readonly top: number;
}

/**
 * The position of a floating part above or below the rectangle that `read` returns, within the screen. A change of
 * `now` updates it.
 */
export function useAnchor(
  floating: RefObject<HTMLElement | null>,
  read: () => DOMRect | undefined,
  side: "above" | "below",
  now: unknown,
): FloatingPosition | undefined {
  const [spot, setSpot] = useState<FloatingPosition>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read lies outside of React; `now` says when it moved
  useLayoutEffect(() => {
    const place = () => {
      const at = read();
      const own = floating.current?.getBoundingClientRect();
      if (!at || !own) return;
      const above = at.top - own.height - GAP;
      const below = at.bottom + GAP;
      const fitsBelow = below + own.height + EDGE <= window.innerHeight;
      const top = side === "above" ? (above >= EDGE ? above : below) : fitsBelow ? below : Math.max(EDGE, above);
      const left = Math.max(EDGE, Math.min(at.left, window.innerWidth - own.width - EDGE));
      setSpot((known) => (known?.left === left && known.top === top ? known : { left, top }));
    };
    place();
    // The text moves when the canvas or the page scrolls.
    document.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      document.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [side, now]);
  return spot;
}
