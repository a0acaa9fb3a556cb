import type { ApiFailure } from "@/lib/api/failure";
import { type ErrorArea, entry } from "@/lib/catalogue/entry";

const ROWS = [
  entry("emailFieldNotFound", "field", { numbers: [50] }),
  entry("labelEmpty", "field", { dataTexts: ["label empty"] }),
  entry("contactTagUsed", "field", { numbers: [127] }),
  entry("contactExists", "field"),
  entry("customFieldExists", "field"),
  entry("contactTesterExists", "field"),
  entry("contactViewExists", "field"),
  entry("topicExists", "field"),
  entry("customFieldBusy"),
  entry("contactLimitExceeded", "notify", { dataTexts: ["contact limit exceeded"], offer: "upgrade" }),
  entry("importFormatError", "field", { dataTexts: ["import format error"] }),
  entry("importHeaderError", "field", { dataTexts: ["import header error"] }),
  entry("importDataError", "field", { dataTexts: ["import data error"] }),
  entry("importDelimiterError", "field", { dataTexts: ["import delimiter error"] }),
  entry("importSizeError", "field", { dataTexts: ["import size error"], statuses: [413] }),
  entry("importEncodingError", "field", { dataTexts: ["import encoding error"] }),
  entry("importException", "field"),
  entry("importNotValid", "field", { numbers: [501, 503] }),
  entry("importNoHeader", "field", { numbers: [502] }),
  entry("importRowCountError", "field"),
  entry("importMappingError", "field"),
  entry("importMappingExists", "field"),
  entry("importUndoLate", "notify"),
  entry("deletionUndoLate", "notify"),
  entry("importConsentMissing", "field"),
  entry("importEmpty", "field", { numbers: [129] }),
  entry("lastImportNotFinished", "notify", { dataTexts: ["last import not finished"] }),
  entry("invalidExcelFile", "field", { dataTexts: ["invalid excel file"] }),
  entry("importBusy", "notify"),
];

const IMPORT_CODES: ReadonlyMap<string, string> = new Map(
  ROWS.filter(
    ({ code }) => code.startsWith("import") || code === "invalidExcelFile" || code === "lastImportNotFinished",
  ).flatMap(({ code, dataTexts = [] }) => dataTexts.map((text) => [text, code] as const)),
);

function importCode({ message }: ApiFailure): string {
  return IMPORT_CODES.get(message.trim().toLowerCase()) ?? "importNotValid";
}

export const contactsErrors: ErrorArea = {
  rows: ROWS,
  refinements: { importException: importCode },
  limits: {
    "contactManagement/contact": "contactLimitExceeded",
  },
};
