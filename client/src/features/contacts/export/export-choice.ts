import { readStoredJson, writeStored } from "@/lib/storage";
import type { ExportFormat } from "./export-data";

/** The options of this browser's last export. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly columns: readonly string[];
}

const STORAGE_KEY = "contactExport";
const INITIALLY_EXCLUDED: ReadonlySet<string> = new Set(["contactId", "fullname", "updatedAt"]);

function isName(value: unknown): value is string {
  return typeof value === "string";
}

/** Initial options: the last ones as far as their columns still exist, otherwise nearly all columns. */
export function readInitialChoice(known: readonly string[]): ExportChoice {
  const stored = readStoredJson(STORAGE_KEY);
  const storedChoice = typeof stored === "object" && stored !== null ? (stored as Partial<ExportChoice>) : {};
  const columns = (Array.isArray(storedChoice.columns) ? storedChoice.columns : [])
    .filter(isName)
    .filter((name) => known.includes(name));
  return {
    format: storedChoice.format === "xlsx" ? "xlsx" : "csv",
    columns: columns.length > 0 ? columns : known.filter((name) => !INITIALLY_EXCLUDED.has(name)),
  };
}

export function storeChoice(choice: ExportChoice): void {
  writeStored(STORAGE_KEY, JSON.stringify(choice));
}

/** The chosen columns with one added or removed, in the order of the contact. */
export function withColumn(chosen: readonly string[], name: string, isChosen: boolean, known: readonly string[]) {
  return known.filter((each) => (each === name ? isChosen : chosen.includes(each)));
}
