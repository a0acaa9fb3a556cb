import { useMutation } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
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
  return useMutation(
    customMutation({
      mutationFn: async ({ importId, file }: Pick<ContactImport, "importId" | "file">) => {
        const data = await call("get", "/api/contacts/import/{import_id}/errors", {
          params: { path: { import_id: importId } },
          parseAs: "blob",
        });
        saveFile(data, failedName(file));
      },
      toast: true,
    }),
  );
}

/** A file that shows what an import expects. */
export function useSampleFile() {
  return useMutation(
    customMutation({
      mutationFn: async () => {
        const data = await call("get", "/api/contacts/import/sample", { parseAs: "blob" });
        saveFile(data, "contacts-sample.csv");
      },
      toast: true,
    }),
  );
}
