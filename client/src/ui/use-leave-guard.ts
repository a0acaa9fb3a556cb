import { useEffect, useEffectEvent } from "react";
import { useBeforeUnload, useBlocker } from "react-router";

interface Options {
  /** Whether something would be lost. */
  readonly isDirty: boolean;
  /** Paths that may be reached unasked, such as the one that a finished form leads to. */
  readonly permitted?: readonly string[];
  /** Called when leaving is held up: the last chance to save. What is saved then lets the user go on by itself. */
  readonly onHeld?: () => void;
}

export interface LeaveGuard {
  /** Leaving was asked for and waits for an answer. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/** Where the end of a session leads: nothing can be saved any more, so there is nothing to ask. */
const ALWAYS_PERMITTED = ["/login"] as const;

/** Step 4 of the guard (SHELL-175): what is unsaved is not left behind unasked, by a link, by Back or by a reload. */
export function useLeaveGuard({ isDirty, permitted = [], onHeld }: Options): LeaveGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      ![...ALWAYS_PERMITTED, ...permitted].includes(nextLocation.pathname),
  );
  const isAsking = blocker.state === "blocked";
  const whenHeld = useEffectEvent(() => onHeld?.());
  const goOn = useEffectEvent(() => blocker.proceed?.());

  useEffect(() => {
    if (isAsking) whenHeld();
  }, [isAsking]);
  useEffect(() => {
    if (isAsking && !isDirty) goOn();
  }, [isAsking, isDirty]);
  useBeforeUnload((event) => {
    if (!isDirty) return;
    onHeld?.();
    event.preventDefault();
  });

  return { isAsking, leave: () => blocker.proceed?.(), stay: () => blocker.reset?.() };
}
