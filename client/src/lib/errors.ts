import type { ApiFailure } from "./api/failure";
import {
  type CatalogueEntry,
  type ErrorAction,
  type ErrorArea,
  entry,
  type Reaction,
  type Refinement,
  type Remedy,
} from "./catalogue/entry";
import { START_ERRORS } from "./catalogue/start";

/** A resolved error: its text with values, and the reaction of the interface. */
export interface ResolvedError {
  readonly code: string;
  readonly reaction: Reaction;
  readonly textKey: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Action that its notification offers. */
  readonly offer: ErrorAction | undefined;
  readonly remedy: Remedy | undefined;
  /** The server's own text, shown when the catalogue has none. */
  readonly ownMessage: string | undefined;
}

const UNKNOWN_ERROR: CatalogueEntry = entry("noMessage");

const entriesByCode = new Map<string, CatalogueEntry>();
const entriesByNumber = new Map<number, CatalogueEntry>();
const entriesByMessage = new Map<string, CatalogueEntry>();
const entriesByDataText = new Map<string, CatalogueEntry>();
const entriesByStatus = new Map<number, CatalogueEntry>();
const refinementsByCode = new Map<string, Refinement>();

/** Registers the errors of an area: one row each, with how it is recognised and what follows. */
export function addToCatalogue({ rows, refinements = {} }: ErrorArea): void {
  for (const row of rows) {
    entriesByCode.set(row.code, row);
    for (const number of row.numbers ?? []) entriesByNumber.set(number, row);
    for (const message of row.messages ?? []) entriesByMessage.set(message, row);
    for (const text of row.dataTexts ?? []) entriesByDataText.set(text, row);
    for (const status of row.statuses ?? []) entriesByStatus.set(status, row);
  }
  for (const [code, refine] of Object.entries(refinements)) refinementsByCode.set(code, refine);
}

addToCatalogue(START_ERRORS);

/**
 * Whether the registered errors identify this failure; one without a code could be any error that is not loaded yet.
 */
export function isIdentified({ code }: ApiFailure): boolean {
  return code !== undefined && entriesByCode.has(code);
}

function findEntry(failure: ApiFailure): CatalogueEntry {
  const message = failure.message.trim().toLowerCase();
  const text = failure.dataText?.trim().toLowerCase() ?? message;
  const { code, number } = failure;
  return (
    (code === undefined ? undefined : entriesByCode.get(code)) ??
    (number === undefined ? undefined : entriesByNumber.get(number)) ??
    entriesByMessage.get(message) ??
    entriesByDataText.get(text) ??
    // A status decides only for responses without a code of ours, such as the 502 of a proxy (ERR-10).
    (code === undefined ? entriesByStatus.get(failure.status) : undefined) ??
    UNKNOWN_ERROR
  );
}

function refineEntry(row: CatalogueEntry, failure: ApiFailure): CatalogueEntry {
  const narrower = refinementsByCode.get(row.code)?.(failure);
  return (narrower === undefined ? undefined : entriesByCode.get(narrower)) ?? row;
}

/** Matches by string code, then number, message, data text and HTTP status (ERR-10). */
export function resolveFailure(failure: ApiFailure): ResolvedError {
  const row = refineEntry(findEntry(failure), failure);
  // verifyException is silent for writes and shown for reads (ERR-124).
  const reaction = row.code === "verifyException" && failure.method !== "POST" ? "notify" : row.reaction;
  return {
    code: row.code,
    reaction,
    textKey: `errors.${row.code}`,
    params: failure.payload,
    offer: row.offer,
    remedy: row.remedy,
    ownMessage: failure.message || undefined,
  };
}
