import { type FocusEvent, useState } from "react";

/** Whether the pointer is over an element or the focus is in it. */
export function useAttention() {
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  return {
    isThere: isUnderPointer || hasFocus,
    /** Props of the observed element. */
    watch: {
      onPointerEnter: () => setUnderPointer(true),
      onPointerLeave: () => setUnderPointer(false),
      onFocus: () => setFocus(true),
      onBlur: (event: FocusEvent<HTMLElement>) => setFocus(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
