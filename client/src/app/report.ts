/** A problem in the interface that nobody but its makers can mend. */
export interface Problem {
  readonly kind: "missingText" | "render" | "chunk";
  readonly detail: string;
}

const MOST_KEPT = 100;
const kept: Problem[] = [];
const address: string | undefined = import.meta.env.VITE_REPORT_ADDRESS;

/** Posts the problem to the configured address, with those before it; nothing is sent when none is set (ERR-165). */
export function reportProblem(problem: Problem): void {
  kept.push(problem);
  if (kept.length > MOST_KEPT) kept.shift();
  if (address) navigator.sendBeacon(address, JSON.stringify({ problem, before: kept.slice(0, -1) }));
}
