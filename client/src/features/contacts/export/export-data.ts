import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, query } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import type { ChangeTarget } from "../changes-data";

export type ContactExport = components["schemas"]["ExportOut"];
export type ExportColumn = components["schemas"]["ExportColumnOut"];
export type ExportFormat = NonNullable<components["schemas"]["ExportIn"]["format"]>;

const ACCEPTED = 202;

export interface ExportRequest {
  readonly target: ChangeTarget;
  readonly columns: readonly string[];
  readonly format: ExportFormat;
}

/** Available columns of an export, the team's own fields last. */
export function useExportColumns() {
  return useQuery(query("get", "/api/contacts/export/columns"));
}

export function useExports(page: number, size: number) {
  return useQuery(
    query("get", "/api/contacts/export", { params: { query: { page, size } } }, { placeholderData: keepPreviousData }),
  );
}

/** The file arrives by a notification, so the response is 202, which other calls treat as a failure. */
async function expectAccepted(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isFailure(error) || error.status !== ACCEPTED) throw error;
  }
}

/** Requests an export of contacts. */
export function useExportContacts() {
  return useMutation(
    customMutation({
      mutationFn: ({ target, columns, format }: ExportRequest): Promise<void> => {
        const which = "ids" in target ? { ids: [...target.ids] } : { filter: target.filter };
        return expectAccepted(
          call("post", "/api/contacts/find/export", { body: { ...which, columns: [...columns], format } }),
        );
      },
    }),
  );
}

/** Requests all stored data about one person. */
export function useExportContactData() {
  return useMutation(
    customMutation({
      mutationFn: (contactId: number): Promise<void> =>
        expectAccepted(
          call("post", "/api/contacts/{contact_id}/data", { params: { path: { contact_id: contactId } } }),
        ),
    }),
  );
}
