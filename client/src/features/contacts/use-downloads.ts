import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { saveFile } from "@/lib/save-file";
import type { ContactImport } from "./imports-data";

const ENDING = /(?:\.(?:csv|tsv|txt))?\.[^.]*$/i;

/** What the file of failed rows is called: in the form in which the imported one came, but for old workbooks. */
export function failedName(file: string): string {
  const ending = ENDING.exec(file)?.[0] ?? ".csv";
  const stem = file.slice(0, file.length - (ENDING.test(file) ? ending.length : 0));
  return `${stem}-failed${ending.toLowerCase() === ".xls" ? ".xlsx" : ending}`;
}

/** The rows that were set aside, with the reason of each. */
export function useErrorFile() {
  return useMutation({
    mutationFn: async ({ importId, file }: Pick<ContactImport, "importId" | "file">) => {
      const { data } = await api.GET("/api/contacts/import/{import_id}/errors", {
        params: { path: { import_id: importId } },
        parseAs: "blob",
      });
      if (data) saveFile(data as unknown as Blob, failedName(file));
    },
  });
}

/** A file that shows what an import expects. */
export function useSampleFile() {
  return useMutation({
    mutationFn: async () => {
      const { data } = await api.GET("/api/contacts/import/sample", { parseAs: "blob" });
      if (data) saveFile(data as unknown as Blob, "contacts-sample.csv");
    },
  });
}
