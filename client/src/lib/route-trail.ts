/** A screen on the way: the name of its route, absent for a fixed page, and its path with the query. */
export interface Stop {
  readonly name: string | undefined;
  readonly path: string;
}

/** Where the user is, was before, and is going (SHELL-208). */
export interface Trail {
  readonly current: Stop | undefined;
  readonly previous: Stop | undefined;
  /** Path that is being loaded. */
  readonly next: string | undefined;
}

const START: Trail = { current: undefined, previous: undefined, next: undefined };
let trail: Trail = START;

export function readTrail(): Trail {
  return trail;
}

/** The user has arrived. Within one screen only the path moves on: `previous` is another screen. */
export function arrive(stop: Stop): void {
  const { current, previous } = trail;
  if (current?.path === stop.path && current.name === stop.name) return;
  const isSameScreen = current !== undefined && stop.name !== undefined && current.name === stop.name;
  trail = { current: stop, previous: isSameScreen ? previous : current, next: trail.next };
}

/** A screen is being loaded, or no longer. */
export function setOut(next: string | undefined): void {
  if (next !== trail.next) trail = { ...trail, next };
}

/** Forgets the way, as at signing out. */
export function forgetTrail(): void {
  trail = START;
}
