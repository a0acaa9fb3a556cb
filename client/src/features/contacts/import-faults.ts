import { type ApiFailure, isFailure } from "@/lib/api/failure";
import { fileSize, integer } from "@/lib/filters";
import { composedKey, type TextKey } from "@/lib/i18n/translation";
import { DECIDED_ENCODING } from "./import-machine";

/** What can be wrong with a file: each has a sentence that says what, and one that says how to mend it. */
export const FILE_FAULTS = [
  "importFormatError",
  "importHeaderError",
  "importDataError",
  "importDelimiterError",
  "importSizeError",
  "importEncodingError",
  "importNotValid",
  "importNoHeader",
  "importEmpty",
  "importRowCountError",
  "invalidExcelFile",
  "fileError",
  "emailFieldNotFound",
  "emailFieldMissing",
  "importMappingError",
  "importConsentMissing",
  "lastImportNotFinished",
  "contactLimitExceeded",
  "storageFull",
  "importBusy",
  "offline",
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** Sentences by fault are `contacts.faults.<fault>` and `contacts.mends.<fault>`; undefined where only the catalogue speaks. */
export function faultOf(failure: ApiFailure): FileFault | undefined {
  return FILE_FAULTS.find((fault) => fault === failure.code);
}

/** The figures of a failure as its sentences read them. */
export function faultParams(payload: ApiFailure["payload"]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value === "number") params[name] = name.endsWith("Bytes") ? fileSize(value) : integer(value);
    else if (typeof value === "string") params[name] = value;
  }
  return params;
}

/** Faults that say more where the server names a figure: which one, and the end of the text's key. */
const DETAILS: Readonly<Partial<Record<FileFault, readonly { readonly needs: string; readonly ending: string }[]>>> = {
  importDataError: [{ needs: "line", ending: "Line" }],
  importSizeError: [{ needs: "limitBytes", ending: "Limit" }],
  importHeaderError: [
    { needs: "heading", ending: "Heading" },
    { needs: "columns", ending: "Columns" },
  ],
  importRowCountError: [{ needs: "rows", ending: "Rows" }],
  importEncodingError: [{ needs: "line", ending: "Line" }],
  invalidExcelFile: [
    { needs: "locked", ending: "Locked" },
    { needs: "macros", ending: "Macros" },
  ],
};

/** Text key of what is wrong, with the figures of the answer where it has them. */
export function faultKey(fault: FileFault, params: Readonly<Record<string, string>>): TextKey {
  return composedKey(`contacts.faults.${fault}${endingOf(fault, params)}`);
}

/** Text keys of how to mend it, the closest first. */
export function mendKeys(fault: FileFault, params: Readonly<Record<string, string>>): TextKey[] {
  const key = `contacts.mends.${fault}`;
  return [composedKey(`${key}${endingOf(fault, params)}`), composedKey(key)];
}

/** Whether the letters would be readable in the other encoding, and the person has to say. */
export function asksEncoding(failure: unknown): boolean {
  return isFailure(failure) && failure.code === "importEncodingError" && failure.payload.readAs === DECIDED_ENCODING;
}

function endingOf(fault: FileFault, params: Readonly<Record<string, string>>): string {
  return DETAILS[fault]?.find(({ needs }) => params[needs] !== undefined)?.ending ?? "";
}
