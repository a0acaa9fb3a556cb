import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, mutation, query } from "@/lib/api/data";
import { VIEWS_KEY } from "../bulk-data";

export type ContactView = components["schemas"]["ContactViewOut"];
export type ViewIn = components["schemas"]["ContactViewIn"];

/** The user's own views, the team's shared views, and the default view. */
export function useViews() {
  return useQuery(query("get", "/api/contacts/view"));
}

const REFRESHING = { refreshes: [VIEWS_KEY] };

/** Creates a view, or updates the one with the given id. */
export function useSaveView() {
  return useMutation(
    customMutation({
      ...REFRESHING,
      mutationFn: ({ id, body }: { readonly id: number | undefined; readonly body: ViewIn }) =>
        id === undefined
          ? call("post", "/api/contacts/view", { body })
          : call("put", "/api/contacts/view/{view_id}", { params: { path: { view_id: id } }, body }),
    }),
  );
}

/** Stores the columns of the user's list, optimistically here and on the server for other browsers. */
export function useChooseColumns(): (columns: string[]) => void {
  const client = useQueryClient();
  const { queryKey } = query("get", "/api/contacts/view");
  const { mutate } = useMutation(
    mutation("put", "/api/contacts/view/columns", {
      onMutate: ({ body }) => client.setQueryData(queryKey, (old) => old && { ...old, columns: body.columns }),
      onError: () => client.invalidateQueries({ queryKey: VIEWS_KEY }),
      toast: true,
    }),
  );
  return (columns) => mutate({ body: { columns } });
}

export function useDeleteView() {
  return useMutation(mutation("delete", "/api/contacts/view/{view_id}", REFRESHING));
}

export function useSetDefaultView() {
  return useMutation(mutation("put", "/api/contacts/view/default", REFRESHING));
}
