/** The stages of an editor screen, which the state machine of each editor contains as its region `screen`. */

/** External state that decides whether the document can be edited. */
export interface ScreenFacts {
  readonly document: "loading" | "ready" | "restoring" | "offline" | "refused" | "locked";
  readonly isNarrow: boolean;
  readonly isSuspended: boolean;
}

export type Blocked = "suspended" | "locked" | "refused" | "narrow";

export type ScreenStage = "loading" | "blocked" | "editing";

export const UNKNOWN: ScreenFacts = { document: "loading", isNarrow: false, isSuspended: false };

/** The reason why the editor is blocked; the first one that applies. */
export function blockedBy({ document, isNarrow, isSuspended }: ScreenFacts): Blocked | undefined {
  if (isSuspended) return "suspended";
  if (document === "locked") return "locked";
  if (document === "refused") return "refused";
  return isNarrow ? "narrow" : undefined;
}

/** Whether the document cannot be changed. */
export function isClosed(facts: ScreenFacts): boolean {
  return facts.document === "restoring" || blockedBy(facts) !== undefined;
}

const OPEN_STATES: ReadonlySet<ScreenFacts["document"]> = new Set(["ready", "restoring", "offline"]);

/** Whether the document can be shown. */
export function isReady({ document }: ScreenFacts): boolean {
  return OPEN_STATES.has(document);
}

/** The region `screen` of an editor's state machine. A document once shown stays on screen while offline. */
export const STAGES = {
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

/** The guards of `STAGES`. */
export const STAGE_GUARDS = {
  isBlocked: ({ context }: { context: { facts: ScreenFacts } }) => blockedBy(context.facts) !== undefined,
  isUnblocked: ({ context }: { context: { facts: ScreenFacts } }) => blockedBy(context.facts) === undefined,
  isReady: ({ context }: { context: { facts: ScreenFacts } }) => isReady(context.facts),
};
