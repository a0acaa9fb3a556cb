import { type FocusEvent, useState } from "react";

/** Whether somebody is at a part of the screen: has the pointer over it, or the focus in it. */
export function useAttention() {
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  return {
    isThere: isUnderPointer || hasFocus,
    /** For the element that it is asked of. */
    watch: {
      onPointerEnter: () => setUnderPointer(true),
      onPointerLeave: () => setUnderPointer(false),
      onFocus: () => setFocus(true),
      onBlur: (event: FocusEvent<HTMLElement>) => setFocus(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
