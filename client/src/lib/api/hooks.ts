import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Arguments, type BodyOf, type InitOf, type Method, type PathOf, query } from "./data";

type UseApiQuery = <M extends Method, P extends PathOf<M>, Init extends InitOf<M, P>>(
  method: M,
  path: P,
  ...[init, options]: Arguments<Init, [options: { readonly meta: { readonly quiet: true } }]>
) => UseQueryResult<BodyOf<M, P, Init>>;

function useApiQuery(...parts: Parameters<typeof query>): UseQueryResult {
  return useQuery(query(...parts));
}

/** Queries of the editors: `useQuery(query(...))`, and `query`. */
export const $api = { useQuery: useApiQuery as unknown as UseApiQuery, queryOptions: query };
