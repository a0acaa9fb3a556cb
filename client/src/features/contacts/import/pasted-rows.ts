import type { Translate } from "@/lib/i18n/translation";

const DELIMITERS = ["\t", ";", "|", ","] as const;
const ADDRESS = /[^\s@]@[^\s@]/;

interface PastedRows {
  /** Number of rows with contacts, without the heading row. */
  readonly rows: number;
  readonly namesColumns: boolean;
}

/** Counts the pasted rows. Unless the user has decided, a first row with an address is not a heading. */
export function countPastedRows(text: string, said: boolean | undefined): PastedRows {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const namesColumns = said ?? !ADDRESS.test(lines[0] ?? "");
  return { rows: Math.max(0, lines.length - (namesColumns ? 1 : 0)), namesColumns };
}

/** The rows as a file; columns without a heading are numbered. */
export function buildPastedFile(text: string, namesColumns: boolean, t: Translate): File {
  const first = text.trimStart().split(/\r\n?|\n/, 1)[0] ?? "";
  const delimiter = detectDelimiter(first);
  const columns = first.split(delimiter).map((_, index) => t("contacts.pasteColumn", { number: index + 1 }));
  const whole = namesColumns ? text : `${columns.join(delimiter)}\n${text.replace(/^\s*\n/, "")}`;
  return new File([whole], `${t("contacts.pasteFile")}.${delimiter === "\t" ? "tsv" : "csv"}`, { type: "text/plain" });
}

function detectDelimiter(line: string): string {
  return DELIMITERS.find((sign) => line.includes(sign)) ?? ",";
}
