import { isFailure } from "./failure";

/** The id in an address has a form that no record's id has. */
export class MalformedId extends Error {
  constructor() {
    super("The address names no record");
    this.name = "MalformedId";
  }
}

/** Server codes for an id without a record. Routes that require a UUID use the second one. */
const MISSING_RECORD_CODES: ReadonlySet<string> = new Set(["noEntity", "badGateway"]);

/** Whether the record does not exist for this team: deleted, another team's, never created, or a malformed id. */
export function isMissing(error: unknown): boolean {
  if (error instanceof MalformedId) return true;
  // A 404 without a code comes from a proxy.
  return isFailure(error) && error.status === 404 && MISSING_RECORD_CODES.has(error.code ?? "");
}

interface RecordQuery {
  readonly data: unknown;
  readonly error: unknown;
}

/** Throws if the record of a route is missing; the route's error boundary shows it. */
export function throwIfMissing<Query extends RecordQuery>(query: Query): Query {
  if (isMissing(query.error)) throw query.error;
  return query;
}

/**
 * Like `throwIfMissing`, but only before the first data. A record being edited stays on screen with its unsaved input.
 */
export function throwIfMissingBeforeFirstData<Query extends RecordQuery>(query: Query): Query {
  return query.data === undefined ? throwIfMissing(query) : query;
}
