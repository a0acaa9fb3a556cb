import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { type Contact, contactQuery, refreshContacts } from "../contacts-data";
import { TIMELINE_KEY } from "../timeline-key";

const FOUND = 6;

/** Contacts that a few letters find, without the one that they are to be merged with. */
export function useOthers(contactId: number, search: string) {
  return useQuery({
    queryKey: ["contacts", "others", contactId, search],
    enabled: search !== "",
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/api/contacts", { params: { query: { search, size: FOUND } }, signal });
      return (data?.items ?? []).filter((found) => found.contactId !== contactId);
    },
    meta: { quiet: true },
  });
}

export function useMerge(contact: Contact) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ otherId, take }: { readonly otherId: number; readonly take: readonly string[] }) => {
      const { data } = await api.POST("/api/contacts/{contact_id}/merge", {
        params: { path: { contact_id: contact.contactId } },
        body: { otherId, take: [...take] },
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    onSuccess: async (merged) => {
      client.setQueryData(contactQuery(contact.contactId).queryKey, merged);
      await Promise.all([refreshContacts(client), client.invalidateQueries({ queryKey: TIMELINE_KEY })]);
    },
  });
}
