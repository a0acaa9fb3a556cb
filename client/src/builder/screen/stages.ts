/** The stages of an editor screen, which the state machine of each editor contains as its region `screen`. */

/** External state that decides whether the document can be edited. */
export interface ScreenStatus {
  readonly document: "loading" | "ready" | "restoring" | "offline" | "refused" | "locked";
  readonly isNarrow: boolean;
  readonly isSuspended: boolean;
}

export type BlockedReason = "suspended" | "locked" | "refused" | "narrow";

export type ScreenStage = "loading" | "blocked" | "editing";

export const INITIAL_STATUS: ScreenStatus = { document: "loading", isNarrow: false, isSuspended: false };

/** The reason why the editor is blocked; the first one that applies. */
export function getBlockedReason({ document, isNarrow, isSuspended }: ScreenStatus): BlockedReason | undefined {
  if (isSuspended) return "suspended";
  if (document === "locked") return "locked";
  if (document === "refused") return "refused";
  return isNarrow ? "narrow" : undefined;
}

/** Whether the document cannot be changed. */
export function isClosed(facts: ScreenStatus): boolean {
  return facts.document === "restoring" || getBlockedReason(facts) !== undefined;
}

const OPEN_STATES: ReadonlySet<ScreenStatus["document"]> = new Set(["ready", "restoring", "offline"]);

/** Whether the document can be shown. */
export function isReady({ document }: ScreenStatus): boolean {
  return OPEN_STATES.has(document);
}

/** The region `screen` of an editor's state machine. A document once shown stays on screen while offline. */
export const STAGE_REGION = {
  initial: "loading",
  states: {
    loading: {
      always: [
        { guard: "isBlocked", target: "blocked" },
        { guard: "isReady", target: "editing" },
      ],
    },
    blocked: { always: { guard: "isUnblocked", target: "loading" } },
    editing: { always: { guard: "isBlocked", target: "blocked" } },
  },
} as const;

/** The guards of `STAGE_REGION`. */
export const STAGE_GUARDS = {
  isBlocked: ({ context }: { context: { facts: ScreenStatus } }) => getBlockedReason(context.facts) !== undefined,
  isUnblocked: ({ context }: { context: { facts: ScreenStatus } }) => getBlockedReason(context.facts) === undefined,
  isReady: ({ context }: { context: { facts: ScreenStatus } }) => isReady(context.facts),
};
