/** A problem in the interface that nobody but its makers can mend. */
export interface Problem {
  readonly kind: "missingText" | "render" | "chunk" | "validation" | "inApp" | "unexpected";
  readonly detail: string;
}

/** Something that happened before a problem: no words of the user's, only what the interface did. */
export interface Crumb {
  readonly kind: Problem["kind"] | "call" | "screen";
  readonly detail: string;
}

/** How many crumbs go with a report (ERR-164). */
export const MOST_CRUMBS = 100;
const crumbs: Crumb[] = [];
let address: string | undefined;

/** Sends the problems to come to `url`; nothing is sent while it is empty (ERR-165). */
export function reportTo(url: string): void {
  address = url || undefined;
}

export function leaveCrumb(crumb: Crumb): void {
  crumbs.push(crumb);
  if (crumbs.length > MOST_CRUMBS) crumbs.shift();
}

/** Posts the problem to the configured address, with what happened before it. */
export function reportProblem(problem: Problem): void {
  if (address) navigator.sendBeacon(address, JSON.stringify({ problem, before: crumbs }));
  leaveCrumb(problem);
}
