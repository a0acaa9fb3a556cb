import { useMutation } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import { saveFile } from "@/lib/save-file";
import type { ContactImport } from "./import/imports-data";

const FILE_EXTENSION = /(?:\.(?:csv|tsv|txt))?\.[^.]*$/i;

/** Name of the file of failed rows. It has the format of the imported file, except for old workbooks. */
export function buildFailedFileName(file: string): string {
  const ending = FILE_EXTENSION.exec(file)?.[0] ?? ".csv";
  const stem = file.slice(0, file.length - (FILE_EXTENSION.test(file) ? ending.length : 0));
  return `${stem}-failed${ending.toLowerCase() === ".xls" ? ".xlsx" : ending}`;
}

/** Downloads the rejected rows with their reasons. */
export function useDownloadErrorFile() {
  return useMutation(
    customMutation({
      mutationFn: async ({ importId, file }: Pick<ContactImport, "importId" | "file">) => {
        const data = await call("get", "/api/contacts/import/{import_id}/errors", {
          params: { path: { import_id: importId } },
          parseAs: "blob",
        });
        saveFile(data, buildFailedFileName(file));
      },
      toast: true,
    }),
  );
}

/** Downloads a sample file for imports. */
export function useDownloadSampleFile() {
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
