/** A problem in the interface that only its developers can fix. */
export interface Problem {
  readonly kind: "missingText" | "render" | "chunk" | "validation" | "inApp" | "unexpected";
  readonly detail: string;
}

/** Something that the interface did before a problem. It contains no user input. */
export interface ReportCrumb {
  readonly kind: Problem["kind"] | "call" | "screen";
  readonly detail: string;
}

/** Number of crumbs sent with a report (ERR-164). */
export const MAX_CRUMBS = 100;
const crumbs: ReportCrumb[] = [];
let address: string | undefined;

/** Sets the address that reports are sent to; an empty one turns reporting off (ERR-165). */
export function setReportAddress(url: string): void {
  address = url || undefined;
}

export function addCrumb(crumb: ReportCrumb): void {
  crumbs.push(crumb);
  if (crumbs.length > MAX_CRUMBS) crumbs.shift();
}

/** Posts the problem and the preceding crumbs to the configured address. */
export function reportProblem(problem: Problem): void {
  if (address) navigator.sendBeacon(address, JSON.stringify({ problem, before: crumbs }));
  addCrumb(problem);
}
