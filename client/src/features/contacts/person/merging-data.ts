import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import { type Contact, contactQuery, refreshContacts } from "../contacts-data";
import { TIMELINE_KEY } from "../timeline-key";

const MAX_CANDIDATES = 6;

/** Contacts that match the search, without this contact. */
export function useMergeCandidates(contactId: number, search: string) {
  return useQuery({
    queryKey: ["contacts", "others", contactId, search],
    enabled: search !== "",
    queryFn: async ({ signal }) => {
      const { items } = await call("get", "/api/contacts", {
        params: { query: { search, size: MAX_CANDIDATES } },
        signal,
      });
      return items.filter((found) => found.contactId !== contactId);
    },
  });
}

export function useMerge(contact: Contact) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({ otherId, take }: { readonly otherId: number; readonly take: readonly string[] }) =>
        call("post", "/api/contacts/{contact_id}/merge", {
          params: { path: { contact_id: contact.contactId } },
          body: { otherId, take: [...take] },
        }),
      onSuccess: async (merged) => {
        client.setQueryData(contactQuery(contact.contactId).queryKey, merged);
        await Promise.all([refreshContacts(client), client.invalidateQueries({ queryKey: TIMELINE_KEY })]);
      },
    }),
  );
}
