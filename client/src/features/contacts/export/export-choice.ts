import { readStoredJson, writeStored } from "@/lib/storage";
import type { ExportFormat } from "./export-data";

/** What was chosen for the last export of this browser. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly columns: readonly string[];
}

const KEY = "contactExport";
const NOT_AT_FIRST: ReadonlySet<string> = new Set(["contactId", "fullname", "updatedAt"]);

function isName(value: unknown): value is string {
  return typeof value === "string";
}

/** The choice to begin with: the last one as far as its columns still exist, else nearly everything there is. */
export function firstChoice(known: readonly string[]): ExportChoice {
  const stored = readStoredJson(KEY);
  const kept = typeof stored === "object" && stored !== null ? (stored as Partial<ExportChoice>) : {};
  const columns = (Array.isArray(kept.columns) ? kept.columns : [])
    .filter(isName)
    .filter((name) => known.includes(name));
  return {
    format: kept.format === "xlsx" ? "xlsx" : "csv",
    columns: columns.length > 0 ? columns : known.filter((name) => !NOT_AT_FIRST.has(name)),
  };
}

export function keepChoice(choice: ExportChoice): void {
  writeStored(KEY, JSON.stringify(choice));
}

/** The columns in the order of the contact, with one more or one less. */
export function withColumn(chosen: readonly string[], name: string, isChosen: boolean, known: readonly string[]) {
  return known.filter((each) => (each === name ? isChosen : chosen.includes(each)));
}
