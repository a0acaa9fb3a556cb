import { isFailure } from "./failure";

/** The id in an address is written as the id of no record is. */
export class MalformedId extends Error {
  constructor() {
    super("The address names no record");
    this.name = "MalformedId";
  }
}

/** The server's codes for an id that names no record: the second one is of routes that ask for a UUID. */
const CODES: ReadonlySet<string> = new Set(["noEntity", "badGateway"]);

/** Whether there is no such record: it was deleted, is another team's, never existed, or its id is malformed. */
export function isMissing(error: unknown): boolean {
  if (error instanceof MalformedId) return true;
  // A 404 without a code is a proxy's.
  return isFailure(error) && error.status === 404 && CODES.has(error.code ?? "");
}

interface RecordQuery {
  readonly data: unknown;
  readonly error: unknown;
}

/** The query of the record that a route shows. Throws where the record is missing, and the route says so. */
export function throwIfMissing<Query extends RecordQuery>(query: Query): Query {
  if (isMissing(query.error)) throw query.error;
  return query;
}

/** The same for a record that is edited or deleted on its screen: once shown it stays, with what is being written. */
export function throwIfMissingAtFirst<Query extends RecordQuery>(query: Query): Query {
  return query.data === undefined ? throwIfMissing(query) : query;
}
