/** Undo history. Successive changes with the same `tag` count as one step, such as typing. */
export interface UndoHistory<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  readonly tag: string | undefined;
}

/** Maximum number of undo steps; older ones are removed. */
export const MAX_STEPS = 200;

export function createHistory<State>(present: State): UndoHistory<State> {
  return { past: [], present, future: [], tag: undefined };
}

/** Adds a state and clears the redo stack. The same state again is not a step. */
export function addStep<State>(history: UndoHistory<State>, next: State, tag?: string): UndoHistory<State> {
  if (next === history.present) return history;
  const continues = tag !== undefined && tag === history.tag;
  const past = continues ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], tag };
}

export function undo<State>(history: UndoHistory<State>): UndoHistory<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const { past, present, future } = history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], tag: undefined };
}

export function redo<State>(history: UndoHistory<State>): UndoHistory<State> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, tag: undefined };
}
