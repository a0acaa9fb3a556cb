import { type QueryKey, queryOptions, type UseMutationOptions, type UseQueryOptions } from "@tanstack/react-query";
import type { FetchOptions, FetchResponse } from "openapi-fetch";
import type { paths } from "@/generated/api";
import type { paths as trxPaths } from "@/generated/trx-api";
import { api, POLLING_HEADERS } from "./client";
import { trxApi } from "./trx-client";

/**
 * The only way to call the server, for both contracts. A failed call throws `ApiFailure`.
 *
 * - `call` resolves with the body of a response.
 * - `query` and `mutation` build options for TanStack Query.
 * - `buildQueryKey` builds the key of a query.
 *
 * The screen that shows the result of a query or mutation also shows its failure; with `toast: true` a toast does.
 */

type Paths = paths & trxPaths;
type Method = "get" | "post" | "put" | "patch" | "delete";
type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, object> ? P : never;
}[keyof Paths];

type Operation<M extends Method, P extends keyof Paths> = Paths[P] extends Record<M, infer Found> ? Found : never;
/** Names of the required members; `never` if all are optional. */
type RequiredKeys<Whole> = {
  [Name in keyof Whole]-?: Record<never, never> extends Pick<Whole, Name> ? never : Name;
}[keyof Whole];

type InitOf<M extends Method, P extends keyof Paths> =
  RequiredKeys<FetchOptions<Operation<M, P>>> extends never
    ? FetchOptions<Operation<M, P>> | undefined
    : FetchOptions<Operation<M, P>>;
type BodyOf<M extends Method, P extends keyof Paths, Init> =
  Operation<M, P> extends infer Found extends Record<string, unknown>
    ? Required<FetchResponse<Found, Init, `${string}/${string}`>>["data"]
    : never;

type Exact<Init> = Init & { readonly [key: string]: unknown };
type Arguments<Init, More extends readonly unknown[] = []> =
  RequiredKeys<Init> extends never ? [init?: Exact<Init>, ...Partial<More>] : [init: Exact<Init>, ...Partial<More>];

type Call = <M extends Method, P extends PathOf<M>, Init extends InitOf<M, P>>(
  method: M,
  path: P,
  ...[init]: Arguments<Init>
) => Promise<BodyOf<M, P, Init>>;

type Send = (method: string, path: string, init?: object) => Promise<{ readonly data?: unknown }>;

async function send(method: string, path: string, init?: object): Promise<unknown> {
  const client = path.startsWith("/trx-api/") ? trxApi : api;
  return (await (client.request as unknown as Send)(method, path, init)).data;
}

/** Makes a call. Resolves with the body, or undefined where the contract has none. */
export const call = send as Call;

/** The options of a call, with all members optional at every level. */
type DeepPartial<Whole> = Whole extends object ? { readonly [Name in keyof Whole]?: DeepPartial<Whole[Name]> } : Whole;

/** Key of all queries of `path`; with `init`, only of the queries that match its members. */
export function buildQueryKey<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  init?: DeepPartial<InitOf<M, P>>,
): QueryKey {
  return init === undefined ? [method, path] : [method, path, init];
}

interface CallOptions {
  /** Whether a toast shows a failure. */
  readonly toast?: boolean;
  /** Whether the caller handles the end of the session. */
  readonly ownEnd?: boolean;
  /** Milliseconds between calls while the server pushes no events; false while it does. */
  readonly pollMs?: number | false;
}

type OptionsOf<Data, Selected> = CallOptions &
  Omit<UseQueryOptions<Data, Error, Selected>, "queryKey" | "queryFn" | "meta">;

type Query = <M extends Method, P extends PathOf<M>, Init extends InitOf<M, P>, Selected = BodyOf<M, P, Init>>(
  method: M,
  path: P,
  ...[init, options]: Arguments<Init, [options: OptionsOf<BodyOf<M, P, Init>, Selected>]>
) => ReturnType<typeof queryOptions<BodyOf<M, P, Init>, Error, Selected>>;

function buildQueryOptions(method: string, path: string, init: object = {}, options: OptionsOf<unknown, unknown> = {}) {
  const { toast, ownEnd, pollMs, ...rest } = options;
  const polling = pollMs ? { headers: POLLING_HEADERS } : {};
  return queryOptions({
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
    ...rest,
    queryKey: [method, path, init],
    queryFn: ({ signal }) => send(method, path, { signal, ...polling, ...init }),
    meta: { toast, ownEnd },
  });
}

/** Options of a query that makes one call; its key is `buildQueryKey(method, path, init)`. */
export const query = buildQueryOptions as unknown as Query;

interface RefetchOptions<Data, Variables> {
  /** Whether a toast shows a failure. */
  readonly toast?: boolean;
  /** Keys of the queries to refetch after a success. */
  readonly refreshes?: readonly QueryKey[] | ((data: Data, variables: Variables) => readonly QueryKey[]);
}

type MutationOptions<Data, Variables, Context> = RefetchOptions<Data, Variables> &
  Omit<UseMutationOptions<Data, Error, Variables, Context>, "meta">;

/** Options of a mutation with a custom function. */
export function customMutation<Data, Variables = void, Context = unknown>({
  toast = false,
  refreshes = [],
  onSuccess,
  ...rest
}: MutationOptions<Data, Variables, Context>): UseMutationOptions<Data, Error, Variables, Context> {
  return {
    ...rest,
    meta: { toast },
    onSuccess: async (data, variables, context, mutation) => {
      await onSuccess?.(data, variables, context, mutation);
      const keys = typeof refreshes === "function" ? refreshes(data, variables) : refreshes;
      await Promise.all(keys.map((queryKey) => mutation.client.invalidateQueries({ queryKey })));
    },
  };
}

type Mutation = <M extends Method, P extends PathOf<M>, Init extends InitOf<M, P>, Context = unknown>(
  method: M,
  path: P,
  options?: Omit<MutationOptions<BodyOf<M, P, Init>, Init, Context>, "mutationKey" | "mutationFn">,
) => UseMutationOptions<BodyOf<M, P, Init>, Error, Init, Context>;

function buildMutationOptions(method: string, path: string, options: MutationOptions<unknown, object, unknown> = {}) {
  const mutationFn = (init?: object) => send(method, path, init);
  return customMutation<unknown, object>({ ...options, mutationKey: [method, path], mutationFn });
}

/** Options of a mutation that makes one call; its variables are the arguments of `call` after the path. */
export const mutation = buildMutationOptions as unknown as Mutation;
