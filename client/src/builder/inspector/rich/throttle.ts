/** Minimum time between two calls (EDIT-49). */
export const THROTTLE_MS = 300;

export interface ThrottledCall {
  readonly call: () => void;
  /** Makes the pending call immediately. */
  readonly flush: () => void;
}

/** Makes the first of several calls immediately, and one for all later ones at the end of the interval. */
export function throttle(tell: () => void, ms: number = THROTTLE_MS): ThrottledCall {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  const over = () => {
    timer = undefined;
    if (isWaiting) call();
  };
  function call(): void {
    isWaiting = timer !== undefined;
    if (isWaiting) return;
    timer = setTimeout(over, ms);
    tell();
  }
  return {
    call,
    flush: () => {
      clearTimeout(timer);
      timer = undefined;
      if (isWaiting) tell();
      isWaiting = false;
    },
  };
}
