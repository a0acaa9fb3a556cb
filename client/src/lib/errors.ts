import type { ApiFailure } from "./api/failure";
import {
  type CatalogueEntry,
  type ErrorArea,
  entry,
  type Offer,
  type Reaction,
  type Refinement,
  type Remedy,
} from "./catalogue/entry";
import { START } from "./catalogue/start";

/** A resolved error: its text with values, and the reaction of the interface. */
export interface Resolved {
  readonly code: string;
  readonly reaction: Reaction;
  readonly textKey: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Action that its notification offers. */
  readonly offer: Offer | undefined;
  readonly remedy: Remedy | undefined;
  /** The server's own text, shown when the catalogue has none. */
  readonly ownMessage: string | undefined;
}

const UNKNOWN: CatalogueEntry = entry("noMessage");

const byCode = new Map<string, CatalogueEntry>();
const byNumber = new Map<number, CatalogueEntry>();
const byMessage = new Map<string, CatalogueEntry>();
const byDataText = new Map<string, CatalogueEntry>();
const byStatus = new Map<number, CatalogueEntry>();
const refinementOf = new Map<string, Refinement>();

/** Registers the errors of an area: one row each, with how it is recognised and what follows. */
export function addToCatalogue({ rows, refinements = {} }: ErrorArea): void {
  for (const row of rows) {
    byCode.set(row.code, row);
    for (const number of row.numbers ?? []) byNumber.set(number, row);
    for (const message of row.messages ?? []) byMessage.set(message, row);
    for (const text of row.dataTexts ?? []) byDataText.set(text, row);
    for (const status of row.statuses ?? []) byStatus.set(status, row);
  }
  for (const [code, refine] of Object.entries(refinements)) refinementOf.set(code, refine);
}

addToCatalogue(START);

/**
 * Whether the registered errors identify this failure; one without a code could be any error that is not loaded yet.
 */
export function isSettled({ code }: ApiFailure): boolean {
  return code !== undefined && byCode.has(code);
}

function find(failure: ApiFailure): CatalogueEntry {
  const message = failure.message.trim().toLowerCase();
  const text = failure.dataText?.trim().toLowerCase() ?? message;
  const { code, number } = failure;
  return (
    (code === undefined ? undefined : byCode.get(code)) ??
    (number === undefined ? undefined : byNumber.get(number)) ??
    byMessage.get(message) ??
    byDataText.get(text) ??
    // A status decides only for responses without a code of ours, such as the 502 of a proxy (ERR-10).
    (code === undefined ? byStatus.get(failure.status) : undefined) ??
    UNKNOWN
  );
}

function refined(row: CatalogueEntry, failure: ApiFailure): CatalogueEntry {
  const narrower = refinementOf.get(row.code)?.(failure);
  return (narrower === undefined ? undefined : byCode.get(narrower)) ?? row;
}

/** Matches by string code, then number, message, data text and HTTP status (ERR-10). */
export function resolveFailure(failure: ApiFailure): Resolved {
  const row = refined(find(failure), failure);
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
