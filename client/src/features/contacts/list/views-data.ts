import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";
import { VIEWS_KEY } from "../bulk-data";

export type View = components["schemas"]["ViewOut"];
export type ViewIn = components["schemas"]["ViewIn"];

/** One's own saved views, those of the team, and which of them the list begins with. */
export function useViews() {
  return $api.useQuery("get", "/api/contacts/view", {}, { meta: { quiet: true } });
}

function useRefreshing() {
  const client = useQueryClient();
  return { meta: { quiet: true }, onSuccess: () => client.invalidateQueries({ queryKey: VIEWS_KEY }) };
}

/** Saves a new view, or, with an id, what has become of one. */
export function useSaveView() {
  const refreshing = useRefreshing();
  const create = $api.useMutation("post", "/api/contacts/view");
  const update = $api.useMutation("put", "/api/contacts/view/{view_id}");
  return useMutation({
    ...refreshing,
    mutationFn: ({ id, body }: { readonly id: number | undefined; readonly body: ViewIn }) =>
      id === undefined ? create.mutateAsync({ body }) : update.mutateAsync({ params: { path: { view_id: id } }, body }),
  });
}

/** Keeps which columns one's list shows; at once here, and on the server for wherever one looks next. */
export function useChooseColumns(): (columns: string[]) => void {
  const client = useQueryClient();
  const { queryKey } = $api.queryOptions("get", "/api/contacts/view", {});
  const { mutate } = $api.useMutation("put", "/api/contacts/view/columns", {
    meta: { quiet: true },
    onMutate: ({ body }) => client.setQueryData(queryKey, (old) => old && { ...old, columns: body.columns }),
  });
  return (columns) => mutate({ body: { columns } });
}

export function useDeleteView() {
  return $api.useMutation("delete", "/api/contacts/view/{view_id}", useRefreshing());
}

export function useSetDefaultView() {
  return $api.useMutation("put", "/api/contacts/view/default", useRefreshing());
}
