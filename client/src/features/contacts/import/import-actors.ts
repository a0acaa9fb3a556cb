import type { QueryClient } from "@tanstack/react-query";
import { fromCallback, fromPromise } from "xstate";
import { call } from "@/lib/api/data";
import { upload } from "@/lib/api/upload";
import { DATE_ORDERS, type importMachine, type StartInput, type StoredImport } from "./import-machine";
import { type PreparedImport, SETTING_KEY, statusKey } from "./imports-data";
import { preparedQuery } from "./wizard-data";

type Actors = NonNullable<Parameters<typeof importMachine.provide>[0]["actors"]>;

/** A prepared import in the machine's form. */
export function toStoredImport({ importId, state, columns, dateOrder }: PreparedImport): StoredImport {
  return {
    importId,
    state,
    mapping: columns.map(({ target }) => target),
    dateOrder: DATE_ORDERS.find((order) => order === dateOrder),
  };
}

/** The wizard's calls. The server's data about the file goes into the cache; the machine gets its id and mapping. */
export function createImportActors(client: QueryClient): Actors {
  return {
    prepare: fromCallback(({ input, sendBack }) => {
      const controller = new AbortController();
      const form = new FormData();
      form.append("file", input.file);
      if (input.encoding) form.append("encoding", input.encoding);
      upload({
        path: "/api/contacts/import/prepare",
        form,
        signal: controller.signal,
        onProgress: (sentBytes, totalBytes) => sendBack({ type: "uploaded", progress: { sentBytes, totalBytes } }),
      }).then(
        (answer) => {
          const prepared = answer as PreparedImport;
          client.setQueryData(preparedQuery(prepared.importId).queryKey, prepared);
          sendBack({ type: "prepared", known: toStoredImport(prepared) });
        },
        (failure: unknown) => {
          if (!controller.signal.aborted) sendBack({ type: "refused", failure });
        },
      );
      return () => controller.abort();
    }),
    start: fromPromise<void, StartInput>(async ({ input }) => {
      const data = await call("post", "/api/contacts/import/start", {
        body: {
          importId: input.importId,
          mapping: [...input.mapping],
          labelIds: [...input.labels],
          existing: input.existing,
          wrongValues: input.wrongValues,
          leaveOut: [...input.leaveOut],
          confirms: input.confirms,
          consent: input.hasConsent,
          ...(input.dateOrder ? { dateOrder: input.dateOrder } : {}),
          ...(input.decimalMark ? { decimalMark: input.decimalMark } : {}),
        },
      });
      client.setQueryData(statusKey(input.importId), data);
      client.setQueryData(statusKey(), data);
      void client.invalidateQueries({ queryKey: SETTING_KEY });
    }),
  };
}
