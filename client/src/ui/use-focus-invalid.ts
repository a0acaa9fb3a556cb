import { type RefObject, useEffect, useRef } from "react";

const CONTROLS = "input, select, textarea, button";

/**
 * For a form whose button may be far below the field that is wrong: whenever `refusal` becomes another one, the first
 * such field takes the focus, and so comes into view.
 */
export function useFocusInvalid(refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!refusal) return;
    const wrong = form.current?.querySelector("[aria-invalid=true]");
    // Of a group its first control.
    const control = wrong?.matches(CONTROLS) ? wrong : wrong?.querySelector(CONTROLS);
    if (control instanceof HTMLElement) control.focus();
  }, [refusal]);
  return form;
}
