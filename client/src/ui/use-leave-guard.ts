import {
  type ContextType,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { type BlockerFunction, UNSAFE_DataRouterContext, useBeforeUnload } from "react-router";

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

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];
type Part = Required<Pick<Options, "isDirty" | "permitted">>;

/** Where the end of a session leads: nothing can be saved any more, so there is nothing to ask. */
const ALWAYS_PERMITTED = ["/login"] as const;
const BLOCKER_KEY = "leave-guard";

function isBlocking({ isDirty, permitted }: Part, pathname: string): boolean {
  return isDirty && ![...ALWAYS_PERMITTED, ...permitted].includes(pathname);
}

/** The guarded parts of a page. They share one blocker: React Router consults only the one registered last. */
function createGuardedParts(router: Router) {
  const parts = new Map<string, Part>();
  const listeners = new Set<() => void>();
  const findBlocking = (pathname: string) => [...parts].find(([, part]) => isBlocking(part, pathname))?.[0];
  const shouldBlock: BlockerFunction = ({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname && findBlocking(nextLocation.pathname) !== undefined;

  function heldLeave() {
    const blocker = router.state.blockers.get(BLOCKER_KEY);
    return blocker?.state === "blocked" ? blocker : undefined;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  /** The first part that blocks the held navigation: one question at a time. */
  function askingPart(): string | undefined {
    const held = heldLeave();
    return held && findBlocking(held.location.pathname);
  }

  const leave = () => heldLeave()?.proceed();
  const stay = () => heldLeave()?.reset();
  return {
    subscribe(listener: () => void): () => void {
      const stop = router.subscribe(listener);
      listeners.add(listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
    askingPart,
    heldPath: () => heldLeave()?.location.pathname,
    set(id: string, part: Part): void {
      if (parts.size === 0) router.getBlocker(BLOCKER_KEY, shouldBlock);
      parts.set(id, part);
      notify();
    },
    remove(id: string): void {
      parts.delete(id);
      if (parts.size === 0) router.deleteBlocker(BLOCKER_KEY);
      // A held navigation is cancelled with the last part that blocks it.
      else if (askingPart() === undefined) stay();
      notify();
    },
    /** Continues a held navigation that no part blocks any more. */
    continueIfClean(): void {
      if (askingPart() === undefined) leave();
    },
    leave,
    stay,
  };
}

const partsOfRouters = new WeakMap<Router, ReturnType<typeof createGuardedParts>>();

function guardedPartsOf(router: Router) {
  const stored = partsOfRouters.get(router);
  if (stored) return stored;
  const created = createGuardedParts(router);
  partsOfRouters.set(router, created);
  return created;
}

/**
 * Step 4 of the guard (SHELL-175): what is unsaved is not left behind unasked, by a link, by Back or by a reload. A page
 * may have several guards. The first dirty one asks, and its answer applies to all of them.
 */
export function useLeaveGuard({ isDirty, permitted = [], onHeld }: Options): LeaveGuard {
  const router = use(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error("a leave guard outside of a data router");
  const parts = useMemo(() => guardedPartsOf(router), [router]);
  const id = useId();
  const isAsking = useSyncExternalStore(parts.subscribe, parts.askingPart) === id;
  const heldPath = useSyncExternalStore(parts.subscribe, parts.heldPath);
  const isHeld = heldPath !== undefined && isBlocking({ isDirty, permitted }, heldPath);
  const whenHeld = useEffectEvent(() => onHeld?.());

  // Before any navigation that follows a synchronous render, such as that of a form which has just been saved.
  useLayoutEffect(() => parts.set(id, { isDirty, permitted }));
  useLayoutEffect(() => () => parts.remove(id), [parts, id]);
  useEffect(() => {
    if (isHeld) whenHeld();
  }, [isHeld]);
  // All parts of a commit are up to date by now.
  useEffect(() => {
    if (!isDirty) parts.continueIfClean();
  }, [parts, isDirty]);
  useBeforeUnload((event) => {
    if (!isDirty) return;
    onHeld?.();
    event.preventDefault();
  });

  return { isAsking, leave: parts.leave, stay: parts.stay };
}
