import { type RefObject, useEffect, useEffectEvent } from "react";
import { toElement } from "../elements";

/** Tiptap takes the focus back in the next frame, when a tool or a form has acted. */
const MAX_FRAMES = 2;

/** Calls `onLeave` when the focus leaves the text and its floating parts, but not when the window loses the focus. */
export function useFocusOut(place: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    let frame = 0;
    const isInside = (target: EventTarget | null): boolean => {
      const element = toElement(target);
      if (!element) return false;
      return (place.current?.contains(element) ?? false) || element.closest("[data-floating]") !== null;
    };
    const check = (frames: number): void => {
      frame = requestAnimationFrame(() => {
        if (isInside(document.activeElement)) return;
        if (frames > 1) check(frames - 1);
        else leave();
      });
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
      if (!isInside(target) || isInside(relatedTarget)) return;
      cancelAnimationFrame(frame);
      check(MAX_FRAMES);
    };
    document.addEventListener("focusout", onFocusOut);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusout", onFocusOut);
    };
  }, [place]);
}
