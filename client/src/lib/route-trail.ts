/** A visited screen: the name of its route, absent for a fixed page, and its path with the query. */
export interface Visit {
  readonly name: string | undefined;
  readonly path: string;
}

/** The current, previous and next screen (SHELL-208). */
export interface Trail {
  readonly current: Visit | undefined;
  readonly previous: Visit | undefined;
  /** Path that is being loaded. */
  readonly next: string | undefined;
}

const EMPTY_TRAIL: Trail = { current: undefined, previous: undefined, next: undefined };
let trail: Trail = EMPTY_TRAIL;

export function readTrail(): Trail {
  return trail;
}

/** Records an arrival. Within the same screen only its path changes: `previous` is always another screen. */
export function recordArrival(stop: Visit): void {
  const { current, previous } = trail;
  if (current?.path === stop.path && current.name === stop.name) return;
  const isSameScreen = current !== undefined && stop.name !== undefined && current.name === stop.name;
  trail = { current: stop, previous: isSameScreen ? previous : current, next: trail.next };
}

/** Records the path that is being loaded, if any. */
export function setNextPath(next: string | undefined): void {
  if (next !== trail.next) trail = { ...trail, next };
}

/** Clears the trail at sign-out. */
export function clearTrail(): void {
  trail = EMPTY_TRAIL;
}
