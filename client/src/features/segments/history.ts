/** What was, is, and was undone. `tag` names the last act where acts of the same name count as one, as typing does. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  readonly tag: string | undefined;
}

/** Older steps are forgotten. */
export const MOST_STEPS = 200;

export function begin<State>(present: State): History<State> {
  return { past: [], present, future: [], tag: undefined };
}

/** A new state; what was undone is let go. The same state again is no step. */
export function step<State>(history: History<State>, next: State, tag?: string): History<State> {
  if (next === history.present) return history;
  const continues = tag !== undefined && tag === history.tag;
  const past = continues ? history.past : [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present: next, future: [], tag };
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const { past, present, future } = history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], tag: undefined };
}

export function redo<State>(history: History<State>): History<State> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, tag: undefined };
}
