import type { QueryClient } from "@tanstack/react-query";
import { fromCallback, fromPromise } from "xstate";
import { api } from "@/lib/api/client";
import { upload } from "@/lib/api/upload";
import type { importMachine, StartInput } from "./import-machine";
import { type ContactImport, SETTING_KEY, STATUS_KEY } from "./imports-data";

type Actors = NonNullable<Parameters<typeof importMachine.provide>[0]["actors"]>;

/** The wizard's calls. What the server says of the file goes into the cache; the machine gets its id and mapping. */
export function importActors(client: QueryClient): Actors {
  return {
    prepare: fromCallback(({ input, sendBack }) => {
      const controller = new AbortController();
      const form = new FormData();
      form.append("consent", "true");
      form.append("file", input.file);
      upload({
        path: "/api/contacts/import/prepare",
        form,
        signal: controller.signal,
        onProgress: (sentBytes, totalBytes) => sendBack({ type: "uploaded", progress: { sentBytes, totalBytes } }),
      }).then(
        (answer) => {
          const known = answer as ContactImport;
          client.setQueryData(STATUS_KEY, known);
          void client.invalidateQueries({ queryKey: SETTING_KEY });
          sendBack({ type: "prepared", known });
        },
        (failure: unknown) => {
          if (!controller.signal.aborted) sendBack({ type: "refused", failure });
        },
      );
      return () => controller.abort();
    }),
    start: fromPromise<void, StartInput>(async ({ input }) => {
      const { data } = await api.POST("/api/contacts/import/start", {
        body: { importId: input.importId, mapping: [...input.mapping], labelIds: input.labels.map(Number) },
      });
      if (data) client.setQueryData(STATUS_KEY, data);
    }),
  };
}
