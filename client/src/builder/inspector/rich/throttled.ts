/** Calls that come faster than this are told as one (EDIT-49). */
export const THROTTLE_MS = 300;

export interface Throttled {
  readonly call: () => void;
  /** Tells at once what waits. */
  readonly flush: () => void;
}

/** Tells the first of several calls at once, and of those that follow within the time one at its end. */
export function throttled(tell: () => void, ms: number = THROTTLE_MS): Throttled {
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
