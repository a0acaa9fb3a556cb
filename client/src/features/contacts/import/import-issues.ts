import { type ApiFailure, isFailure } from "@/lib/api/failure";
import { formatFileSize, formatInteger } from "@/lib/filters";
import { type TextKey, toTextKey } from "@/lib/i18n/translation";
import { CONFIRMED_ENCODING } from "./import-machine";

/** Possible problems of a file. Each has a text for the problem and one for the fix. */
export const FILE_ISSUES = [
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
export type FileIssue = (typeof FILE_ISSUES)[number];

/**
 * The problem of a failure; its texts are `contacts.faults.<fault>` and `contacts.mends.<fault>`. Undefined where only
 * the catalogue has a text.
 */
export function findFileIssue(failure: ApiFailure): FileIssue | undefined {
  return FILE_ISSUES.find((fault) => fault === failure.code);
}

/** Numbers of a failure, formatted for its texts. */
export function formatIssueParams(payload: ApiFailure["payload"]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value === "number") params[name] = name.endsWith("Bytes") ? formatFileSize(value) : formatInteger(value);
    else if (typeof value === "string") params[name] = value;
  }
  return params;
}

/** Problems with a more specific text where the server sends a number: its name, and the suffix of the key. */
const DETAILS: Readonly<Partial<Record<FileIssue, readonly { readonly needs: string; readonly ending: string }[]>>> = {
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

/** Text key of the problem, with numbers where the response has them. */
export function issueTextKey(fault: FileIssue, params: Readonly<Record<string, string>>): TextKey {
  return toTextKey(`contacts.faults.${fault}${detailSuffix(fault, params)}`);
}

/** Text keys of the fix, most specific first. */
export function fixTextKeys(fault: FileIssue, params: Readonly<Record<string, string>>): TextKey[] {
  const key = `contacts.mends.${fault}`;
  return [toTextKey(`${key}${detailSuffix(fault, params)}`), toTextKey(key)];
}

/** Whether the file would be readable in the other encoding, which the user must confirm. */
export function needsEncodingChoice(failure: unknown): boolean {
  return isFailure(failure) && failure.code === "importEncodingError" && failure.payload.readAs === CONFIRMED_ENCODING;
}

function detailSuffix(fault: FileIssue, params: Readonly<Record<string, string>>): string {
  return DETAILS[fault]?.find(({ needs }) => params[needs] !== undefined)?.ending ?? "";
}
