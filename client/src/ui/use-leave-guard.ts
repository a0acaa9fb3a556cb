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
  /** Whether there is unsaved work. */
  readonly isDirty: boolean;
  /** Paths that open without a question, such as the target of a finished form. */
  readonly permitted?: readonly string[];
  /** Called when a navigation is blocked: the last chance to save. If the save succeeds, the navigation continues. */
  readonly onHeld?: () => void;
}

export interface LeaveGuard {
  /** Whether a blocked navigation waits for the user's choice. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];
type GuardedPart = Required<Pick<Options, "isDirty" | "permitted">>;

/** Target of an ended session: nothing can be saved any more, so there is no question. */
const ALWAYS_PERMITTED = ["/login"] as const;
const BLOCKER_KEY = "leave-guard";

function isBlocking({ isDirty, permitted }: GuardedPart, pathname: string): boolean {
  return isDirty && ![...ALWAYS_PERMITTED, ...permitted].includes(pathname);
}

/** The guarded parts of a page. They share one blocker, because React Router consults only the last one registered. */
function createGuardedParts(router: Router) {
  const parts = new Map<string, GuardedPart>();
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

  /** The first part that blocks the held navigation, so that only one question appears. */
  function askingPart(): string | undefined {
    const blocked = heldLeave();
    return blocked && findBlocking(blocked.location.pathname);
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
    set(id: string, part: GuardedPart): void {
      if (parts.size === 0) router.getBlocker(BLOCKER_KEY, shouldBlock);
      parts.set(id, part);
      notify();
    },
    remove(id: string): void {
      parts.delete(id);
      if (parts.size === 0) router.deleteBlocker(BLOCKER_KEY);
      // A held navigation is cancelled when the last part that blocks it unmounts.
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

const guardedPartsByRouter = new WeakMap<Router, ReturnType<typeof createGuardedParts>>();

function getGuardedParts(router: Router) {
  const stored = guardedPartsByRouter.get(router);
  if (stored) return stored;
  const created = createGuardedParts(router);
  guardedPartsByRouter.set(router, created);
  return created;
}

/**
 * Step 4 of the guard (SHELL-175): asks before unsaved work is left by a link, Back or a reload. Of several guards on a
 * page the first dirty one asks, and its answer applies to all.
 */
export function useLeaveGuard({ isDirty, permitted = [], onHeld }: Options): LeaveGuard {
  const router = use(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error("a leave guard outside of a data router");
  const parts = useMemo(() => getGuardedParts(router), [router]);
  const id = useId();
  const isAsking = useSyncExternalStore(parts.subscribe, parts.askingPart) === id;
  const heldPath = useSyncExternalStore(parts.subscribe, parts.heldPath);
  const isHeld = heldPath !== undefined && isBlocking({ isDirty, permitted }, heldPath);
  const whenHeld = useEffectEvent(() => onHeld?.());

  // Before any navigation after a synchronous render, such as that of a form which has just been saved.
  useLayoutEffect(() => parts.set(id, { isDirty, permitted }));
  useLayoutEffect(() => () => parts.remove(id), [parts, id]);
  useEffect(() => {
    if (isHeld) whenHeld();
  }, [isHeld]);
  // All parts are up to date after the commit.
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
