import type { Translate } from "@/lib/i18n/translation";
import type { PreparedImport } from "./imports-data";

const NAMES: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "utf-8-sig": "UTF-8",
  "utf-16-le": "UTF-16",
  "utf-16-be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** Detected format of a file: a workbook, or the encoding of a text. */
export function encodingName({ encoding }: Pick<PreparedImport, "encoding">, t: Translate): string {
  return encoding === "workbook" ? t("contacts.workbook") : (NAMES[encoding] ?? encoding);
}
